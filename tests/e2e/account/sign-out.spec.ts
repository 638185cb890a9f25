import type { Page } from '@playwright/test'
import { upload } from '../../support/reviews/uploads'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'

const title = 'Totals wrap on narrow screens'

async function signOut(page: Page) {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search commands' })).toBeFocused()
  await page.keyboard.type('sign out')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/sign-in$/)
  await page.waitForSelector('html[data-hydrated]')
}

/**
 * Goes back, and expects the sign-in page without private content. Uses `history`, because Playwright's
 * `goBack` does not wait for a reload that follows.
 */
async function expectNothingPrivateBehind(page: Page) {
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/\/sign-in\?redirect=/)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await page.content()).not.toContain(title)
}

test('after signing out, neither Back nor a restored page shows private content', async ({
  page,
  context,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await pngImage(64, 40))
  const other = await context.newPage()
  await open('/')
  await expect(page.getByRole('link', { name: new RegExp(title) })).toBeVisible()
  await open(`/reviews/${reviewId}`)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await other.goto(page.url())
  await other.waitForSelector('html[data-hydrated]')
  await expect(other.getByRole('heading', { name: title })).toBeVisible()
  await signOut(page)
  await expectNothingPrivateBehind(page)

  await test.step('another tab that is restored from the back-forward cache asks to sign in', async () => {
    // Simulates a restored page, because the headless browser of the tests has no back-forward cache.
    await other.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await expect(other).toHaveURL(/\/sign-in\?redirect=/)
    await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(await other.content()).not.toContain(title)
  })
})
