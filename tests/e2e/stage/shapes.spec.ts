import type { Thread } from '#shared/contract/thread'
import { threadsOf } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { plainImage } from '../../support/media/samples'
import { drag, stagePoints } from '../../support/browser/stage'

type Spot = readonly [x: number, y: number]
const down: readonly Spot[] = [
  [0.05, 0.05],
  [0.1, 0.25],
  [0.25, 0.3],
]
const up: readonly Spot[] = [
  [0.05, 0.3],
  [0.1, 0.25],
  [0.25, 0.05],
]

/**
 * For each kind of shape: the key of the tool that draws it, the quarter of the image in which it is drawn,
 * and how its pin is announced. The key `v` chooses Select, with which a drag draws a rectangle.
 */
const kinds = [
  { kind: 'rectangle', key: 'v', corner: [0, 0], path: down, label: 'Rectangle at', from: '[456]%' },
  { kind: 'ellipse', key: 'u', corner: [0.5, 0], path: down, label: 'Ellipse around', from: '6[456]%' },
  { kind: 'arrow', key: 'a', corner: [0, 0.5], path: up, label: 'Arrow from', from: '[456]%' },
  {
    kind: 'freehand',
    key: 'm',
    corner: [0.5, 0.5],
    path: down,
    label: 'Freehand line from',
    from: '5[456]%',
  },
] as const

/** Returns the smallest and the largest coordinate of a shape along the width of the image. */
function extent(geometry: unknown): [from: number, to: number] {
  const { x, width, cx, rx, x1, x2, points } = geometry as Record<string, number> & { points?: number[][] }
  const xs = points?.map(each => each[0] ?? 0) ?? [
    x ?? x1 ?? (cx ?? 0) - (rx ?? 0),
    width === undefined ? (x2 ?? (cx ?? 0) + (rx ?? 0)) : (x ?? 0) + width,
  ]
  return [Math.min(...xs), Math.max(...xs)]
}

test('marks of every kind are drawn, resized and moved, and are shown to agents and visitors', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const pageErrors = collectPageErrors(page)
  await upload(agent, reviewId, await plainImage(1000, 500))
  await open(`/reviews/${reviewId}`)
  const at = await stagePoints(page)
  const threadOf = async (kind: string) => (await threadsOf(agent, reviewId)).find(each => each.kind === kind)

  await test.step('a click marks a point', async () => {
    const middle = await at(0.5, 0.5)
    await page.mouse.click(middle.x, middle.y)
    await page.keyboard.insertText('A point.')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('button', { name: /^Comment 1: Point at 50%/ })).toBeVisible()
    const point = (await threadOf('point'))?.geometry as { x: number } | undefined
    expect(point?.x).toBeCloseTo(0.5, 2)
  })

  for (const [index, { kind, key, corner, path, label, from }] of kinds.entries())
    await test.step(`a drag draws, resizes and moves a shape of kind ${kind}`, async () => {
      const [left, top] = corner
      const [start, turn, end] = path.map(([x, y]) => [left + x, top + y] as const) as [Spot, Spot, Spot]
      await page.keyboard.press(key)
      await drag(page, await at(...start), await at(...turn), await at(...end))
      await expect(page.getByLabel('Comment on this spot')).toBeFocused()
      await page.keyboard.insertText(`This ${kind}.`)
      if (kind === 'rectangle') {
        const form = page.getByTestId('stage').locator('..').locator('form').first()
        // The form is to the right of the drawn shape.
        expect((await form.boundingBox())?.x).toBeGreaterThan((await at(...end)).x)
        await page.getByRole('button', { name: 'Send' }).click()
      } else await page.keyboard.press('Control+Enter')
      const pin = page.getByRole('button', { name: new RegExp(`^Comment ${index + 2}: `) })
      await expect(pin).toHaveAttribute('aria-pressed', 'true')
      await expect(pin).toHaveAccessibleName(new RegExp(`^Comment ${index + 2}: ${label} ${from}`))
      const now = async () => (await threadOf(kind))?.geometry
      const drawn = extent(await now())
      expect(drawn).toEqual([expect.closeTo(start[0], 2), expect.closeTo(end[0], 2)])

      await page.keyboard.press('v')
      await drag(page, await at(...end), await at(end[0] + 0.07, end[1] + 0.06))
      await expect.poll(async () => extent(await now())[1]).toBeGreaterThan(drawn[1] + 0.05)
      const sized = extent(await now())
      expect(sized[0]).toBeCloseTo(drawn[0], 2)

      await pin.hover()
      await page.mouse.down()
      const box = await pin.boundingBox()
      await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 12, { steps: 4 })
      await page.mouse.up()
      await expect.poll(async () => extent(await now())[0]).toBeGreaterThan(sized[0] + 0.02)
      const moved = extent(await now())
      expect(moved[1] - moved[0]).toBeCloseTo(sized[1] - sized[0], 4)
    })

  await test.step('an agent reads the marks in the order in which they were drawn', async () => {
    const threads = await threadsOf(agent, reviewId)
    expect(threads.map(each => [each.kind, each.comment])).toEqual([
      ['point', 'A point.'],
      ...kinds.map(({ kind }) => [kind, `This ${kind}.`]),
    ])
    const arrow = threads.find(each => each.kind === 'arrow')?.geometry as Thread['geometry'] & {
      y1: number
      y2: number
    }
    expect(arrow.y2).toBeLessThan(arrow.y1)
  })

  await test.step('the visitor of a share link sees the marks', async () => {
    const link = await agent<{ url: string }>('POST', `/v1/reviews/${reviewId}/share-links`, {})
    // Leaves the review page first, because its requests would be rejected without the session.
    await page.goto('about:blank')
    await page.context().clearCookies()
    await open(new URL(link.body.url).pathname)
    for (const [index, { label }] of kinds.entries())
      await expect(
        page.getByRole('button', { name: new RegExp(`^Comment ${index + 2}: ${label}`) }),
      ).toBeVisible()
  })
  expect(pageErrors).toEqual([])
})
