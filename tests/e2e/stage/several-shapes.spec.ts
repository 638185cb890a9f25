import type { Page } from '@playwright/test'
import { findings } from '../../support/browser/checks/axe'
import { threadsOf } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { expect, test } from '../../support/browser/e2e'
import { plainImage } from '../../support/media/samples'
import { drag, stagePoints } from '../../support/browser/stage'
import { themes } from '../../support/browser/checks/themes'

/** Returns the position and size of a rectangle in pixels of the image. */
type BoxPixels = Record<'x' | 'y' | 'width' | 'height', number>

const field = (page: Page) => page.getByLabel('Comment on this spot')

for (const colorScheme of themes)
  test(`a comment can have several shapes, each of which is moved or removed alone (${colorScheme})`, async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await page.emulateMedia({ colorScheme })
    await upload(agent, reviewId, await plainImage(1000, 500))
    await open(`/reviews/${reviewId}`)
    const at = await stagePoints(page)
    const removal = page.getByRole('button', { name: 'Remove shape 2: Rectangle' })

    await test.step('a shape that is drawn while the comment form is open is added to it', async () => {
      await drag(page, await at(0.1, 0.5), await at(0.2, 0.7))
      await expect(field(page)).toBeFocused()
      await page.keyboard.insertText('These two differ.')
      await drag(page, await at(0.7, 0.1), await at(0.9, 0.3))
      await expect(removal).toBeVisible()
      await expect(field(page)).toHaveValue('These two differ.')
      await expect(field(page)).toBeFocused()
      expect(await findings(page)).toEqual([])
    })

    await test.step('the shapes of a comment can be moved and resized before it is sent', async () => {
      await drag(page, await at(0.9, 0.3), await at(0.95, 0.4))
      await drag(page, await at(0.75, 0.1), await at(0.75, 0.2))
      await drag(page, await at(0.15, 0.5), await at(0.15, 0.4))
      await expect(field(page)).toHaveValue('These two differ.')
      await expect(field(page)).toBeFocused()
      await expect(page.getByRole('button', { name: /^Remove shape/ })).toHaveCount(2)
    })

    await test.step('the unsent comment is restored with its shapes after a reload', async () => {
      await page.reload()
      await expect(field(page)).toHaveValue('These two differ.')
      await expect(removal).toBeVisible()
    })

    await test.step('a click adds a point to a comment, and each shape can be removed', async () => {
      const { x, y } = await at(0.8, 0.8)
      await page.mouse.click(x, y)
      await page.getByRole('button', { name: 'Remove shape 3: Point' }).click()
      await expect(page.getByRole('button', { name: /^Remove shape 3/ })).toHaveCount(0)
      await expect(field(page)).toHaveValue('These two differ.')
      await field(page).press('Control+Enter')
    })

    await test.step('one of several shapes is moved alone by keyboard', async () => {
      const second = page.getByRole('button', { name: 'Comment 1, shape 2: Rectangle' })
      await expect(second).toBeVisible()
      expect(await findings(page)).toEqual([])
      const [thread] = await threadsOf(agent, reviewId)
      expect(thread?.shapes).toHaveLength(1)
      expect(Math.abs((thread?.pixels as BoxPixels).y - 200)).toBeLessThanOrEqual(3)
      const { x, y, width, height } = thread?.shapes[0]?.pixels as BoxPixels
      // The drags are exact to a pixel of the screen, which is about a pixel of the image.
      for (const [is, wanted] of [
        [x, 700],
        [y, 100],
        [width, 250],
        [height, 150],
      ] as const)
        expect(Math.abs(is - wanted)).toBeLessThanOrEqual(3)

      await second.focus()
      await page.keyboard.press('Shift+ArrowDown')
      await page.keyboard.press('Enter')
      await expect(page.getByText('Comment 1 moved')).toBeVisible()
      await expect
        .poll(async () => (await threadsOf(agent, reviewId))[0]?.shapes[0]?.pixels)
        .toMatchObject({ y: y + 10 })
      expect((await threadsOf(agent, reviewId))[0]?.geometry).toEqual(thread?.geometry)
    })
  })

test.describe('comments with several shapes work on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('on a phone, taps add points to a comment that is being written', async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await upload(agent, reviewId, await plainImage(1000, 500))
    await open(`/reviews/${reviewId}`)
    const at = await stagePoints(page)
    const point = await at(0.1, 0.1)
    await page.touchscreen.tap(point.x, point.y)
    await field(page).fill('These two differ.')
    const further = await at(0.9, 0.9)
    const heightOf = async () => (await page.locator('.docked-form').boundingBox())?.height
    const height = await heightOf()
    await page.touchscreen.tap(further.x, further.y)
    const count = page.getByRole('button', { name: '2 shapes' })
    await expect(count).toBeVisible()
    // A further shape does not make the form higher. The shapes are listed when the person asks for them.
    expect(await heightOf()).toBe(height)
    const removal = page.getByRole('button', { name: 'Remove shape 2: Point' })
    await expect(removal).toBeHidden()
    await count.tap()
    await expect(removal).toBeInViewport({ ratio: 1 })
    await count.tap()
    await expect(removal).toBeHidden()
    await expect(field(page)).toHaveValue('These two differ.')
    await field(page).fill('')
    for (const name of ['Discard', 'Send'])
      await expect(page.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
    await field(page).fill('These two differ.')
    await page.getByRole('button', { name: 'Send' }).tap()
    await expect(page.getByRole('button', { name: 'Comment 1, shape 2: Point' })).toBeVisible()
    expect((await threadsOf(agent, reviewId))[0]?.shapes).toHaveLength(1)
  })
})

test('the form of a comment moves away from a further shape that it would cover', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await plainImage(1000, 500))
  await open(`/reviews/${reviewId}`)
  const at = await stagePoints(page)
  await drag(page, await at(0.1, 0.2), await at(0.2, 0.3))
  await expect(field(page)).toBeFocused()
  const form = page.locator('[data-comment-form]').first()
  const box = await form.boundingBox()
  // The further shape begins above the form and ends under it.
  const [start, end] = [await at(0.35, 0.05), { x: (box?.x ?? 0) + 150, y: (box?.y ?? 0) + 20 }]
  await drag(page, start, end)
  await expect(page.getByRole('button', { name: /^Remove shape 2/ })).toBeVisible()
  const moved = await form.boundingBox()
  const isApart =
    (moved?.x ?? 0) > end.x ||
    (moved?.x ?? 0) + (moved?.width ?? 0) < start.x ||
    (moved?.y ?? 0) > end.y ||
    (moved?.y ?? 0) + (moved?.height ?? 0) < start.y
  expect(isApart).toBe(true)
})
