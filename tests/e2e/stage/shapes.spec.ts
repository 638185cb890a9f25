import { threadsOf, upload } from '../../support/server/client'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'
import { drag, stagePoints } from '../../support/browser/stage'

const png = () => pngImage(1000, 500)

/** Each kind with its tool's key, and how its pin is announced. */
const kinds = [
  { kind: 'rectangle', key: 'r', name: /^Comment 1: Rectangle at 2\d %/ },
  { kind: 'ellipse', key: 'u', name: /^Comment 1: Ellipse around (?:3\d|40) %/ },
  { kind: 'arrow', key: 'a', name: /^Comment 1: Arrow from 2\d %/ },
  { kind: 'freehand', key: 'm', name: /^Comment 1: Freehand line from 2\d %/ },
] as const

/** The smallest and the largest coordinate along the width of the image. */
function extent(geometry: unknown): [from: number, to: number] {
  const { x, width, cx, rx, x1, x2, points } = geometry as Record<string, number> & { points?: number[][] }
  const xs = points?.map(each => each[0] ?? 0) ?? [
    x ?? x1 ?? (cx ?? 0) - (rx ?? 0),
    width === undefined ? (x2 ?? (cx ?? 0) + (rx ?? 0)) : (x ?? 0) + width,
  ]
  return [Math.min(...xs), Math.max(...xs)]
}

for (const { kind, key, name } of kinds) {
  test(`a person draws, resizes and moves a shape of kind ${kind} with the mouse, and others see it`, async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    const pageErrors = collectPageErrors(page)
    await upload(agent, reviewId, await png())
    await open(`/reviews/${reviewId}`)
    const at = await stagePoints(page)
    await page.keyboard.press(key)
    await drag(page, await at(0.2, 0.2), await at(0.3, 0.5), await at(0.5, 0.6))
    await page.keyboard.type('Drawn.')
    await page.keyboard.press('Control+Enter')
    const now = async () => (await threadsOf(agent, reviewId))[0]
    await expect.poll(now).toMatchObject({ kind, comment: 'Drawn.' })
    const drawn = extent((await now())?.geometry)
    expect(drawn).toEqual([expect.closeTo(0.2, 1), expect.closeTo(0.5, 1)])

    await expect(page.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true')
    const pin = page.getByRole('button', { name: /^Comment 1: / })
    await page.keyboard.press('v')
    await drag(page, await at(0.5, 0.6), await at(0.6, 0.7))
    await expect.poll(async () => extent((await now())?.geometry)[1]).toBeGreaterThan(drawn[1] + 0.05)
    expect(extent((await now())?.geometry)[0]).toBeCloseTo(drawn[0], 2)

    const sized = extent((await now())?.geometry)
    await pin.hover()
    await page.mouse.down()
    const box = await pin.boundingBox()
    await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 12, { steps: 4 })
    await page.mouse.up()
    await expect.poll(async () => extent((await now())?.geometry)[0]).toBeGreaterThan(sized[0] + 0.02)
    const moved = extent((await now())?.geometry)
    expect(moved[1] - moved[0]).toBeCloseTo(sized[1] - sized[0], 4)

    await open(`/reviews/${reviewId}`)
    await expect(pin).toBeVisible()
    const link = await agent<{ url: string }>('POST', `/v1/reviews/${reviewId}/share-links`, {})
    await page.context().clearCookies()
    await open(new URL(link.body.url).pathname)
    const label = name.source.replace(/^\^Comment 1: (\w+).*/, '$1')
    await expect(page.getByRole('button', { name: new RegExp(`^Comment 1: ${label}`) })).toBeVisible()
    expect(pageErrors).toEqual([])
  })

  test(`a person places, moves and resizes a shape of kind ${kind} with the keyboard alone`, async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await upload(agent, reviewId, await png())
    await open(`/reviews/${reviewId}`)
    await expect(page.getByTestId('stage').locator('img')).toBeVisible()
    await page.keyboard.press(key)
    await page.getByTestId('stage').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Alt+Shift+ArrowRight')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Placed.')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => threadsOf(agent, reviewId)).toMatchObject([{ kind, comment: 'Placed.' }])
    const [from, to] = extent((await threadsOf(agent, reviewId))[0]?.geometry)
    // Placed in the middle, moved by ten pixels, and ten pixels wider.
    expect((from + to) / 2).toBeCloseTo(0.515, 3)
  })
}
