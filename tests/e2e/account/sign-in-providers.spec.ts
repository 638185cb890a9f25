import { findings } from '../../support/browser/checks/axe'
import { signUp } from '../../support/people/sign-up'
import { collectPageErrors, signInBrowser, expect, test } from '../../support/browser/e2e'
import { startOidcProvider, type OidcProvider } from '../../support/stubs/oidc-provider'
import { startServer, type TestServer } from '../../support/server/server'

let provider: OidcProvider
let providerServer: TestServer

test.beforeAll(async () => {
  provider = await startOidcProvider()
  providerServer = await startServer(provider.env)
})
test.afterAll(async () => {
  await providerServer.stop()
  await provider.stop()
})

const mara = { sub: 'mara', email: 'mara@example.org', email_verified: true, name: 'Mara' }

test('a person signs up with a provider and returns to the requested page', async ({ page }) => {
  const pageErrors = collectPageErrors(page)
  provider.person = mara
  await page.goto(`${providerServer.url}/settings/account`)
  await expect(page.getByLabel('Password')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue with Acme ID' }).click()
  await expect(page).toHaveURL(`${providerServer.url}/settings/account`)
  await expect(page.getByText('mara@example.org')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Acme ID' })).toBeVisible()
  // The page has no button to remove the provider, because the provider is the only way to sign in.
  await expect(page.getByRole('button', { name: 'Remove Acme ID' })).toHaveCount(0)
  expect(pageErrors).toEqual([])
})

test('a failed sign-in with a provider returns to the form with the reason and can be retried', async ({
  page,
}) => {
  provider.person = { ...mara, sub: 'new', email: 'new@example.org', email_verified: false }
  await page.goto(`${providerServer.url}/sign-in?redirect=%2Fsettings%2Fpeople`)
  await page.waitForSelector('html[data-hydrated]')
  await page.getByRole('button', { name: 'Continue with Acme ID' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'Your email address is not confirmed at the provider (claim',
  )
  provider.person = { ...mara, sub: 'new', email: 'new@example.org' }
  await page.getByRole('button', { name: 'Continue with Acme ID' }).click()
  await expect(page).toHaveURL(`${providerServer.url}/settings/people`)
})

test('a person links a sign-in provider to their account and then removes their password', async ({
  page,
  context,
}) => {
  const nora = await signUp(providerServer, 'Nora', { email: 'nora@example.org' })
  await signInBrowser(context, providerServer, nora)
  provider.person = { ...mara, sub: 'nora', email: 'other@example.org' }
  await page.goto(`${providerServer.url}/settings/account`)
  await page.waitForSelector('html[data-hydrated]')
  await page.getByRole('button', { name: 'Link Acme ID' }).click()
  await expect(page.getByRole('alert')).toContainText('That account has another email address.')
  provider.person = { ...mara, sub: 'nora', email: 'nora@example.org' }
  await page.context().clearCookies({ name: /^_(?:session|interaction)/ })
  await page.getByRole('button', { name: 'Link Acme ID' }).click()
  await expect(page).toHaveURL(`${providerServer.url}/settings/account`)
  await page.getByRole('button', { name: 'Remove your password' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: 'Acme ID' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
})

test('the sign-in page shows only the providers if passwords are disabled', async ({ page }) => {
  await providerServer.restart({ PASSWORD_SIGN_IN: 'off' })
  await page.goto(`${providerServer.url}/sign-in`)
  await expect(page.getByRole('button', { name: 'Continue with Acme ID' })).toBeEnabled()
  await expect(page.getByLabel('Password')).toHaveCount(0)
  expect(await findings(page)).toEqual([])
  const html = await (await page.request.get(`${providerServer.url}/sign-up`)).text()
  expect(html).toContain('Continue with Acme ID')
  expect(html).not.toContain('type="password"')
})
