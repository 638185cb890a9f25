import type { CDPSession, Page } from '@playwright/test'
import { findings } from '../../support/browser/checks/axe'
import { signUp } from '../../support/people/sign-up'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { startServer, type TestServer } from '../../support/server/server'

/** The URL of this server has a host name, because browsers do not allow passkeys for an IP address. */
let server: TestServer
let origin: string

test.beforeAll(async () => {
  server = await startServer()
  origin = server.url.replace('127.0.0.1', 'localhost')
  await server.restart({ PUBLIC_URL: origin })
})
test.afterAll(() => server.stop())

/**
 * Gives a page a platform authenticator, such as a fingerprint reader, that confirms each request
 * immediately.
 */
async function addAuthenticator(page: Page) {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Makes the authenticator's later checks of the fingerprint pass or fail. */
    verify: (isUserVerified: boolean) =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    count: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  }
}

async function open(page: Page, path: string) {
  await page.goto(origin + path)
  await page.waitForSelector('html[data-hydrated]')
}

/**
 * Signs a new person up, and signs them in on the sign-in page with their password. Calls `check` before the
 * password is filled in.
 */
async function enterWithPassword(page: Page, email: string, path: string, check?: () => Promise<void>) {
  await signUp(server, 'Ann', { email })
  await open(page, `/sign-in?redirect=${encodeURIComponent(path)}`)
  await page.getByLabel('Email').fill(email)
  await check?.()
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(origin + path)
}

async function addPasskey(page: Page, name: string) {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
}

test('a person can add a passkey and sign in with it until the passkey is removed', async ({ page }) => {
  const pageErrors = collectPageErrors(page)
  const authenticator = await addAuthenticator(page)
  const cancelled = 'You cancelled, or your device did not confirm your identity in time.'
  const dialog = page.getByRole('dialog')
  const row = page.getByRole('listitem').filter({ hasText: 'Work laptop' })
  await enterWithPassword(page, 'ann@example.org', '/settings/account')

  await test.step('a passkey is added only after the person confirms their identity', async () => {
    await authenticator.verify(false)
    await addPasskey(page, 'Work laptop')
    await expect(dialog.getByRole('alert')).toContainText(cancelled)
    await authenticator.verify(true)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(row).toBeVisible()
    await expect(dialog).toHaveCount(0)
    expect(await authenticator.count()).toBe(1)
  })
  await test.step('a device can have only one passkey for an account', async () => {
    await addPasskey(page, 'Work laptop again')
    await expect(dialog.getByRole('alert')).toContainText('already has a passkey')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(row).toHaveCount(1)
  })
  await test.step('a passkey signs in, but only after the person confirms their identity', async () => {
    await page.context().clearCookies()
    await open(page, '/settings/account')
    await expect(page).toHaveURL(/\/sign-in\?redirect=/)
    expect(await findings(page)).toEqual([])
    await authenticator.verify(false)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByRole('alert')).toContainText(cancelled)
    await authenticator.verify(true)
    await page.getByRole('button', { name: 'Use a passkey' }).press('Enter')
    await expect(page).toHaveURL(`${origin}/settings/account`)
    await expect(page.getByText('ann@example.org')).toBeVisible()
    await expect(row).toContainText('last used just now')
    expect(pageErrors).toEqual([])
  })
  await test.step('a passkey is renamed and removed', async () => {
    await page.getByRole('button', { name: 'Rename the passkey “Work laptop”' }).click()
    expect(await findings(page)).toEqual([])
    await dialog.getByLabel('Name').fill('Old laptop')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(row).toHaveCount(0)
    await page.getByRole('button', { name: 'Remove the passkey “Old laptop”' }).click()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Old laptop' })).toHaveCount(0)
  })
  await test.step('signing in with a removed passkey fails', async () => {
    await page.context().clearCookies()
    await open(page, '/sign-in')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByRole('alert')).toContainText(
      'No account here has this passkey: it was removed, or its account was deleted.',
    )
    // The passkey was deleted on the server, but is still on the device.
    expect(await authenticator.count()).toBe(1)
  })
})

test('passkeys are not offered at an IP address or in a browser without passkeys', async ({
  page,
  server: atAddress,
}) => {
  const button = page.getByRole('button', { name: 'Use a passkey' })
  await page.goto(`${atAddress.url}/sign-in`)
  await page.waitForSelector('html[data-hydrated]')
  await expect(page.getByLabel('Password')).toBeVisible()
  await expect(button).toHaveCount(0)

  // On a touch screen, the button is large enough to tap.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await open(page, '/sign-in')
  await expect(button).toBeEnabled()
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)

  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  await enterWithPassword(page, 'cleo@example.org', '/settings/account', () => expect(button).toHaveCount(0))
  await expect(page.getByRole('listitem').filter({ hasText: 'Password' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0)
})
