import type { Page } from '@playwright/test'
import { findings } from '../../support/browser/axe'
import { threadsOf, upload } from '../../support/server/client'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'
import { drag, stagePoints } from '../../support/browser/stage'
import { themes } from '../../support/browser/themes'

const png = () => pngImage(1000, 500)
const field = (page: Page) => page.getByLabel('Comment on this spot')
const addShape = (page: Page) => page.getByRole('button', { name: 'Add shape' })
/** Shows the form, which is folded while shapes are added. */
const done = (page: Page) => page.getByRole('button', { name: 'Done' })

/** Draws two rectangles for one comment, which stays open. */
async function drawTwo(page: Page) {
  const at = await stagePoints(page)
  await drag(page, await at(0.1, 0.5), await at(0.2, 0.7))
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('These two differ.')
  await addShape(page).click()
  await expect(field(page)).toBeHidden()
  await drag(page, await at(0.7, 0.1), await at(0.9, 0.3))
  await expect(page.getByRole('button', { name: 'Remove shape 2: Rectangle' })).toBeVisible()
  return at
}

test('further shapes join the comment, can be removed, and are moved one by one', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  const at = await drawTwo(page)
  const { x, y } = await at(0.8, 0.8)
  await page.mouse.click(x, y)
  await page.getByRole('button', { name: 'Remove shape 3: Point' }).click()
  await expect(page.getByRole('button', { name: /^Remove shape 3/ })).toHaveCount(0)
  await done(page).click()
  await expect(field(page)).toHaveValue('These two differ.')
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Control+Enter')
  const second = page.getByRole('button', { name: 'Comment 1, shape 2: Rectangle' })
  await expect(second).toBeVisible()
  const [thread] = await threadsOf(agent, reviewId)
  expect(thread?.shapes).toHaveLength(1)

  await second.focus()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Comment 1 moved')).toBeVisible()
  await expect
    .poll(async () => (await threadsOf(agent, reviewId))[0]?.shapes[0]?.pixels)
    .toMatchObject({ y: (thread?.shapes[0]?.pixels as { y: number }).y + 10 })
  expect((await threadsOf(agent, reviewId))[0]?.geometry).toEqual(thread?.geometry)
})

test('a shape that is drawn without Add shape begins another comment', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  const at = await drawTwo(page)
  await done(page).click()
  await drag(page, await at(0.4, 0.4), await at(0.5, 0.6))
  const second = page.getByRole('button', { name: /^Remove shape/ })
  await expect(second).toHaveCount(0)
  await expect(page.getByText('2 shapes replaced')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(second).toHaveCount(1)
  await expect(field(page)).toHaveValue('These two differ.')
  await drag(page, await at(0.4, 0.4), await at(0.5, 0.6))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Undo' }).click()
  // A single shape too, but not a point, which a click puts anywhere.
  await drag(page, await at(0.1, 0.8), await at(0.2, 0.9))
  await expect(page.getByText('Shape replaced')).toBeVisible()
})

test('an unsent comment with several shapes is restored after a reload', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await drawTwo(page)
  await page.reload()
  await expect(field(page)).toHaveValue('These two differ.')
  await expect(page.getByRole('button', { name: 'Remove shape 2: Rectangle' })).toBeVisible()
})

for (const colorScheme of themes)
  test(`axe finds nothing on a comment with several shapes: ${colorScheme}`, async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await page.emulateMedia({ colorScheme })
    await upload(agent, reviewId, await png())
    await open(`/reviews/${reviewId}`)
    await drawTwo(page)
    expect(await findings(page)).toEqual([])
    // Escape ends adding shapes, and the form is there again.
    await page.keyboard.press('Escape')
    await expect(field(page)).toBeFocused()
    expect(await findings(page)).toEqual([])
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('button', { name: 'Comment 1, shape 2: Rectangle' })).toBeVisible()
    expect(await findings(page)).toEqual([])
  })

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('taps add points to the comment, whose form is folded meanwhile', async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await upload(agent, reviewId, await png())
    await open(`/reviews/${reviewId}`)
    const at = await stagePoints(page)
    const tap = async (x: number, y: number) => {
      const point = await at(x, y)
      await page.touchscreen.tap(point.x, point.y)
    }
    await tap(0.1, 0.1)
    await field(page).fill('These two differ.')
    const form = await field(page).boundingBox()
    await addShape(page).tap()
    await expect(field(page)).toBeHidden()
    await expect(page.locator('[data-announcements]')).toContainText('Draw another shape')
    // Where the form was.
    if (form) await page.touchscreen.tap(form.x + form.width / 2, form.y + form.height - 2)
    await expect(page.getByRole('button', { name: 'Remove shape 2: Point' })).toBeVisible()
    await page.getByRole('button', { name: 'Done' }).tap()
    await expect(field(page)).toHaveValue('These two differ.')
    await page.getByRole('button', { name: 'Send' }).tap()
    await expect(page.getByRole('button', { name: 'Comment 1, shape 2: Point' })).toBeVisible()
    expect((await threadsOf(agent, reviewId))[0]?.shapes).toHaveLength(1)
  })
})
