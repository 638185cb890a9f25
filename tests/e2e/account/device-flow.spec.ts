import type { Page } from '@playwright/test'
import { caller } from '../../support/server/client'
import { signUp } from '../../support/people/sign-up'
import { expect, test } from '../../support/browser/e2e'
import type { TestServer } from '../../support/server/server'

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

/** Fills in the open sign-up form, and submits it. */
async function createAccount(page: Page, name: string) {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(`${name.toLowerCase()}${people++}@example.org`)
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
}

test('approving the code of a device in the browser gives the terminal a token', async ({
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

test('signing up returns to the page with the device code, and a denied code gives no token', async ({
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

test('the code of a device is accepted in any letter case, and an invalid code shows the reason', async ({
  page,
  server,
  person,
  open,
}) => {
  expect(person.workspaceId).toBeTruthy()
  const expired = await beginDevice(server)
  await server.advance(31 * 60_000)
  const taken = await beginDevice(server)
  await (await signUp(server, 'Eve')).call('GET', `/api/auth/device?user_code=${taken.user_code}`)
  const { user_code } = await beginDevice(server)
  await open('/device')
  const field = page.getByLabel('Code')
  const enter = async (code: string) => {
    await field.fill(code)
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  await test.step('a wrong device code can be corrected', async () => {
    await enter('abc')
    await expect(page.getByRole('alert')).toHaveText('Enter all 8 letters and digits.')
    await enter('AAAA-AAAA')
    await expect(page.getByRole('alert')).toHaveText(
      "This code isn't valid. Check the code in your terminal.",
    )
    await expect(field).toHaveValue('AAAA-AAAA')
  })
  await test.step('an expired device code shows that it has expired', async () => {
    await enter(expired.user_code)
    await expect(page.getByRole('alert')).toContainText('This code has expired.')
  })
  await test.step('a device code is accepted in lower case and without the dash', async () => {
    await field.fill('')
    await field.pressSequentially(user_code.replace('-', '').toLowerCase())
    await expect(field).toHaveValue(user_code)
    await field.press('Enter')
    await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
  })
  await test.step('a denied device code shows that the request was denied', async () => {
    await person.call('POST', '/api/auth/device/deny', { userCode: user_code })
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Request denied' })).toBeVisible()
  })
  await test.step('a device code of another account shows that it is in use', async () => {
    await open(`/device?user_code=${taken.user_code}`)
    await expect(page.getByRole('heading', { name: 'This code is in use by another account' })).toBeVisible()
  })
})
