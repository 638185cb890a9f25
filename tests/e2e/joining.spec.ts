import type { Page } from '@playwright/test'
import { findings } from '../support/axe'
import { caller, newReview, signUp, type Person } from '../support/client'
import { complaintsOf, expect, test } from '../support/e2e'
import { startServer, type TestServer } from '../support/server'

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

async function bootstrap(server: TestServer) {
  const { body } = await caller(server)<{ token: string; claimUrl: string; project: { id: string } }>(
    'POST',
    '/v1/bootstrap',
    { project: 'Acme web' },
  )
  const agent = caller(server, { authorization: `Bearer ${body.token}` })
  await newReview(agent, body.project.id)
  return new URL(body.claimUrl).pathname
}

const invite = async (owner: Person, role = 'reviewer') => {
  const { body } = await owner.call<{ id: string; url: string }>(
    'POST',
    `/api/workspaces/${owner.workspaceId}/invitations`,
    { role },
  )
  return { id: body.id, path: new URL(body.url).pathname }
}

let people = 0
/** Fills the sign-up form that is open. */
async function createAccount(page: Page, name: string) {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(`${name.toLowerCase()}${people++}@example.org`)
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
}

test.describe('claiming', () => {
  test('who has no account makes one, comes back, sees what there is, claims it, and finds it in the inbox', async ({
    page,
    server,
    open,
  }) => {
    const path = await bootstrap(server)
    const complaints = complaintsOf(page)
    await open(path)
    await expect(page).toHaveURL(/\/sign-in\?redirect=\/claim\//)
    await expect(
      page.getByText('You need an account to claim the workspace your agent created.'),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Create an account' }).click()
    await createAccount(page, 'Robin')
    await expect(page.getByRole('heading', { name: 'Claim this workspace' })).toBeVisible()
    await expect(page.getByRole('listitem')).toHaveText('Acme web')
    await expect(page.getByText('1 review', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Claim workspace' }).click()
    await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Totals wrap/ })).toBeVisible()

    await open(path)
    await expect(page.getByRole('heading', { name: "This claim link isn't valid" })).toBeVisible()
    expect(complaints.filter(each => !each.includes('404'))).toEqual([])
  })

  test('somebody else was faster: the page says so', async ({ page, server, person, open }) => {
    const path = await bootstrap(server)
    expect(person.workspaceId).toBeTruthy()
    await open(path)
    await expect(page.getByRole('heading', { name: 'Claim this workspace' })).toBeVisible()
    await (await signUp(server, 'Fast')).call('POST', '/api/claim', { code: path.split('/').at(-1) })
    await page.getByRole('button', { name: 'Claim workspace' }).click()
    await expect(page.getByRole('heading', { name: "This claim link isn't valid" })).toBeFocused()
  })
})

test.describe('connecting a device', () => {
  test('the link of the terminal shows its code and who asks; approved, the terminal gets in', async ({
    page,
    server,
    person,
    open,
  }) => {
    expect(person.workspaceId).toBeTruthy()
    const codes = await beginDevice(server)
    const { pathname, search } = new URL(codes.verification_uri_complete)
    await open(pathname + search)
    await expect(page.getByText(`${codes.user_code.slice(0, 4)}-${codes.user_code.slice(4)}`)).toBeVisible()
    await expect(page.getByText('exhibit-cli')).toBeVisible()
    await expect(page.getByText(/Signed in as person\d+@example\.com/)).toBeVisible()
    expect(await poll(server, codes.device_code)).toMatchObject({ error: 'authorization_pending' })
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect(page.getByRole('heading', { name: 'Device connected' })).toBeFocused()
    await expect(page.getByText('Return to your terminal to continue')).toBeVisible()
    await server.advance(6000)
    expect((await poll(server, codes.device_code)).access_token).toBeTruthy()
  })

  test('the code survives making an account; denied, the terminal gets nothing', async ({
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

  test('a code is typed in any case, with or without its dash; a wrong one is told and can be typed again', async ({
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
    await field.pressSequentially(user_code.toLowerCase())
    await expect(field).toHaveValue(`${user_code.slice(0, 4)}-${user_code.slice(4)}`)
    await field.press('Enter')
    await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
  })

  test('an expired code, one of another account and one that was answered are each told', async ({
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

test.describe('an invitation', () => {
  test('says who invites to what, waits while one signs up, and opens the workspace', async ({
    page,
    server,
    open,
  }) => {
    const owner = await signUp(server, 'Olga')
    await newReview(await owner.agent(), await owner.project())
    const { path } = await invite(owner)
    await open(path)
    await expect(page.getByRole('heading', { name: "Join Olga's workspace" })).toBeVisible()
    await expect(page.getByText('Olga invited you. As a reviewer, you can view')).toBeVisible()
    await page.getByRole('link', { name: 'Create an account' }).click()
    await createAccount(page, 'Rita')
    await page.getByRole('button', { name: 'Join' }).click()
    await expect(page.getByRole('link', { name: /^Totals wrap/ })).toBeVisible()
    const me = (await page.evaluate(() => fetch('/api/me').then(answer => answer.json()))) as {
      workspace: object
    }
    expect(me.workspace).toMatchObject({ id: owner.workspaceId, role: 'reviewer' })
    await open(path)
    await expect(page.getByRole('heading', { name: "This invitation isn't valid" })).toBeVisible()
  })

  test('one that is taken back, or unknown, is a dead end that says whom to ask', async ({
    page,
    server,
    open,
  }) => {
    const owner = await signUp(server, 'Olga')
    const { id, path } = await invite(owner)
    await owner.call('DELETE', `/api/invitations/${id}`)
    for (const address of [path, '/invite/unknown']) {
      await open(address)
      await expect(page.getByText('Ask the person who invited you for a new link.')).toBeVisible()
      expect((await page.request.get(server.url + address)).status()).toBe(404)
    }
  })

  test('lets its holder sign up where sign-up is closed, and says when the workspace is full', async ({
    page,
  }) => {
    const server = await startServer({ SIGN_UPS: 'invite', PLAN_LIMITS: 'on' })
    try {
      const owner = await signUp(server, 'Olga')
      const links = [
        await invite(owner, 'member'),
        await invite(owner, 'member'),
        await invite(owner, 'member'),
      ]
      await page.goto(`${server.url}/sign-up`)
      await page.waitForSelector('html[data-hydrated]')
      await createAccount(page, 'Mallory')
      await expect(page.getByRole('alert')).toContainText('Sign-up on this server is by invitation.')
      for (const [index, { path }] of links.entries()) {
        await page.context().clearCookies()
        await page.goto(server.url + path)
        await page.waitForSelector('html[data-hydrated]')
        await page.getByRole('link', { name: 'Create an account' }).click()
        await createAccount(page, `Guest${index}`)
        await page.getByRole('button', { name: 'Join' }).click()
        if (index < 2) await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible()
        else await expect(page.getByRole('alert')).toContainText("You haven't joined yet.")
      }
    } finally {
      await server.stop()
    }
  })
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the pages of joining, ${colorScheme}`, async ({
    page,
    server,
    person,
    open,
  }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 390, height: 844 })
    const [claim, device, { path }] = [
      await bootstrap(server),
      await beginDevice(server),
      await invite(person),
    ]
    const found: Record<string, string[]> = {}
    const look = async (address: string, text: string) => {
      await open(address)
      await expect(page.getByText(text).first()).toBeVisible()
      found[address] = await findings(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    }
    await look(claim, "What's included")
    await look('/claim/unknown', "isn't valid")
    await look('/device', 'Enter the code')
    await look(`/device?user_code=${device.user_code}`, 'Requested by')
    await look('/device?user_code=AAAAAAAA', "This code isn't valid")
    await look(path, 'Signed in as')
    await page.context().clearCookies()
    await look(path, 'Create an account')
    await look('/invite/unknown', "isn't valid")
    await look(`/sign-in?redirect=${claim}`, 'You need an account to claim')
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map(address => [address, []])))
  })
}
