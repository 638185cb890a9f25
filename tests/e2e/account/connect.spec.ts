import { once } from 'node:events'
import { createServer } from 'node:http'
import type { TokenMetadata } from '#shared/contract/token'
import { findings } from '../../support/browser/checks/axe'
import { joined } from '../../support/people/sign-up'
import { expect, test } from '../../support/browser/e2e'
import {
  newClientId,
  newVerifier,
  postForm,
  requestOf,
  statusWith,
  type Tokens,
} from '../../support/people/oauth'
import { themes } from '../../support/browser/checks/themes'

/** Starts an app on this computer that records the requests to its redirect URL. */
async function startApp() {
  const received: URL[] = []
  const app = createServer((request, response) => {
    received.push(new URL(request.url ?? '', 'http://app'))
    response.setHeader('content-type', 'text/html')
    response.end('<h1>Back in the app</h1>')
  }).listen(0, '127.0.0.1')
  await once(app, 'listening')
  const { port } = app.address() as { port: number }
  return { redirectUri: `http://127.0.0.1:${port}/callback`, received, close: () => app.close() }
}

test('connecting an app gives it a token for the chosen project and permissions', async ({
  page,
  server,
  person,
  projectId,
  open,
}) => {
  const app = await startApp()
  const clientId = await newClientId(server, ['http://127.0.0.1/callback'])
  const { verifier, challenge } = newVerifier()
  const request = requestOf(clientId, challenge, { redirect_uri: app.redirectUri })
  await open(`/oauth/authorize?${request}`)
  await expect(page.getByRole('heading', { name: 'Connect an app' })).toBeVisible()
  await expect(page.getByText('Acme Code')).toBeVisible()
  await expect(page.getByText(new URL(app.redirectUri).host)).toBeVisible()
  await page.getByLabel('Scope').selectOption({ label: 'Only Acme web' })
  await expect(page.getByLabel('project:create')).toBeDisabled()
  await page.getByLabel('artifact:read').uncheck()
  await page.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByRole('heading', { name: 'Back in the app' })).toBeVisible()
  const answered = app.received.find(({ pathname }) => pathname === '/callback')?.searchParams
  expect([answered?.get('state'), answered?.get('iss')]).toEqual(['state-1', server.url])
  const { body } = await postForm<Tokens>(server, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: clientId,
    code: answered?.get('code') ?? '',
    redirect_uri: app.redirectUri,
    code_verifier: verifier,
  })
  expect(await statusWith(server, body.access_token)).toBe(200)
  expect(body.scope).toBe('artifact:write feedback:read thread:reply')
  const { tokens } = (await person.call<{ tokens: TokenMetadata[] }>('GET', '/api/tokens')).body
  expect(tokens[0]).toMatchObject({ name: 'Acme Code', projectId })
  app.close()
})

test('a person without an account signs up before connecting an app, and can then cancel', async ({
  page,
  server,
  open,
}) => {
  const app = await startApp()
  const clientId = await newClientId(server, [app.redirectUri])
  const request = requestOf(clientId, newVerifier().challenge, { redirect_uri: app.redirectUri })
  await open(`/oauth/authorize?${request}`)
  await page.getByRole('link', { name: /Create/ }).click()
  await page.getByLabel('Name').fill('Nia')
  await page.getByLabel('Email').fill('nia@example.org')
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Signed in as nia@example.org')).toBeVisible()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'Back in the app' })).toBeVisible()
  const answered = app.received.find(({ pathname }) => pathname === '/callback')?.searchParams
  expect([answered?.get('error'), answered?.get('state')]).toEqual(['access_denied', 'state-1'])
  app.close()
})

for (const colorScheme of themes) {
  test(`the page to connect an app explains requests that cannot be approved (${colorScheme})`, async ({
    page,
    server,
    person,
    openAs,
    open,
  }) => {
    const app = await startApp()
    const clientId = await newClientId(server, [app.redirectUri])
    await page.emulateMedia({ colorScheme })

    await test.step('a reviewer can connect an app only to a workspace of their own', async () => {
      const reviewer = await joined(server, person, 'Rae', 'reviewer')
      const request = requestOf(await newClientId(server), newVerifier().challenge)
      const theirs = await openAs(reviewer, `/connect?${request}`)
      await expect(theirs.getByLabel('Scope')).toBeVisible()
      await expect(theirs.getByRole('combobox', { name: 'Workspace' })).toHaveCount(0)
    })
    await test.step('on a phone, a person can choose the workspace, and axe finds no problems', async () => {
      await person.call('POST', '/api/workspaces', { name: 'Side work' })
      await page.setViewportSize({ width: 390, height: 844 })
      await open(`/connect?${requestOf(await newClientId(server), newVerifier().challenge)}`)
      await expect(page.getByRole('combobox', { name: 'Workspace' })).toBeVisible()
      expect(await findings(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    })
    await test.step('an invalid request to connect an app shows the reason and a link back', async () => {
      const plain = { redirect_uri: app.redirectUri, code_challenge_method: 'plain' }
      await open(`/connect?${requestOf(clientId, newVerifier().challenge, plain)}`)
      await expect(page.getByText('code_challenge_method must be S256')).toBeVisible()
      expect(app.received).toEqual([])
      await page.getByRole('link', { name: /Return to 127/ }).click()
      await expect(page.getByRole('heading', { name: 'Back in the app' })).toBeVisible()
    })
    await test.step('for an unknown app, the page asks to add the server to the app again', async () => {
      await open('/connect?client_id=unknown')
      await expect(page.getByRole('heading', { name: "can't be connected" })).toBeVisible()
      await expect(page.getByText('remove this server and add it again')).toBeVisible()
    })
    app.close()
  })
}
