import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { revise, upload, type Call } from '../../support/server/client'
import { expect, test } from '../../support/browser/e2e'

type Area = [x: number, y: number, width: number, height: number]

/** A white page with dark boxes. */
async function sheet(width: number, height: number, ...boxes: Area[]) {
  const rects = await Promise.all(
    boxes.map(async ([left, top, wide, high]) => ({
      left,
      top,
      input: await sharp({ create: { width: wide, height: high, channels: 3, background: '#1e293b' } })
        .png()
        .toBuffer(),
    })),
  )
  return sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .composite(rects)
    .png()
    .toBuffer()
}

const first: Area[] = [
  [100, 100, 200, 40],
  [100, 500, 300, 100],
]

const second: Area[] = [
  [100, 100, 200, 40],
  [100, 520, 300, 100],
  [900, 300, 50, 20],
]

/** Creates an image with two revisions, the second a little taller. */
async function twice(agent: Call, reviewId: string, more: Record<string, unknown> = {}) {
  const one = await upload(agent, reviewId, await sheet(1000, 800, ...first), more)
  const two = await revise(agent, one.artifactId, await sheet(1000, 820, ...second))
  return { artifactId: one.artifactId, r1: one.revisionId, r2: two.revisionId }
}

const compared = (page: Page) => page.getByTestId('compare')

test('the divider of the swipe moves by drag and keyboard, and the onion skin fades', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await twice(agent, reviewId)
  await open(`/reviews/${reviewId}?compare=swipe`)
  const line = page.getByRole('slider', { name: 'Divider between the two sides' })
  await expect(line).toHaveAttribute('aria-valuenow', '50')
  await line.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(line).toHaveAttribute('aria-valuenow', '61')
  const at = await line.boundingBox()
  await page.mouse.move((at?.x ?? 0) + 16, 400)
  await page.mouse.down()
  await page.mouse.move(400, 400, { steps: 3 })
  await page.mouse.up()
  await expect.poll(async () => Number(await line.getAttribute('aria-valuenow'))).toBeLessThan(30)
  // Keys that the slider does not handle are shortcuts of the page.
  await page.keyboard.press('o')
  await page.getByRole('slider', { name: 'Opacity' }).fill('20')
  await expect(compared(page).locator('img').nth(1).locator('..')).toHaveCSS('opacity', '0.2')
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('the divider of the swipe follows a finger, and two fingers zoom both images', async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await twice(agent, reviewId)
    await open(`/reviews/${reviewId}?compare=swipe`)
    const line = page.getByRole('slider', { name: 'Divider between the two sides' })
    const pictures = compared(page).locator('img')
    await expect(pictures).toHaveCount(2)
    const devtools = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: { x: number; y: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: points.map(({ x, y }, id) => ({ x, y, id })),
      })
    const at = await line.boundingBox()
    if (!at) throw new Error('no line')
    const middle = { x: at.x + at.width / 2, y: at.y + at.height / 2 }
    await touch('touchStart', middle)
    await touch('touchMove', { x: 200, y: middle.y })
    await touch('touchMove', { x: 312, y: middle.y })
    await touch('touchEnd')
    await expect(line).toHaveAttribute('aria-valuenow', '80')

    const widths = () =>
      pictures.evaluateAll(all => all.map(each => Math.round(each.getBoundingClientRect().width)))
    const [before = 0] = await widths()
    await touch('touchStart', { x: 100, y: 300 })
    await touch('touchStart', { x: 100, y: 300 }, { x: 140, y: 300 })
    await touch('touchMove', { x: 80, y: 300 }, { x: 160, y: 300 })
    await touch('touchEnd')
    await expect
      .poll(async () => (await widths()).map(each => Math.round((each / before) * 10)))
      .toEqual([20, 20])
  })
})

test('the divider of the swipe moves to where the mark of a comment is shown', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId, r1, r2 } = await twice(agent, reviewId)
  for (const [name, revisionId, x] of [
    ['r2', r2, 0.1],
    ['r1', r1, 0.8],
  ] as const)
    await agent('POST', `/v1/artifacts/${artifactId}/annotations`, {
      kind: 'rectangle',
      geometry: { x, y: 0.4, width: 0.1, height: 0.1 },
      revisionId,
      body: `On ${name}.`,
    })
  await open(`/reviews/${reviewId}?compare=swipe`)
  const line = page.getByRole('slider', { name: 'Divider between the two sides' })
  const position = async () => Number(await line.getAttribute('aria-valuenow'))
  /** Whether the pin is what is at its place, as people see it. */
  const isPinShown = () =>
    compared(page)
      .getByTestId('compare-mark')
      .evaluate(pin => {
        const { x, y, width, height } = pin.getBoundingClientRect()
        const stage = pin.closest('[style*=clip-path]') as HTMLElement
        const [, right, , left] = (/inset\(([^)]*)\)/.exec(stage.style.clipPath)?.[1] ?? '')
          .split(' ')
          .map(each => (Number.parseFloat(each) / 100) * stage.clientWidth)
        const area = stage.getBoundingClientRect()
        return x >= area.left + (left ?? 0) && x + width <= area.right - (right ?? 0) && y > 0 && height > 0
      })
  await expect.poll(position).toBe(50)
  await page.getByText('On r2.').click()
  await expect.poll(position).toBeLessThan(50)
  await expect.poll(isPinShown).toBe(true)
  await page.getByText('On r1.').click()
  await expect.poll(position).toBeGreaterThan(50)
  await expect.poll(isPinShown).toBe(true)
})
