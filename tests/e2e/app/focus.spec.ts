import { readFile } from 'node:fs/promises'
import { upload } from '../../support/reviews/uploads'
import { commentItem } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { sample } from '../../support/media/samples'
import { uploadMarked } from '../../support/browser/stage'

// target-size.spec.ts and every-page.spec.ts check that every control shows a focus ring.

test('the focus on a review page is not lost when a dialog, a search, marks or evidence disappear', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await uploadMarked(person, agent, reviewId)
  const film = await readFile(sample('live.webm'))
  await upload(agent, reviewId, film, { kind: 'video', mime: 'video/webm', title: 'Resize' })
  await open(`/reviews/${reviewId}`)
  const stage = page.getByTestId('stage')
  await expect(stage.locator('img')).toBeVisible()
  const composer = page.getByRole('textbox', { name: 'Comment on this image' })

  await test.step('the comment field and the selected comment show their keyboard shortcuts', async () => {
    const caps = page.getByRole('complementary', { name: 'Conversation' }).locator('kbd:visible')
    await expect(caps).toHaveText(['C'])
    const comment = commentItem(page, 'Too wide.')
    await comment.getByRole('button').first().click()
    await expect(comment.getByRole('button').first()).toHaveAttribute('aria-current', 'true')
    await expect(caps).toHaveText(['E', 'C'])
    await expect(comment.getByRole('button', { name: 'Resolve' }).locator('kbd')).toHaveText('E')
    // While the field has the focus, the hint for its key is hidden, because the key would type a letter.
    await page.keyboard.press('c')
    await expect(composer).toBeFocused()
    await expect(caps).toHaveText(['E'])
    await page.keyboard.press('Escape')
  })
  await test.step('a dialog that adds files gets the focus, and Tab does not leave the dialog', async () => {
    await page.getByRole('button', { name: 'Add evidence' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Choose files' })).toBeFocused()
    for (let presses = 0; presses < 6; presses++) {
      await page.keyboard.press('Tab')
      await expect(dialog.locator(':focus')).toBeVisible()
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })
  await test.step('Escape in the search for comments moves the focus to the search button', async () => {
    await page.keyboard.press('/')
    const field = page.getByRole('searchbox', { name: 'Search comments' })
    await expect(field).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(field).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Search and group comments' })).toBeFocused()
  })
  await test.step('single-character shortcuts are turned off and on in the list of shortcuts', async () => {
    const rectangle = page.getByRole('button', { name: 'Rectangle (R)' })
    const menu = page.getByRole('button', { name: /^Actions for Totals/ })
    const openKeys = async () => {
      await menu.click()
      await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    }
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    const characterKeys = keys.getByRole('checkbox', { name: 'Single-character shortcuts' })
    await openKeys()
    await expect(keys).toContainText('RRectangle')
    await characterKeys.uncheck()
    await expect(keys).not.toContainText('RRectangle')
    await expect(keys).toContainText('EscDiscard the draft')
    await page.keyboard.press('Escape')
    await expect(menu).toBeFocused()
    await page.getByRole('button', { name: 'Review details' }).focus()
    await page.keyboard.press('r')
    await page.keyboard.press('ArrowDown')
    await expect(stage.locator('video')).toBeVisible()
    await page.keyboard.press('ArrowUp')
    await expect(stage.locator('img')).toBeVisible()
    await expect(rectangle).toHaveAttribute('aria-pressed', 'false')
    await openKeys()
    await characterKeys.check()
    await page.keyboard.press('Escape')
    await expect(menu).toBeFocused()
    await page.keyboard.press('r')
    await expect(rectangle).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('v')
  })
  await test.step('the focus stays on the stage when its marks or its evidence disappear', async () => {
    await stage.getByRole('button', { name: /^Comment 1/ }).focus()
    await page.keyboard.press('Shift+H')
    await expect(stage).toBeFocused()
    await expect(page.locator('[data-announcements]')).toHaveText('Comments hidden on the stage')
    await page.keyboard.press('ArrowDown')
    await expect(stage.locator('video')).toBeVisible()
    await expect(stage).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(stage.locator('img')).toBeVisible()
    await expect(stage).toBeFocused()
  })
  await test.step('discarding a comment focuses the stage, and Undo focuses the comment again', async () => {
    await page.keyboard.press('c')
    await composer.fill('Not now.')
    await page.keyboard.press('Escape')
    await expect(stage).toBeFocused()
    await page.keyboard.press('Control+z')
    await expect(composer).toBeFocused()
    await expect(composer).toHaveValue('Not now.')
  })
})
