import type { Page } from '@playwright/test'
import { upload } from '../../support/client'
import { expect, test } from '../../support/e2e'
import { picture } from '../../support/samples'

// Playwright disables the back-forward cache by default.
const ignoreDefaultArgs = ['--disable-back-forward-cache']
test.use({ launchOptions: ({ launchOptions }, use) => use({ ...launchOptions, ignoreDefaultArgs }) })

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
  await upload(agent, reviewId, await picture(640, 400).png().toBuffer())
  await open('/')
  await expect(page.getByRole('link', { name: new RegExp(title) })).toBeVisible()
  await open(`/reviews/${reviewId}`)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await signOut(page)
  await expectNothingPrivateBehind(page)
})

test('after signing out, a page restored from the back-forward cache shows no private content', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await picture(640, 400).png().toBuffer())
  // Without no-store, Chromium would restore the page from its cache.
  await page.route('**/reviews/*', async route => {
    const response = await route.fetch({ maxRedirects: 0 })
    const { 'cache-control': _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  const restored: boolean[] = []
  await page.exposeFunction('reportShown', (persisted: boolean) => {
    restored.push(persisted)
  })
  await page.addInitScript(() =>
    addEventListener('pageshow', ({ persisted }) => {
      ;(globalThis as unknown as { reportShown: (persisted: boolean) => void }).reportShown(persisted)
    }),
  )
  await open(`/reviews/${reviewId}`)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await signOut(page)
  await expectNothingPrivateBehind(page)
  expect(restored).toContain(true)
})
