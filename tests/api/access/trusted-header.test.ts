import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caller } from '../../support/server/client'
import { password } from '../../support/people/sessions'
import { requestSignUp, signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { runSql } from '../../support/data/database'
import { RedirectClient } from '../../support/people/redirects'
import { adminToken, limitedServer, newAddress } from '../../support/people/servers'
import { startServer, type TestServer } from '../../support/server/server'

const env = {
  TRUST_PROXY: 'on',
  TRUSTED_USER_HEADER: 'X-Forwarded-Email',
  TRUSTED_NAME_HEADER: 'Remote-Name',
  ADMIN_TOKEN: adminToken,
}
let server: TestServer

beforeAll(async () => {
  server = await startServer()
  // Creates an account with an unconfirmed email before the proxy is in use.
  await requestSignUp(server, 'Hal', { email: 'hal@example.org' })
  await server.restart(env)
})
afterAll(() => server.stop())

/** Returns the headers of a request that the proxy sends for a person. */
const proxied = (email?: string, more: Record<string, string> = {}) => ({
  'x-forwarded-for': '192.0.2.1',
  ...(email !== undefined && { 'x-forwarded-email': email }),
  ...more,
})

interface Me {
  user: { id: string; name: string; email: string }
}

const get = (browser: RedirectClient, path: string, headers: Record<string, string>, at = server) =>
  browser.send(at.url + path, { headers })

/** Returns the person whom the server recognizes in a request, or null. */
async function seen(browser: RedirectClient, headers: Record<string, string>, at = server) {
  const response = await get(browser, '/api/me', headers, at)
  return response.ok ? ((await response.json()) as Me).user : null
}

async function sessions(email: string): Promise<number> {
  const text = 'SELECT 1 AS one FROM session JOIN "user" ON "user".id = session.user_id WHERE email = ?'
  return (await runSql(server, text, [email])).length
}

describe('A person named by the trusted header of the proxy', () => {
  it('with a sign-in proxy, an account that a script created gets no password link', async () => {
    const script = caller(server, { authorization: `Bearer ${adminToken}` })
    const { body } = await script<{ person: { id: string; emailVerified: boolean }; passwordLink: unknown }>(
      'POST',
      '/api/admin/people',
      { email: 'nia@example.org', name: 'Nia', reason: 'New colleague' },
    )
    expect([body.passwordLink, body.person.emailVerified]).toEqual([null, true])
    const browser = new RedirectClient()
    const headers = proxied('nia@example.org', { accept: 'text/html' })
    expect((await get(browser, '/', headers)).status).toBe(200)
    expect((await seen(browser, headers))?.id).toBe(body.person.id)
  })

  it('a person named by the sign-in proxy gets an account and a session at the first request', async () => {
    const browser = new RedirectClient()
    const page = await get(
      browser,
      '/',
      proxied('Ann@Example.org', { 'remote-name': 'Ann Lee', 'accept': 'text/html' }),
    )
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Inbox')])
    const user = await seen(browser, proxied('ann@example.org'))
    expect(user).toMatchObject({ email: 'ann@example.org', name: 'Ann Lee' })
    // The page, the files that it loads and later requests all use the same session.
    expect(await sessions('ann@example.org')).toBe(1)
    expect((await seen(new RedirectClient(), proxied('ann@example.org')))?.id).toBe(user?.id)
  })

  it('concurrent first requests of a person named by the sign-in proxy create one account', async () => {
    const users = await Promise.all(
      Array.from({ length: 5 }, () => seen(new RedirectClient(), proxied('five@example.org'))),
    )
    expect(new Set(users.map(user => user?.id)).size).toBe(1)
    expect(users[0]?.id).toBeTruthy()
  })

  it('a session of the sign-in proxy ends when the proxy names another person or no person', async () => {
    for (const next of [
      undefined,
      'someone@example.org',
      'not an email',
      'bea@example.org, evil@example.org',
    ]) {
      const browser = new RedirectClient()
      expect((await seen(browser, proxied('bea@example.org')))?.email).toBe('bea@example.org')
      const cookie = browser.cookieFor(server.url)
      const other = await seen(browser, proxied(next))
      expect([next, other?.email]).toEqual([next, next === 'someone@example.org' ? next : undefined])
      expect([next, await sessions('bea@example.org')]).toEqual([next, 0])
      // The cookie of the ended session is no longer valid.
      const late = await fetch(`${server.url}/api/auth/get-session`, { headers: { cookie } })
      expect([next, await late.json()]).toEqual([next, null])
    }
  })

  it('the cookie of a sign-in proxy’s session does not work on requests that bypass the proxy', async () => {
    const browser = new RedirectClient()
    await seen(browser, proxied('cy@example.org'))
    const cookie = browser.cookieFor(server.url)
    const elsewhere: Record<string, string>[] = [
      { cookie },
      { cookie, 'x-forwarded-email': 'cy@example.org' },
      { cookie, 'x-forwarded-for': '192.0.2.1' },
      { cookie, 'x-forwarded-for': 'unknown', 'x-forwarded-email': 'cy@example.org' },
    ]
    for (const headers of elsewhere)
      for (const path of ['/api/me', '/api/auth/get-session', '/v1/reviews/rev_1']) {
        const response = await fetch(server.url + path, { headers })
        const text = await response.text()
        expect([path, response.status]).toEqual([path, path.includes('get-session') ? 200 : 401])
        if (path.includes('get-session')) expect(text).toBe('null')
      }
  })

  it('a request with the trusted header that does not come from the proxy signs no one in', async () => {
    const direct = { 'x-forwarded-email': 'direct@example.org' }
    expect(await seen(new RedirectClient(), direct)).toBeNull()
    expect(await seen(new RedirectClient(), { ...direct, 'x-forwarded-for': 'x' })).toBeNull()
  })

  it('a POST with the trusted header signs no one in, since another site can send it', async () => {
    const browser = new RedirectClient()
    const response = await browser.send(`${server.url}/api/workspaces`, {
      method: 'POST',
      headers: { ...proxied('dee@example.org'), 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'x' }),
    })
    expect([response.status, browser.cookieFor(server.url)]).toEqual([401, ''])
    await seen(browser, proxied('dee@example.org'))
    const foreign = await browser.send(`${server.url}/api/workspaces`, {
      method: 'POST',
      headers: {
        ...proxied('dee@example.org'),
        'content-type': 'application/json',
        'origin': 'https://evil.example',
      },
      body: JSON.stringify({ name: 'x' }),
    })
    expect(foreign.status).toBe(403)
  })
})

it('requests with a token, and requests for shared links, media or files start no session', async () => {
  const browser = new RedirectClient()
  await seen(browser, proxied('eve@example.org'))
  const call = caller(server, { ...proxied('eve@example.org'), cookie: browser.cookieFor(server.url) })
  const me = await call<{ workspace: { id: string } }>('GET', '/api/me')
  const workspaceId = me.body.workspace.id
  const project = await call<{ project: { id: string } }>('POST', '/api/projects', { name: 'x', workspaceId })
  const token = await call<{ token: string }>('POST', '/api/tokens', {
    name: 'ci',
    workspaceId,
    capabilities: ['artifact:write', 'artifact:read', 'feedback:read'],
  })
  const agent = caller(server, { authorization: `Bearer ${token.body.token}` })
  const reviewId = await newReview(agent, project.body.project.id)
  const share = await call<{ url: string }>('POST', `/v1/reviews/${reviewId}/share-links`, {})
  const { pathname } = new URL(share.body.url)
  const paths = [
    pathname,
    `/v1/reviews/${reviewId}`,
    '/e/unknown',
    '/api/health',
    '/_nuxt/none.js',
    '/api/plans',
  ]
  for (const path of paths) {
    const headers = proxied('fay@example.org', { accept: 'text/html' })
    const response = await fetch(server.url + path, { headers, redirect: 'manual' })
    expect([path, response.headers.getSetCookie()]).toEqual([path, []])
  }
  const bearer = await fetch(`${server.url}/api/me`, {
    headers: proxied('fay@example.org', { authorization: 'Bearer svc_unknown' }),
  })
  expect([bearer.status, bearer.headers.getSetCookie()]).toEqual([401, []])
  expect((await agent('GET', `/v1/reviews/${reviewId}`, undefined, proxied('fay@example.org'))).status).toBe(
    200,
  )
  expect(await sessions('fay@example.org')).toBe(0)
})

it('without TRUSTED_USER_HEADER, a header that names a person is ignored', async () => {
  const plain = await limitedServer()
  for (const headers of [proxied('gus@example.org'), { 'x-forwarded-email': 'gus@example.org' }])
    expect(await seen(new RedirectClient(), headers, plain)).toBeNull()
  const person = await signUp(plain, 'Ann', {}, newAddress())
  const me = await person.call<Me>('GET', '/api/me', undefined, proxied('gus@example.org'))
  expect(me.body.user.id).toBe(person.id)
})

it('a person with an unconfirmed email must use their password once before signing in by proxy', async () => {
  const headers = proxied('hal@example.org')
  const browser = new RedirectClient()
  expect(await seen(browser, headers)).toBeNull()
  const page = await get(browser, '/sign-in?redirect=%2F', { ...headers, accept: 'text/html' })
  expect(page.headers.get('location')).toBe('/sign-in?redirect=%2F&error=account_not_linked')
  const signIn = (email: string, named: string) =>
    browser.send(`${server.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { ...proxied(named), 'content-type': 'application/json', 'origin': server.url },
      body: JSON.stringify({ email, password }),
    })
  // Sign-in and sign-up are refused for an email that differs from the email in the header.
  expect((await signIn('hal@example.org', 'ida@example.org')).status).toBe(403)
  const squat = await fetch(`${server.url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { ...proxied('ida@example.org'), 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'x', email: 'jo@example.org', password }),
  })
  expect(squat.status).toBe(403)
  expect((await signIn('hal@example.org', 'hal@example.org')).status).toBe(200)
  expect((await seen(browser, headers))?.name).toBe('Hal')
  expect((await seen(new RedirectClient(), headers))?.name).toBe('Hal')
})

it('SIGN_UPS applies to people whom the proxy names', async () => {
  const closed = await startServer({ ...env, SIGN_UPS: 'invite' })
  const owner = new RedirectClient()
  expect((await seen(owner, proxied('kim@example.org'), closed))?.email).toBe('kim@example.org')
  const call = caller(closed, { ...proxied('kim@example.org'), cookie: owner.cookieFor(closed.url) })
  const me = await call<{ workspace: { id: string } }>('GET', '/api/me')
  const invitation = await call<{ url: string }>(
    'POST',
    `/api/workspaces/${me.body.workspace.id}/invitations`,
    { role: 'member' },
  )
  const guest = new RedirectClient()
  expect(await seen(guest, proxied('lou@example.org'), closed)).toBeNull()
  const html = proxied('lou@example.org', { accept: 'text/html' })
  expect((await get(guest, '/sign-in', html, closed)).headers.get('location')).toBe(
    '/sign-in?error=sign_up_by_invitation',
  )
  expect((await get(guest, new URL(invitation.body.url).pathname, html, closed)).status).toBe(200)
  expect((await seen(guest, proxied('lou@example.org'), closed))?.email).toBe('lou@example.org')
  await closed.restart({ SIGN_UPS: 'domain:example.com' })
  expect(await seen(new RedirectClient(), proxied('max@example.org'), closed)).toBeNull()
  expect((await seen(new RedirectClient(), proxied('max@example.com'), closed))?.email).toBe(
    'max@example.com',
  )
  await closed.stop()
})
