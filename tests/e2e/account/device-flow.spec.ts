import type { Page } from '@playwright/test'
import { caller, signUp } from '../../support/server/client'
import { expect, test } from '../../support/browser/e2e'
import type { TestServer } from '../../support/server/server'

test.use({ env: { UNCLAIMED_WORKSPACES: 'on' } })

interface Codes {
  device_code: string
  user_code: string
  verification_uri: string
  verification_uri_complete: string
}

const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'

const beginDevice = async (server: TestServer) =>
  (await caller(server)<Codes>('POST', '/api/auth/device/code', { client_id: 'exhibit-cli' })).body

const poll = async (server: TestServer, device_code: string) =>
  (
    await caller(server)<{ error?: string; access_token?: string }>('POST', '/api/auth/device/token', {
      grant_type,
      device_code,
      client_id: 'exhibit-cli',
    })
  ).body

let people = 0

/** Fills the sign-up form that is open. */
async function createAccount(page: Page, name: string) {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(`${name.toLowerCase()}${people++}@example.org`)
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
}

test.describe('connecting a device', () => {
  test('the link of the terminal shows code and client; after approval, the terminal gets a token', async ({
    page,
    server,
    person,
    open,
  }) => {
    expect(person.workspaceId).toBeTruthy()
    const codes = await beginDevice(server)
    const { pathname, search } = new URL(codes.verification_uri_complete)
    await open(pathname + search)
    await expect(page.getByText(codes.user_code)).toBeVisible()
    await expect(page.getByText('exhibit-cli')).toBeVisible()
    await expect(page.getByText(/Signed in as person\d+@example\.com/)).toBeVisible()
    expect(await poll(server, codes.device_code)).toMatchObject({ error: 'authorization_pending' })
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByRole('heading', { name: 'Device connected' })).toBeFocused()
    await expect(page.getByText('Return to your terminal to continue')).toBeVisible()
    await server.advance(6000)
    expect((await poll(server, codes.device_code)).access_token).toBeTruthy()
  })

  test('the code survives sign-up; after denial, the terminal gets no token', async ({
    page,
    server,
    open,
  }) => {
    const codes = await beginDevice(server)
    await open(`/device?user_code=${codes.user_code}`)
    await expect(page.getByText('You need an account to connect your terminal.')).toBeVisible()
    await page.getByRole('link', { name: 'Create an account' }).click()
    await createAccount(page, 'Dana')
    await page.getByRole('button', { name: 'Deny' }).click()
    await expect(page.getByRole('heading', { name: 'Request denied' })).toBeVisible()
    expect(await poll(server, codes.device_code)).toMatchObject({ error: 'access_denied' })
  })

  test('a code is accepted in any case and without its dash; a wrong one can be corrected', async ({
    page,
    server,
    person,
    open,
  }) => {
    expect(person.workspaceId).toBeTruthy()
    const { user_code } = await beginDevice(server)
    await open('/device')
    const field = page.getByLabel('Code')
    await field.fill('abc')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alert')).toHaveText('Enter all 8 letters and digits.')
    await field.fill('AAAA-AAAA')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alert')).toHaveText(
      "This code isn't valid. Check the code in your terminal.",
    )
    await expect(field).toHaveValue('AAAA-AAAA')
    await field.fill('')
    await field.pressSequentially(user_code.replace('-', '').toLowerCase())
    await expect(field).toHaveValue(user_code)
    await field.press('Enter')
    await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
  })

  test('an expired code, one of another account and a used one each show their own message', async ({
    page,
    server,
    person,
    open,
  }) => {
    expect(person.workspaceId).toBeTruthy()
    const expired = await beginDevice(server)
    await server.advance(31 * 60_000)
    await open(`/device?user_code=${expired.user_code}`)
    await expect(page.getByRole('alert')).toContainText('This code has expired.')
    const taken = await beginDevice(server)
    await (await signUp(server, 'Eve')).call('GET', `/api/auth/device?user_code=${taken.user_code}`)
    await open(`/device?user_code=${taken.user_code}`)
    await expect(page.getByRole('heading', { name: 'This code is in use by another account' })).toBeVisible()
    const answered = await beginDevice(server)
    await person.call('GET', `/api/auth/device?user_code=${answered.user_code}`)
    await person.call('POST', '/api/auth/device/deny', { userCode: answered.user_code })
    await open(`/device?user_code=${answered.user_code}`)
    await expect(page.getByRole('heading', { name: 'Request denied' })).toBeVisible()
  })
})
