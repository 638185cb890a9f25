import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caller } from '../../support/server/client'
import { cookieOf, password } from '../../support/people/sessions'
import { requestSignUp, signUp } from '../../support/people/sign-up'
import { runSql } from '../../support/data/database'
import { startOidcProvider, type OidcProvider } from '../../support/stubs/oidc-provider'
import { beginSignIn, signInThrough } from '../../support/people/provider-sign-in'
import { RedirectClient } from '../../support/people/redirects'
import { limitedServer, newAddress } from '../../support/people/servers'
import { startServer, type TestServer } from '../../support/server/server'

interface Methods {
  methods: { id: string; kind: string; name: string; usable: boolean }[]
  linkable: { id: string; name: string }[]
}

interface Me {
  user: { id: string; name: string; email: string }
}

let provider: OidcProvider
let server: TestServer

beforeAll(async () => {
  provider = await startOidcProvider()
  server = await startServer(provider.env)
})
afterAll(async () => {
  await server.stop()
  await provider.stop()
})

const verified = (sub: string, more = {}) => ({
  sub,
  email: `${sub}@example.org`,
  email_verified: true,
  name: `Person ${sub}`,
  ...more,
})

it('a second sign-in through OpenID Connect leads to the account that the first one created', async () => {
  provider.person = verified('mara')
  const first = await signInThrough(server)
  expect([first.error, first.page.pathname + first.page.search]).toEqual([null, '/sign-in?redirect=%2F'])
  const me = await first.call<Me>('GET', '/api/me')
  expect(me.body.user).toMatchObject({ name: 'Person mara', email: 'mara@example.org' })
  // The provider’s subject identifies a person, so a person with a changed email gets the same account.
  provider.person = verified('mara', { email: 'mara.new@example.org' })
  const again = await signInThrough(server)
  expect((await again.call<Me>('GET', '/api/me')).body.user).toEqual(me.body.user)
})

describe('An account with a sign-in provider', () => {
  it('a provider sign-in finds the account by the subject of the provider, not by the email', async () => {
    provider.person = verified('lena')
    const first = await signInThrough(server)
    const me = await first.call<Me>('GET', '/api/me')
    // The same confirmed email with another subject: the provider may have given it to another person.
    provider.person = verified('lena-2', { email: 'LENA@example.org' })
    const second = await signInThrough(server)
    expect([second.error, (await second.call('GET', '/api/me')).status]).toEqual(['another_subject', 401])
    provider.person = verified('lena')
    expect((await (await signInThrough(server)).call<Me>('GET', '/api/me')).body.user).toEqual(me.body.user)
  })

  it('a sign-in without an ID token from the provider is refused', async () => {
    provider.person = verified('nora')
    await signInThrough(server)
    provider.omitsIdToken = true
    for (const sub of ['nora', 'nora-2']) {
      provider.person = verified(sub, { email: 'nora@example.org' })
      const refused = await signInThrough(server)
      expect(refused.error).not.toBeNull()
      expect((await refused.call('GET', '/api/me')).status).toBe(401)
    }
    provider.omitsIdToken = false
  })

  it('an unconfirmed email of the provider never takes over an account', async () => {
    provider.person = verified('omar')
    await signInThrough(server)
    for (const email_verified of [false, undefined]) {
      provider.person = verified('omar-2', { email: 'omar@example.org', email_verified })
      const refused = await signInThrough(server)
      expect([refused.error, (await refused.call('GET', '/api/me')).status]).toEqual([
        'account_not_linked',
        401,
      ])
    }
  })

  it('a provider is not linked to an account with a password and an unconfirmed email', async () => {
    // Anyone may have registered an account with this email, because the email is unconfirmed.
    const registered = await requestSignUp(server, 'Squatter', { email: 'pia@example.org' })
    expect(registered.status).toBe(200)
    provider.person = verified('pia')
    const refused = await signInThrough(server)
    expect([refused.error, (await refused.call('GET', '/api/me')).status]).toEqual([
      'account_not_linked',
      401,
    ])
    expect(await cookieOf(server, 'pia@example.org')).toContain('session_token')
    expect(await accountsOf('pia@example.org')).toEqual(['credential'])
  })

  it('a signed-in person can link a provider, and then sign in to the account with it', async () => {
    const person = await signUp(server, 'Rosa', { email: 'rosa@example.org' })
    const browser = new RedirectClient()
    await browser.post(`${server.url}/api/auth/sign-in/email`, { email: 'rosa@example.org', password })
    provider.person = verified('rosa')
    const linked = await signInThrough(server, { browser, link: true })
    expect([linked.error, linked.page.pathname]).toEqual([null, '/settings/account'])
    const { body } = await person.call<Methods>('GET', '/api/me/sign-in-methods')
    expect(body.methods.map(({ kind, name }) => [kind, name])).toEqual([
      ['password', 'Password'],
      ['oidc', 'Acme ID'],
    ])
    const again = await signInThrough(server)
    expect((await again.call<Me>('GET', '/api/me')).body.user.id).toBe(person.id)
  })

  it('a provider account is not linked if its email is unconfirmed or differs from the account', async () => {
    await signUp(server, 'Sam', { email: 'sam@example.org' })
    const browser = new RedirectClient()
    await browser.post(`${server.url}/api/auth/sign-in/email`, { email: 'sam@example.org', password })
    const attempts = [
      [verified('sam', { email: 'other@example.org' }), 'email_does_not_match'],
      [verified('sam', { email_verified: false }), 'unable_to_link_account'],
    ] as const
    for (const [person, error] of attempts) {
      provider.person = person
      expect((await signInThrough(server, { browser, link: true })).error).toBe(error)
    }
    expect(await accountsOf('sam@example.org')).toEqual(['credential'])
  })
})

/** Returns the providers of the stored sign-in methods of an account. */
async function accountsOf(email: string): Promise<string[]> {
  const text =
    'SELECT provider_id FROM account JOIN "user" ON "user".id = account.user_id WHERE "user".email = ?'
  return (await runSql<{ provider_id: string }>(server, text, [email])).map(row => row.provider_id)
}

describe('Sign-in methods', () => {
  it('a sign-in method can be removed, but concurrent calls cannot remove the last one', async () => {
    await signUp(server, 'Tess', { email: 'tess@example.org' })
    const browser = new RedirectClient()
    await browser.post(`${server.url}/api/auth/sign-in/email`, { email: 'tess@example.org', password })
    provider.person = verified('tess')
    const { call } = await signInThrough(server, { browser, link: true })
    const { body } = await call<Methods>('GET', '/api/me/sign-in-methods')
    expect(body.linkable).toEqual([])
    const removed = await Promise.all(
      body.methods.map(({ id }) => call('DELETE', `/api/me/sign-in-methods/${id}`)),
    )
    expect(removed.map(({ status }) => status).sort()).toEqual([204, 409])
    const after = await call<Methods>('GET', '/api/me/sign-in-methods')
    expect(after.body.methods).toHaveLength(1)
    const last = await call('DELETE', `/api/me/sign-in-methods/${after.body.methods[0]?.id}`)
    expect(last).toMatchObject({ status: 409, body: { data: { error: 'conflict' } } })
  })

  it('the sign-in methods of another person cannot be seen or removed', async () => {
    provider.person = verified('uma')
    const uma = await signInThrough(server)
    const { body } = await uma.call<Methods>('GET', '/api/me/sign-in-methods')
    const other = await signUp(server, 'Other')
    const id = body.methods[0]?.id
    expect((await other.call('DELETE', `/api/me/sign-in-methods/${id}`)).status).toBe(404)
    expect((await caller(server)('GET', '/api/me/sign-in-methods')).status).toBe(401)
    expect((await uma.call<Methods>('GET', '/api/me/sign-in-methods')).body.methods).toHaveLength(1)
  })

  it('no token of a sign-in provider is stored or returned', async () => {
    provider.person = verified('vera')
    const { call } = await signInThrough(server)
    const stored = await runSql(server, 'SELECT access_token, refresh_token, id_token FROM account')
    expect(new Set(stored.map(row => JSON.stringify(row)))).toEqual(
      new Set(['{"access_token":null,"refresh_token":null,"id_token":null}']),
    )
    for (const path of ['get-access-token', 'refresh-token', 'unlink-account'])
      expect([path, (await call('POST', `/api/auth/${path}`, { accountId: 'x' })).status]).toEqual([
        path,
        404,
      ])
  })
})

describe('The sign-in with a provider', () => {
  it('sign-in with a provider uses the code flow with PKCE, a state and a nonce', async () => {
    provider.person = verified('walt')
    await signInThrough(server)
    const sent = Object.fromEntries(provider.requests.at(-1) ?? [])
    expect(sent).toMatchObject({
      response_type: 'code',
      client_id: 'exhibit',
      code_challenge_method: 'S256',
      redirect_uri: `${server.url}/api/auth/callback/oidc`,
      scope: 'openid email profile',
    })
    for (const each of ['state', 'nonce', 'code_challenge'])
      expect(sent[each]?.length).toBeGreaterThanOrEqual(32)
  })

  it('the callback of a provider needs a valid, unused state from the same browser', async () => {
    provider.person = verified('xena')
    const browser = new RedirectClient()
    const { url } = (await (await beginSignIn(server, { browser })).json()) as { url: string }
    const callback = await browser.follow(url, at => at.pathname.startsWith('/api/auth/callback/'))
    const errorOf = async (client: RedirectClient, to: URL) => {
      const page = await client.follow(to.href, at => at.pathname === '/sign-in')
      return page.searchParams.get('error')
    }
    const changed = new URL(callback)
    changed.searchParams.set('state', 'x'.repeat(32))
    expect(await errorOf(browser, changed)).toBe('state_mismatch')
    changed.searchParams.delete('state')
    expect(await errorOf(browser, changed)).toBe('state_not_found')
    // Another browser began this sign-in, so it could sign a person in to the account of an attacker.
    expect(await errorOf(new RedirectClient(), callback)).toBe('state_mismatch')
    expect(await errorOf(browser, callback)).toBeNull()
    expect(await errorOf(browser, callback)).toBe('state_mismatch')
  })

  it('a cancelled sign-in with a provider leads back to the sign-in page', async () => {
    provider.person = null
    expect((await signInThrough(server)).error).toBe('access_denied')
  })

  it('a provider sign-in request cannot set an ID token, scopes or a redirect to another site', async () => {
    const call = caller(server)
    const begin = (more: object) => call('POST', '/api/auth/sign-in/social', { provider: 'oidc', ...more })
    for (const more of [{ idToken: { token: 'x' } }, { scopes: ['admin'] }, { additionalData: { link: {} } }])
      expect([more, await begin(more)]).toMatchObject([more, { status: 422 }])
    expect((await begin({ callbackURL: 'https://evil.example/' })).status).toBe(403)
    expect((await begin({ provider: 'github' })).body.data).toMatchObject({
      error: 'invalid_request',
      message: '"provider" must be one of the providers of this server: oidc.',
    })
  })

  it('a page of another site cannot link a provider to an account', async () => {
    const person = await signUp(server)
    const headers = { origin: 'https://evil.example' }
    const link = await person.call('POST', '/api/auth/link-social', { provider: 'oidc' }, headers)
    expect(link.status).toBe(403)
  })

  it('a new account gets a valid name from the provider, and a picture only with an https URL', async () => {
    provider.person = verified('yuri', {
      name: `  ${'y'.repeat(99)}😀 `,
      picture: 'http://example.org/yuri.png',
    })
    const long = await signInThrough(server)
    expect((await long.call<Me>('GET', '/api/me')).body.user).toMatchObject({
      name: 'y'.repeat(99),
      image: null,
    })
    provider.person = verified('zoe', { name: undefined })
    const unnamed = await signInThrough(server)
    expect((await unnamed.call<Me>('GET', '/api/me')).body.user.name).toBe('zoe')
  })
})

it('starting a provider sign-in counts toward the limit of sign-ins, even without any provider', async () => {
  const limited = await limitedServer()
  const call = caller(limited, newAddress())
  const statuses: number[] = []
  for (let i = 0; i < 11; i++)
    statuses.push((await call('POST', '/api/auth/sign-in/social', { provider: 'oidc' })).status)
  expect(statuses).toEqual([...Array<number>(10).fill(422), 429])
})

describe('A server with several providers', () => {
  let late: OidcProvider
  let several: TestServer
  beforeAll(async () => {
    late = await startOidcProvider()
    await late.stop()
    several = await startServer({
      ...late.env,
      GITHUB_CLIENT_ID: 'gh-client',
      GITHUB_CLIENT_SECRET: 'gh-secret',
      GOOGLE_CLIENT_ID: 'go-client',
      GOOGLE_CLIENT_SECRET: 'go-secret',
    })
  })
  afterAll(() => several.stop())

  it('a sign-in provider that was unreachable at the start can be used as soon as it responds', async () => {
    expect(await caller(several)('POST', '/api/auth/sign-in/social', { provider: 'oidc' })).toMatchObject({
      status: 503,
      body: { data: { error: 'unavailable', message: 'The sign-in provider does not respond.' } },
    })
    const back = await startOidcProvider(Number(new URL(late.issuer).port))
    back.person = verified('late')
    expect((await signInThrough(several)).error).toBeNull()
    await back.stop()
  })

  it('GitHub and Google get the client id, the callback URL and only the needed scopes', async () => {
    const expected = {
      github: ['https://github.com/login/oauth/authorize', 'gh-client', 'read:user user:email'],
      google: ['https://accounts.google.com/o/oauth2/v2/auth', 'go-client', 'email profile openid'],
    }
    for (const [id, [address, client, scope]] of Object.entries(expected)) {
      const { url } = (await (await beginSignIn(several, { provider: id })).json()) as { url: string }
      const { origin, pathname, searchParams } = new URL(url)
      expect(origin + pathname).toBe(address)
      expect(Object.fromEntries(searchParams)).toMatchObject({
        client_id: client,
        scope,
        redirect_uri: `${several.url}/api/auth/callback/${id}`,
        response_type: 'code',
        code_challenge_method: 'S256',
      })
      expect(searchParams.get('state')).toHaveLength(32)
      expect(url).not.toContain('secret')
    }
    expect((await caller(several)<object>('GET', '/api/sign-in')).body).toMatchObject({
      password: true,
      providers: [
        { id: 'oidc', name: 'Acme ID' },
        { id: 'google', name: 'Google' },
        { id: 'github', name: 'GitHub' },
      ],
    })
  })
})

it('with PASSWORD_SIGN_IN=off no one can sign up, sign in with a password, or reset a password', async () => {
  const closed = await startServer({ ...provider.env, SMTP_URL: 'smtp://127.0.0.1:1' })
  await signUp(closed, 'Mia', { email: 'mia@example.org' })
  const browser = new RedirectClient()
  await browser.post(`${closed.url}/api/auth/sign-in/email`, { email: 'mia@example.org', password })
  provider.person = verified('mia')
  await signInThrough(closed, { browser, link: true })
  provider.person = verified('1', { email: 'ann@example.org' })
  const ann = await signInThrough(closed)
  const { id } = (await ann.call<Me>('GET', '/api/me')).body.user
  await closed.restart({ PASSWORD_SIGN_IN: 'off' })
  provider.person = verified('mia')
  const anonymous = caller(closed)
  expect((await anonymous<object>('GET', '/api/sign-in')).body).toMatchObject({
    password: false,
    passwordReset: false,
  })
  const requests: [path: string, body: object][] = [
    ['sign-in/email', { email: 'mia@example.org', password }],
    ['sign-up/email', { email: 'new@example.org', name: 'New', password }],
    ['request-password-reset', { email: 'mia@example.org', redirectTo: '/reset-password' }],
    ['reset-password', { token: 'x', newPassword: 'another long password' }],
  ]
  for (const [path, body] of requests)
    expect([path, (await anonymous('POST', `/api/auth/${path}`, body)).status]).toEqual([path, 403])
  const { call } = await signInThrough(closed)
  const { methods } = (await call<Methods>('GET', '/api/me/sign-in-methods')).body
  expect(methods.map(({ kind, usable }) => [kind, usable])).toEqual([
    ['password', false],
    ['oidc', true],
  ])
  expect((await call('DELETE', `/api/me/sign-in-methods/${methods[1]?.id}`)).status).toBe(409)
  expect((await call('DELETE', `/api/me/sign-in-methods/${methods[0]?.id}`)).status).toBe(204)

  // Different issuers can use the same subject, so the subject at another issuer is another person.
  const other = await startOidcProvider()
  await closed.restart(other.env)
  other.person = verified('1', { email: 'bob@example.org' })
  const bob = await signInThrough(closed)
  const { user } = (await bob.call<Me>('GET', '/api/me')).body
  expect(user).toMatchObject({ email: 'bob@example.org' })
  expect(user.id).not.toBe(id)
  await closed.stop()
  await other.stop()
})
