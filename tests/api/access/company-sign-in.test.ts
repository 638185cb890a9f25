import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Me } from '#shared/contract/workspace'
import { runSql } from '../../support/data/database'
import { startToEnd } from '../../support/deployment/node-process'
import { beginSignIn, signInThrough } from '../../support/people/provider-sign-in'
import { RedirectClient } from '../../support/people/redirects'
import { signUp } from '../../support/people/sign-up'
import { caller, type Call } from '../../support/server/client'
import { startServer, type TestServer } from '../../support/server/server'
import { startOidcProvider, type OidcProvider, type ProviderPerson } from '../../support/stubs/oidc-provider'

/** Returns the role of a person in each of their workspaces, by the name of the workspace. */
async function rolesOf(call: Call): Promise<Record<string, string>> {
  const { body } = await call<Me>('GET', '/api/me')
  return Object.fromEntries(body.workspaces.map(({ name, role }) => [name, role]))
}

/**
 * Starts an OpenID provider that differs from the standard by `shape`, and a server that uses it. Both stop
 * at the end of the test.
 */
async function startWith(
  shape: Parameters<typeof startOidcProvider>[1],
  env: Record<string, string>,
): Promise<(person: ProviderPerson) => Promise<{ error: string | null; call: Call }>> {
  const provider = await startOidcProvider(0, shape)
  onTestFinished(() => provider.stop())
  const server = await startServer({ ...provider.env, ...env })
  onTestFinished(() => server.stop())
  return person => {
    provider.person = person
    return signInThrough(server)
  }
}

describe('sign-in with an OpenID provider whose responses do not end', () => {
  it.each(['/token', '/jwks'])('a sign-in fails if the response of %s does not end', async path => {
    const provider = await startOidcProvider()
    onTestFinished(() => provider.stop())
    const server = await startServer(provider.env)
    onTestFinished(() => server.stop())
    provider.person = { sub: 'a1', email: 'ada@acme.example', email_verified: true }
    provider.endless = path
    const { error, call } = await signInThrough(server)
    expect([error === null, (await call('GET', '/api/me')).status]).toEqual([false, 401])
    provider.endless = null
    expect((await signInThrough(server)).error).toBeNull()
  })

  it('no sign-in begins while the metadata of the provider does not end', async () => {
    const provider = await startOidcProvider()
    onTestFinished(() => provider.stop())
    provider.endless = '/.well-known/openid-configuration'
    const server = await startServer(provider.env)
    onTestFinished(() => server.stop())
    expect((await beginSignIn(server)).ok).toBe(false)
    provider.endless = null
    expect((await beginSignIn(server)).ok).toBe(true)
  })
})

describe('sign-in with the OpenID providers of companies', () => {
  // Entra ID has the email in `preferred_username` of the ID token, and never sends `email_verified`.
  const ofEntra = { sub: 'e1', preferred_username: 'Ada@Acme.example', name: 'Ada' }

  it('Entra ID signs people in with OIDC_TRUST_EMAIL=on, by the email in preferred_username', async () => {
    const signIn = await startWith({ claimsInIdToken: true }, { OIDC_TRUST_EMAIL: 'on' })
    const { error, call } = await signIn(ofEntra)
    expect([error, (await call<Me>('GET', '/api/me')).body.user.email]).toEqual([null, 'ada@acme.example'])
    expect((await signIn({ sub: 'e2', upn: 'bo@acme.example' })).error).toBeNull()
    expect((await signIn({ sub: 'e3', preferred_username: 'bo' })).error).toBe('email_not_found')
    // The provider states that it did not confirm this email.
    expect((await signIn({ sub: 'e4', email: 'di@acme.example', email_verified: false })).error).toBe(
      'email_not_verified',
    )
  })

  it('without OIDC_TRUST_EMAIL, an email that the provider does not confirm signs no one in', async () => {
    const signIn = await startWith({ claimsInIdToken: true }, {})
    const { error, call } = await signIn(ofEntra)
    expect([error, (await call('GET', '/api/me')).status]).toEqual(['email_not_verified', 401])
  })

  it('email_verified confirms only the claim email of the same document (ID token or userinfo)', async () => {
    const signIn = await startWith({ claimsInIdToken: true }, {})
    const of = (person: Partial<ProviderPerson> & { email?: unknown }) =>
      signIn({ sub: 'x', email_verified: true, ...person } as ProviderPerson)
    const another = { preferred_username: 'ceo@acme.example' }
    expect((await of({ ...another, email: '"x y"@evil.example' })).error).toBe('email_not_found')
    expect((await of({ ...another, email: '' })).error).toBe('email_not_found')
    expect((await of(another)).error).toBe('email_not_verified')
    const userinfo = { email: 'ceo@acme.example', email_verified: false }
    expect((await of({ userinfo })).error).toBe('email_not_verified')
    expect((await of({ userinfo: { ...userinfo, email_verified: true } })).error).toBeNull()
  })

  it('Authentik, whose issuer ends with a slash, needs OIDC_TRUST_EMAIL=always', async () => {
    const signIn = await startWith({ hasSlash: true }, { OIDC_TRUST_EMAIL: 'always' })
    const person = { sub: 'a1', email: 'ada@acme.example', email_verified: false }
    const { call } = await signIn(person)
    const me = (await call<Me>('GET', '/api/me')).body.user
    expect(me.email).toBe('ada@acme.example')
    expect((await (await signIn(person)).call<Me>('GET', '/api/me')).body.user).toEqual(me)
  })
})

describe('the workspaces of people of a company', () => {
  let provider: OidcProvider
  let server: TestServer
  beforeAll(async () => {
    // Keycloak adds a slash to the names of groups, and returns the claims from the userinfo endpoint.
    provider = await startOidcProvider()
    server = await startServer({
      ...provider.env,
      DEFAULT_WORKSPACE: 'Acme:member',
      OIDC_GROUPS: 'design=Acme:reviewer,leads=Acme:owner,eng=Tools:member,ops=Tools:reviewer',
    })
  })
  afterAll(async () => {
    await server.stop()
    await provider.stop()
  })

  async function signIn(name: string, groups?: unknown): Promise<Call> {
    const email = `${name}@acme.example`
    provider.person = {
      sub: name,
      email,
      email_verified: true,
      name,
      ...(groups !== undefined && { groups }),
    }
    const { error, call } = await signInThrough(server)
    expect(error).toBeNull()
    return call
  }
  const idOf = async (call: Call, name: string) =>
    (await call<Me>('GET', '/api/me')).body.workspaces.find(each => each.name === name)?.id ?? ''

  it('a person of the organization joins DEFAULT_WORKSPACE instead of getting a workspace', async () => {
    expect(await rolesOf(await signIn('new'))).toEqual({ Acme: 'member' })
    const other = await signUp(server)
    expect(await rolesOf(other.call)).toEqual({ "Ann's workspace": 'owner' })
  })

  it('at each sign-in, a person gets the highest role of their groups, or loses the role', async () => {
    const lead = await signIn('lead', ['/leads', 'design', 'unknown'])
    expect(await rolesOf(lead)).toEqual({ Acme: 'owner' })
    const call = await signIn('ada', ['leads', 'ops', '/eng'])
    expect(await rolesOf(call)).toEqual({ Acme: 'owner', Tools: 'member' })
    expect(await rolesOf(await signIn('ada', ['/ops']))).toEqual({ Acme: 'member', Tools: 'reviewer' })
    expect(await rolesOf(await signIn('ada', []))).toEqual({ Acme: 'member' })
    const id = await idOf(lead, 'Acme')
    const { body } = await lead<{ events: { kind: string; actor: { type: string } }[] }>(
      'GET',
      `/api/workspaces/${id}/events?kind=member`,
    )
    expect(body.events.map(({ kind, actor }) => [kind, actor.type])).toEqual(
      expect.arrayContaining([
        ['member.added', 'system'],
        ['member.role_changed', 'system'],
      ]),
    )
  })

  it('the roles of a person do not change if the sign-in provider does not list the groups', async () => {
    await signIn('bo', ['eng'])
    expect(await rolesOf(await signIn('bo'))).toEqual({ Acme: 'member', Tools: 'member' })
  })

  it('a userinfo endpoint that does not respond with JSON leads back to the sign-in page', async () => {
    const provider = await startOidcProvider()
    onTestFinished(() => provider.stop())
    const server = await startServer(provider.env)
    onTestFinished(() => server.stop())
    provider.person = { sub: 'g1', email: 'ada@acme.example', email_verified: true }
    provider.breaksUserinfo = true
    const { error, page } = await signInThrough(server)
    expect([error, page.pathname]).toEqual(['unable_to_get_user_info', '/sign-in'])
    provider.breaksUserinfo = false
    expect((await signInThrough(server)).error).toBeNull()
  })

  it('groups are read from the userinfo endpoint if the ID token has only the email', async () => {
    const signInWith = await startWith(
      { claimsInIdToken: true },
      { DEFAULT_WORKSPACE: 'Acme:reviewer', OIDC_GROUPS: 'eng=Acme:member' },
    )
    const person = { sub: 'g1', email: 'gil@acme.example', email_verified: true }
    // An email in the userinfo does not replace the email of the ID token.
    const userinfo = { groups: ['eng'], email: 'ceo@acme.example' }
    const { error, call } = await signInWith({ ...person, userinfo })
    expect([error, await rolesOf(call)]).toEqual([null, { Acme: 'member' }])
    expect((await call<Me>('GET', '/api/me')).body.user.email).toBe(person.email)
  })

  it('groups that are objects are matched by name, and groups of unknown form change no role', async () => {
    const call = await signIn('kim', [{ id: '7', name: '/eng' }])
    expect(await rolesOf(call)).toEqual({ Acme: 'member', Tools: 'member' })
    for (const unknown of [[7], { eng: {} }, ['eng', null]])
      expect(await rolesOf(await signIn('kim', unknown))).toEqual({ Acme: 'member', Tools: 'member' })
    expect(server.log()).toContain('"reason":"unknown form"')
  })

  it('people whose groups do not fit into a token keep their roles, and the log records this', async () => {
    await signIn('many', ['eng'])
    const email = 'many@acme.example'
    const _claim_names = { groups: 'src1' }
    provider.person = { sub: 'many', email, email_verified: true, _claim_names }
    const { error, call } = await signInThrough(server)
    expect([error, await rolesOf(call)]).toEqual([null, { Acme: 'member', Tools: 'member' }])
    expect(server.log()).toContain('"claim":"groups","reason":"too many"')
  })

  it('the last owner of a workspace stays its owner after losing the group that gives the role', async () => {
    await runSql(server, "UPDATE membership SET role = 'member' WHERE role = 'owner'")
    await signIn('only', ['leads'])
    expect(await rolesOf(await signIn('only', []))).toEqual({ Acme: 'owner' })
    expect(server.log()).toContain('a membership was not changed')
  })

  it('a person whom an owner removed from DEFAULT_WORKSPACE does not join it again', async () => {
    const owner = await signIn('boss', ['leads'])
    const left = await signIn('gone', [])
    const id = await idOf(owner, 'Acme')
    const { user } = (await left<Me>('GET', '/api/me')).body
    expect((await owner('DELETE', `/api/workspaces/${id}/members/${user.id}`)).status).toBe(204)
    expect(Object.keys(await rolesOf(await signIn('gone', [])))).toEqual(["gone's workspace"])
  })

  it('a workspace that DEFAULT_WORKSPACE created can be renamed and still gets new people', async () => {
    const owner = await signIn('renamer', ['leads'])
    const id = await idOf(owner, 'Acme')
    expect((await owner('PATCH', `/api/workspaces/${id}`, { name: 'Acme Inc.' })).status).toBe(200)
    const outsider = await signUp(server)
    await outsider.call('POST', '/api/workspaces', { name: 'Acme' })
    await server.restart()
    expect(await rolesOf(await signIn('late', []))).toEqual({ 'Acme Inc.': 'member' })
  })

  it('people named by the trusted header join DEFAULT_WORKSPACE; administrators become owners', async () => {
    const own = await startServer({
      TRUST_PROXY: 'on',
      TRUSTED_USER_HEADER: 'x-user',
      DEFAULT_WORKSPACE: 'Team:reviewer',
      ADMINS: 'chief@acme.example',
    })
    onTestFinished(() => own.stop())
    for (const [email, role] of [
      ['chief@acme.example', 'owner'],
      ['ann@acme.example', 'reviewer'],
    ]) {
      const named = { 'x-user': email ?? '', 'x-forwarded-for': '192.0.2.1' }
      const browser = new RedirectClient()
      await browser.send(own.url, { headers: { ...named, accept: 'text/html' } })
      const call = caller(own, { ...named, cookie: browser.cookieFor(own.url) })
      expect([email, await rolesOf(call)]).toEqual([email, { Team: role }])
    }
  })

  it('the server does not start with an unknown DEFAULT_WORKSPACE; the error names the setting', async () => {
    const missing = 'ws_01HZZZZZZZZZZZZZZZZZZZZZZZ'
    const env = { ...provider.env, DEFAULT_WORKSPACE: `${missing}:member` }
    const { code, output } = await startToEnd({ DATA_DIR: `${server.dataDir}/other`, ...env })
    expect([code, output]).toEqual([
      1,
      `Cannot start: DEFAULT_WORKSPACE: there is no workspace ${missing}; correct the id\n`,
    ])
  })
})
