import type { Page } from '@playwright/test'
import { upload } from '../../support/server/client'
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

/** Goes back through `history`: Playwright's `goBack` does not wait for a reload that follows. */
async function expectNothingPrivateBehind(page: Page) {
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/\/sign-in\?redirect=/)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await page.content()).not.toContain(title)
}

test('after signing out, Back shows no private content', async ({ page, agent, reviewId, open }) => {
  await upload(agent, reviewId, await pngImage(640, 400))
  await open('/')
  await expect(page.getByRole('link', { name: new RegExp(title) })).toBeVisible()
  await open(`/reviews/${reviewId}`)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await signOut(page)
  await expectNothingPrivateBehind(page)
})

test('a page restored from the back-forward cache after signing out shows no private content', async ({
  page,
  context,
  server,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await pngImage(640, 400))
  await open(`/reviews/${reviewId}`)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  const other = await context.newPage()
  await other.goto(`${server.url}/`)
  await other.waitForSelector('html[data-hydrated]')
  await signOut(other)
  // What a browser does when it restores a page. The headless shell has no back-forward cache.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(page).toHaveURL(/\/sign-in\?redirect=/)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await page.content()).not.toContain(title)
})
