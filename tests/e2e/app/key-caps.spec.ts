import type { Page } from '@playwright/test'
import { commentItem } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { uploadMarked } from '../../support/browser/stage'

const caps = (page: Page) => page.getByRole('complementary', { name: 'Conversation' }).locator('kbd:visible')

/** Opens a review with a comment, which is selected. */
async function select(page: Page) {
  const comment = commentItem(page, 'Too wide.')
  await comment.getByRole('button').first().click()
  await expect(comment.getByRole('button').first()).toHaveAttribute('aria-current', 'true')
  return comment
}

test('search, the comment field and the selected comment show their keys', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  await uploadMarked(person, agent, reviewId)
  await open(`/reviews/${reviewId}`)
  await expect(caps(page)).toHaveText(['/', 'C'])
  const comment = await select(page)
  await expect(caps(page)).toHaveText(['/', 'E', 'C'])
  await expect(comment.getByRole('button', { name: 'Resolve' }).locator('kbd')).toHaveText('E')
  // The field is in use: its key would be typed.
  await page.keyboard.press('c')
  await expect(page.getByRole('textbox', { name: 'Comment on this image' })).toBeFocused()
  await expect(caps(page)).toHaveText(['/', 'E'])
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('no key is shown', async ({ page, person, agent, reviewId, open }) => {
    await uploadMarked(person, agent, reviewId)
    await open(`/reviews/${reviewId}`)
    await select(page)
    await expect(page.locator('kbd')).not.toHaveCount(0)
    await expect(page.locator('kbd:visible')).toHaveCount(0)
  })
})
