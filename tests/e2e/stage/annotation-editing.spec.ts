import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { threadsOf } from '../../support/reviews/review'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { drag, geometryOf, markedRectangle, stagePoints, uploadMarked } from '../../support/browser/stage'
import { themes } from '../../support/browser/checks/themes'
import { listStatus } from '../../support/browser/comments'

/** Collects the requests with which a page changes comments. */
function writesOf(page: Page): string[] {
  const requests: string[] = []
  page.on('request', request => {
    if (request.method() !== 'GET' && /\/(?:threads|annotations)/.test(request.url()))
      requests.push(`${request.method()} ${request.url()}`)
  })
  return requests
}

test('the mouse draws over unselected marks, edits the selected mark, and selects overlapping pins', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const pageErrors = collectPageErrors(page)
  const { artifactId } = await uploadMarked(person, agent, reviewId)
  for (const body of ['Lowest.', 'Middle.', 'Topmost.'])
    await person.call('POST', `/v1/artifacts/${artifactId}/annotations`, {
      geometry: { x: 0.9, y: 0.7 },
      body,
    })
  await open(`/reviews/${reviewId}`)
  const at = await stagePoints(page)
  const pin = page.getByRole('button', { name: /^Comment 1:/ })
  const field = page.getByLabel('Comment on this spot')

  await test.step('clicks select overlapping pins one by one, and the selected pin is on top', async () => {
    const pins = page.getByRole('button', { name: /^Comment [234]: Point/ })
    const pressed = () => pins.evaluateAll(all => all.findIndex(each => each.ariaPressed === 'true') + 2)
    const { x, y } = await at(0.9, 0.7)
    const onTop = () =>
      page.evaluate(
        ([left, top]) => document.elementFromPoint(left ?? 0, top ?? 0)?.textContent?.trim(),
        [x, y],
      )
    for (const number of [4, 2, 3, 4]) {
      await page.mouse.click(x, y)
      await expect.poll(pressed).toBe(number)
      await page.mouse.move(x + 2, y)
      expect(await onTop()).toBe(String(number))
    }
    await pins.nth(0).focus()
    await page.keyboard.press('Enter')
    await expect.poll(pressed).toBe(2)
    await page.keyboard.press('Tab')
    await expect(pins.nth(1)).toBeFocused()
    expect(await onTop()).toBe('3')
    await expect(field).toHaveCount(0)
  })

  await test.step('a drag over an unselected mark draws a new mark', async () => {
    await expect(pin).toHaveAttribute('aria-pressed', 'false')
    const requests = writesOf(page)
    await drag(page, await at(0.3, 0.3), await at(0.4, 0.4))
    await expect(field).toBeVisible()
    await expect(pin).toHaveAttribute('aria-pressed', 'false')
    await page.keyboard.press('Escape')
    await expect(field).toHaveCount(0)
    expect(requests).toEqual([])
  })

  await test.step('a click inside a mark places a point; a click on the outline selects it', async () => {
    const middle = await at(0.375, 0.375)
    await page.mouse.click(middle.x, middle.y)
    await field.fill('This word.')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('button', { name: /^Comment 5: Point at 38%/ })).toBeVisible()
    expect(await geometryOf(agent, reviewId)).toEqual(markedRectangle)
    const side = await at(0.4, 0.252)
    await page.mouse.click(side.x, side.y)
    await expect(pin).toHaveAttribute('aria-pressed', 'true')
    await expect(field).toHaveCount(0)
  })

  await test.step('a selected mark is moved and resized inside the image; Undo moves it back', async () => {
    await drag(page, await at(0.3, 0.45), await at(0.4, 0.55))
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
      page.getByRole('button', { name: /^Comment 1: Rectangle at 0% from the left, 0% from the top/ }),
    ).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect
      .poll(() => geometryOf(agent, reviewId))
      .toMatchObject({ x: expect.closeTo(0.35, 2), y: expect.closeTo(0.35, 2) })
  })
  expect(pageErrors).toEqual([])
})

for (const colorScheme of themes)
  test(`keys move, resize, resolve and delete a mark, and axe finds nothing (${colorScheme})`, async ({
    page,
    person,
    agent,
    reviewId,
    open,
  }) => {
    await page.emulateMedia({ colorScheme })
    const { thread } = await uploadMarked(person, agent, reviewId)
    await open(`/reviews/${reviewId}#${thread.threadId}`)
    const pin = page.getByRole('button', { name: /^Comment 1:/ })
    await expect(pin).toBeVisible()
    /** Returns the violations that axe finds with all its rules. */
    const checkPage = async () =>
      (await new AxeBuilder({ page }).setLegacyMode(true).analyze()).violations.map(
        each => `${each.id}: ${each.nodes[0]?.target}`,
      )
    expect(await checkPage()).toEqual([])

    await test.step('arrow keys on a pin move and resize its mark', async () => {
      await pin.focus()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('Shift+ArrowDown')
      await page.keyboard.press('Alt+Shift+ArrowRight')
      await expect
        .poll(() => geometryOf(agent, reviewId))
        .toEqual({ x: 0.251, y: 0.27, width: 0.26, height: 0.25 })
    })
    const dialog = page.getByRole('dialog', { name: 'Delete comment 1?' })
    await test.step('Delete asks for a confirmation, and Cancel keeps the comment', async () => {
      await page.keyboard.press('Delete')
      await expect(dialog).toContainText('Too wide.')
      expect(await checkPage()).toEqual([])
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(await threadsOf(agent, reviewId)).toHaveLength(1)
    })
    await test.step('the list of keyboard shortcuts contains the keys for marks', async () => {
      await page.keyboard.press('?')
      const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      await expect(keys).toBeVisible()
      for (const row of [
        'Ctrl+EnterSend the comment',
        'Ctrl+wheelZoom',
        'Alt+arrowsResize the mark',
        'EnterWith a drawing tool: place a mark',
      ])
        await expect(keys).toContainText(row)
      expect(await checkPage()).toEqual([])
      await page.keyboard.press('Escape')
      await expect(keys).toHaveCount(0)
    })
    await test.step('a resolved mark is hidden until resolved comments are listed', async () => {
      await page.keyboard.press('e')
      await page.keyboard.press('Escape')
      await expect(pin).toHaveCount(0)
      await listStatus(page, 'Resolved 1')
      await expect(pin).toBeVisible()
    })
    await test.step('Delete and a confirmation delete the comment', async () => {
      await pin.focus()
      await page.keyboard.press('Delete')
      await dialog.getByRole('button', { name: 'Delete comment' }).click()
      await expect(pin).toHaveCount(0)
      await expect.poll(() => threadsOf(agent, reviewId)).toEqual([])
    })
  })
