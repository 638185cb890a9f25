import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { threadsOf, upload } from '../../support/server/client'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'
import { drag, geometryOf, markedRectangle, stagePoints, uploadMarked } from '../../support/browser/stage'
import { themes } from '../../support/browser/themes'

const png = () => pngImage(1000, 500)

/** Collects the requests of a page that change comments. */
function writesOf(page: Page): string[] {
  const requests: string[] = []
  page.on('request', request => {
    if (request.method() !== 'GET' && /\/(?:threads|annotations)/.test(request.url()))
      requests.push(`${request.method()} ${request.url()}`)
  })
  return requests
}

test('a person moves and resizes a mark with the mouse, and it stays inside the image', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const pageErrors = collectPageErrors(page)
  await uploadMarked(person, agent, reviewId)
  await open(`/reviews/${reviewId}`)
  const at = await stagePoints(page)
  await page.getByRole('button', { name: /^Comment 1:/ }).click()
  await drag(page, await at(0.375, 0.375), await at(0.475, 0.475))
  await expect
    .poll(() => geometryOf(agent, reviewId))
    .toEqual({ x: expect.closeTo(0.35, 2), y: expect.closeTo(0.35, 2), width: 0.25, height: 0.25 })
  await drag(page, await at(0.6, 0.6), await at(0.7, 0.8))
  await expect.poll(async () => (await geometryOf(agent, reviewId)).height).toBeCloseTo(0.45, 2)
  await drag(page, await at(0.5, 0.5), { x: 5, y: 5 })
  await expect
    .poll(() => geometryOf(agent, reviewId))
    .toMatchObject({ x: 0, y: 0, width: expect.closeTo(0.35, 2) })
  await expect(
    page.getByRole('button', { name: /^Comment 1: Rectangle at 0 % from the left, 0 % from the top/ }),
  ).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(() => geometryOf(agent, reviewId))
    .toMatchObject({ x: expect.closeTo(0.35, 2), y: expect.closeTo(0.35, 2) })
  expect(pageErrors).toEqual([])
})

test('an unselected mark is drawn over, and a point is put inside a large one', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await uploadMarked(person, agent, reviewId)
  await open(`/reviews/${reviewId}`)
  const at = await stagePoints(page)
  const pin = page.getByRole('button', { name: /^Comment 1:/ })
  const field = page.getByLabel('Comment on this spot')
  await expect(pin).toHaveAttribute('aria-pressed', 'false')
  const requests = writesOf(page)
  await drag(page, await at(0.3, 0.3), await at(0.4, 0.4))
  await expect(field).toBeVisible()
  await expect(pin).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)
  expect(requests).toEqual([])

  const middle = await at(0.375, 0.375)
  await page.mouse.click(middle.x, middle.y)
  await field.fill('This word.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: /^Comment 2: Point at 38 %/ })).toBeVisible()
  expect(await geometryOf(agent, reviewId)).toEqual(markedRectangle)

  const side = await at(0.4, 0.252)
  await page.mouse.click(side.x, side.y)
  await expect(pin).toHaveAttribute('aria-pressed', 'true')
  await expect(field).toHaveCount(0)
})

test('a person moves, resizes and deletes a mark with the keyboard alone', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await uploadMarked(person, agent, reviewId)
  await page.clock.install()
  await open(`/reviews/${reviewId}`)
  const pin = page.getByRole('button', { name: /^Comment 1:/ })
  await pin.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await expect
    .poll(() => geometryOf(agent, reviewId))
    .toEqual({ x: 0.251, y: 0.27, width: 0.26, height: 0.25 })
  const requests = writesOf(page)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Escape')
  await page.clock.fastForward(60_000)
  expect(requests).toEqual([])
  expect(await geometryOf(agent, reviewId)).toEqual({ x: 0.251, y: 0.27, width: 0.26, height: 0.25 })

  await page.keyboard.press('Delete')
  const dialog = page.getByRole('dialog', { name: 'Delete comment 1?' })
  await expect(dialog).toContainText('Too wide.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await threadsOf(agent, reviewId)).toHaveLength(1)
  await pin.focus()
  await page.keyboard.press('Delete')
  await dialog.getByRole('button', { name: 'Delete comment' }).click()
  await expect(pin).toHaveCount(0)
  await expect.poll(() => threadsOf(agent, reviewId)).toEqual([])
})

test('a move or a deletion that fails is reverted and reported', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await uploadMarked(person, agent, reviewId)
  await open(`/reviews/${reviewId}`)
  const at = await stagePoints(page)
  const pin = page.getByRole('button', {
    name: /^Comment 1: Rectangle at 25 % from the left, 25 % from the top/,
  })
  await expect(pin).toBeVisible()
  // The dialog's code is loaded when it is first opened.
  await pin.focus()
  await page.keyboard.press('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await pin.click()
  await page.context().setOffline(true)
  await drag(page, await at(0.375, 0.375), await at(0.475, 0.475))
  await expect(page.getByText('Comment 1 was not moved', { exact: true })).toBeVisible()
  await expect(pin).toBeVisible()
  await page.keyboard.press('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete comment' }).click()
  await expect(page.getByText('The comment was not deleted', { exact: true })).toBeVisible()
  await expect(pin).toBeVisible()
  await page.context().setOffline(false)
  expect(await geometryOf(agent, reviewId)).toEqual(markedRectangle)
})

test('marks of others are selected, not moved', async ({ page, agent, reviewId, open }) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  await agent('POST', `/v1/artifacts/${artifactId}/annotations`, {
    geometry: { x: 0.5, y: 0.5 },
    body: 'By an agent.',
  })
  await page.clock.install()
  await open(`/reviews/${reviewId}`)
  const requests = writesOf(page)
  const pin = page.getByRole('button', { name: /^Comment 1:/ })
  await pin.click()
  await expect(pin).toHaveAttribute('aria-pressed', 'true')
  await pin.focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.clock.fastForward(60_000)
  expect(requests).toEqual([])
  expect(await geometryOf(agent, reviewId)).toEqual({ x: 0.5, y: 0.5 })
})

test('overlapping comments are selected one after another, by pointer and by keyboard', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  for (const body of ['Lowest.', 'Middle.', 'Topmost.'])
    await person.call('POST', `/v1/artifacts/${artifactId}/annotations`, {
      geometry: { x: 0.5, y: 0.5 },
      body,
    })
  await open(`/reviews/${reviewId}`)
  const pins = page.getByRole('button', { name: /^Comment \d: Point/ })
  const pressed = () => pins.evaluateAll(all => all.findIndex(each => each.ariaPressed === 'true') + 1)
  const at = await stagePoints(page)
  const { x, y } = await at(0.5, 0.5)
  for (const number of [3, 1, 2, 3]) {
    await page.mouse.click(x, y)
    await expect.poll(pressed).toBe(number)
    await page.mouse.move(x + 2, y)
    expect(
      await page.evaluate(
        ([left, top]) => document.elementFromPoint(left ?? 0, top ?? 0)?.textContent?.trim(),
        [x, y],
      ),
    ).toBe(String(number))
  }
  await pins.nth(0).focus()
  await page.keyboard.press('Enter')
  await expect.poll(pressed).toBe(1)
  await page.keyboard.press('Tab')
  await expect(pins.nth(1)).toBeFocused()
  expect(
    await page.evaluate(
      ([left, top]) => document.elementFromPoint(left ?? 0, top ?? 0)?.textContent?.trim(),
      [x, y],
    ),
  ).toBe('2')
  await expect(page.getByLabel('Comment on this spot')).toHaveCount(0)
})

test('resolved marks are hidden until their comment or the filter is selected', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { thread } = await uploadMarked(person, agent, reviewId)
  await open(`/reviews/${reviewId}#${thread.threadId}`)
  const pin = page.getByRole('button', { name: /^Comment 1:/ })
  await page.keyboard.press('e')
  await page.keyboard.press('Escape')
  await expect(pin).toHaveCount(0)
  await page.getByRole('button', { name: 'Resolved 1' }).click()
  await expect(pin).toBeVisible()
})

for (const colorScheme of themes) {
  test(`axe finds no violations with a mark, its delete dialog and the shortcuts, ${colorScheme}`, async ({
    page,
    person,
    agent,
    reviewId,
    open,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { thread } = await uploadMarked(person, agent, reviewId)
    await open(`/reviews/${reviewId}#${thread.threadId}`)
    await expect(page.getByRole('button', { name: /^Comment 1:/ })).toBeVisible()
    const checkPage = async () =>
      (await new AxeBuilder({ page }).analyze()).violations.map(
        each => `${each.id}: ${each.nodes[0]?.target}`,
      )
    expect(await checkPage()).toEqual([])
    await page.keyboard.press('Delete')
    await expect(page.getByRole('dialog', { name: 'Delete comment 1?' })).toBeVisible()
    expect(await checkPage()).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    for (const row of [
      'Ctrl/⌘+EnterSend the comment',
      'Ctrl/⌘+wheelZoom',
      'Alt+arrowsResize the mark',
      'EnterWith a drawing tool: place a mark',
    ])
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText(row)
    expect(await checkPage()).toEqual([])
  })
}

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 })

  test('taps select overlapping comments one after another', async ({ page, agent, reviewId, open }) => {
    const { artifactId } = await upload(agent, reviewId, await png())
    for (const body of ['Lower.', 'Upper.'])
      await agent('POST', `/v1/artifacts/${artifactId}/annotations`, { geometry: { x: 0.5, y: 0.3 }, body })
    await open(`/reviews/${reviewId}`)
    const at = await stagePoints(page)
    const { x, y } = await at(0.5, 0.3)
    const pin = (number: number) =>
      page.getByRole('button', { name: new RegExp(`^Comment ${number}: Point`) })
    for (const number of [2, 1, 2]) {
      await page.touchscreen.tap(x, y)
      await expect(pin(number)).toHaveAttribute('aria-pressed', 'true')
    }
  })
})
