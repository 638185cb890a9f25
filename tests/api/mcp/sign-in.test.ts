import type { OAuthClientProvider } from '@modelcontextprotocol/client'
import * as openid from 'openid-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { capabilities } from '#shared/contract/capabilities'
import { limits } from '#shared/contract/kit/limits'
import type { TokenMetadata } from '#shared/contract/token'
import { DAY, SECOND } from '#shared/time'
import { caller } from '../../support/server/client'
import { joined, signUp, type Person } from '../../support/people/sign-up'
import { adminFixture, limitedServer, newAddress, paidServer } from '../../support/people/servers'
import { fixtureOn, sharedFixture } from '../../support/server/fixture'
import { callTool, oauthClient } from '../../support/cli/mcp'
import {
  approve,
  approvedCode,
  newClientId,
  newVerifier,
  postForm,
  readConnection,
  redirectUri,
  register,
  requestOf,
  statusWith,
  type OAuthFailure,
  type Tokens,
} from '../../support/people/oauth'
import type { TestServer } from '../../support/server/server'

let server: TestServer
let person: Person

beforeAll(async () => {
  ;({ server, person } = await sharedFixture())
})

const tokensOf = async (who: Person) =>
  (await who.call<{ tokens: TokenMetadata[] }>('GET', `/api/tokens?workspaceId=${who.workspaceId}`)).body
    .tokens

describe('the sign-in of OAuth clients', () => {
  it('the openid-client library needs only the metadata to register, get a token and revoke it', async () => {
    const config = await openid.dynamicClientRegistration(
      new URL(server.url),
      { client_name: 'Acme Code', redirect_uris: [redirectUri] },
      openid.None(),
      { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
    )
    const verifier = openid.randomPKCECodeVerifier()
    const state = openid.randomState()
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: 'http://127.0.0.1:49152/callback',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      resource: `${server.url}/mcp`,
      scope: 'artifact:write feedback:read',
      state,
    })
    const opened = await fetch(url, { redirect: 'manual' })
    expect([opened.status, opened.headers.get('location')]).toEqual([302, `/connect${url.search}`])
    const { body: connection } = await readConnection(person, url.search.slice(1))
    expect(connection).toMatchObject({ clientName: 'Acme Code', problem: null })
    const { body } = await approve(person, url.search.slice(1), { capabilities: connection.capabilities })
    const tokens = await openid.authorizationCodeGrant(config, new URL(body.redirectUrl), {
      pkceCodeVerifier: verifier,
      expectedState: state,
    })
    expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'artifact:write feedback:read' })
    expect(await statusWith(server, tokens.access_token)).toBe(200)
    await openid.tokenRevocation(config, tokens.access_token)
    expect(await statusWith(server, tokens.access_token)).toBe(401)
  })

  it('the official MCP client signs in after a 401 challenge, and can then call a tool', async () => {
    const stored: Record<string, unknown> = {}
    let opened: URL | undefined
    const provider: OAuthClientProvider = {
      redirectUrl: redirectUri,
      clientMetadata: { client_name: 'Official', redirect_uris: [redirectUri] },
      clientInformation: () => stored.client as never,
      saveClientInformation: client => void (stored.client = client),
      tokens: () => stored.tokens as never,
      saveTokens: tokens => void (stored.tokens = tokens),
      redirectToAuthorization: url => void (opened = url),
      saveCodeVerifier: verifier => void (stored.verifier = verifier),
      codeVerifier: () => String(stored.verifier),
      saveDiscoveryState: state => void (stored.discovery = state),
      discoveryState: () => stored.discovery as never,
    }
    const { client, transport } = oauthClient(server, provider)
    const first = transport()
    await expect(client.connect(first)).rejects.toThrow(/Unauthorized/)
    const query = opened?.search.slice(1) ?? ''
    expect(new URLSearchParams(query).get('resource')).toBe(`${server.url}/mcp`)
    expect(new URLSearchParams(query).get('scope')?.split(' ')).toEqual([...capabilities])
    const { body } = await approve(person, query)
    await first.finishAuth(new URL(body.redirectUrl).searchParams)
    await client.connect(transport())
    expect((await callTool(client, 'list_reviews')).isError).toBe(false)
    await client.close()
    expect((await tokensOf(person))[0]).toMatchObject({ name: 'Official', projectId: null })
  })
})

describe('POST /oauth/register', () => {
  it.each([
    ['Claude Code', ['http://localhost:54212/callback'], {}],
    ['Cursor', ['cursor://anysphere.cursor-retrieval/oauth/user-acme/callback'], {}],
    ['an app with a scheme of its domain', ['com.acme.code://callback'], {}],
    ['OpenCode', ['http://127.0.0.1:19876/mcp/oauth/callback'], { token_endpoint_auth_method: 'none' }],
    [
      'Visual Studio Code',
      ['http://127.0.0.1/', 'https://vscode.dev/redirect', 'http://[::1]/'],
      { grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'] },
    ],
    ['claude.ai', ['https://claude.ai/api/mcp/auth_callback'], { scope: 'claudeai', logo_uri: '' }],
  ])('POST /oauth/register registers %s', async (client_name, redirect_uris, more) => {
    const { status, body } = await register(server, { client_name, redirect_uris, ...more })
    expect([status, body]).toMatchObject([
      201,
      { client_name, redirect_uris, token_endpoint_auth_method: 'none', grant_types: ['authorization_code'] },
    ])
  })

  it.each([
    'javascript:alert(1)',
    'javascript://host/%0aalert(1)',
    'data:text/html,x',
    'mailto:me@example.com',
    'https://app.example/call\nback',
    'search-ms://query=x',
    'shell://startup',
    'acme://callback',
    'file:///etc/passwd',
    'http://evil.example/callback',
    'http://127.0.0.1.evil.example/callback',
    'https://user@app.example/callback',
    'https://app.example/callback#fragment',
    '/callback',
  ])('POST /oauth/register refuses the redirect URI %s', async uri => {
    expect(await register(server, { redirect_uris: [uri] })).toMatchObject({
      status: 400,
      body: {
        error: 'invalid_redirect_uri',
        error_description: expect.stringContaining('such as com.example.app://callback.'),
        data: { field: 'redirect_uris.0', hint: expect.stringMatching(/^Register addresses over https/) },
      },
    })
  })

  it('POST /oauth/register limits the number and the length of redirect URIs', async () => {
    const uri = (length: number) => 'https://app.example/'.padEnd(length, 'x')
    const statusOf = async (redirect_uris: string[]) => (await register(server, { redirect_uris })).status
    expect(await statusOf(Array<string>(limits.redirectUris).fill(uri(30)))).toBe(201)
    expect(await statusOf(Array<string>(limits.redirectUris + 1).fill(uri(30)))).toBe(400)
    expect(await statusOf([uri(limits.redirectUri)])).toBe(201)
    expect(await statusOf([uri(limits.redirectUri + 1)])).toBe(400)
    expect(await statusOf([])).toBe(400)
  })

  it('POST /oauth/register shortens client names, and removes invisible characters from them', async () => {
    const nameOf = async (client_name: string) =>
      (await register<{ client_name: string }>(server, { client_name, redirect_uris: [redirectUri] })).body
        .client_name
    expect(await nameOf('x'.repeat(limits.clientName + 1))).toBe('x'.repeat(limits.clientName))
    expect(await nameOf('Good\n\u202eevil\u0000 app')).toBe('Good evil app')
    expect(await nameOf(' ')).toBe('MCP client')
  })
})

describe('an OAuth authorization request', () => {
  it('the page of an OAuth request gets the client name, the redirect host and the scope', async () => {
    const clientId = await newClientId(server)
    const { challenge } = newVerifier()
    const { body } = await readConnection(person, requestOf(clientId, challenge, { scope: 'thread:reply x' }))
    const cancelled = new URL(body.cancelUrl)
    expect(body).toMatchObject({
      clientName: 'Acme Code',
      returnsTo: '127.0.0.1',
      local: true,
      capabilities: ['thread:reply'],
      problem: null,
    })
    expect(Object.fromEntries(cancelled.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'state-1',
      iss: server.url,
    })
  })

  it('an OAuth request may use any port of a loopback URI, but otherwise only registered URIs', async () => {
    const clientId = await newClientId(server, [redirectUri, 'https://app.example/callback'])
    const { challenge } = newVerifier()
    const statusFor = async (redirect_uri: string) =>
      (await readConnection(person, requestOf(clientId, challenge, { redirect_uri }))).status
    for (const uri of [redirectUri, 'http://127.0.0.1:61234/callback', 'https://app.example/callback'])
      expect([uri, await statusFor(uri)]).toEqual([uri, 200])
    for (const uri of [
      'http://127.0.0.1:61234/other',
      'http://localhost:61234/callback',
      'http://user@127.0.0.1:61234/callback',
      'https://app.example:8443/callback',
      'https://app.example/callback/',
      'https://evil.example/callback',
      '',
    ])
      expect([uri, await statusFor(uri)]).toEqual([uri, 400])
  })

  it('an OAuth request of an unknown client is refused with an error that states the remedy', async () => {
    const { challenge } = newVerifier()
    const clientId = await newClientId(server)
    for (const unknown of ['', 'nonsense', `A${clientId.slice(1)}`, clientId.slice(0, -1)])
      expect(await readConnection(person, requestOf(unknown, challenge))).toMatchObject({
        status: 400,
        body: { data: { error: 'bad_request', hint: 'In the app, remove this server and add it again.' } },
      })
  })

  it.each([
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['PKCE without S256', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a challenge that is not a SHA-256', { code_challenge: 'short' }, 'invalid_request'],
    ['another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
  ])(
    'an OAuth request with %s cannot be approved, and the client gets the error',
    async (_, changed, error) => {
      const { challenge } = newVerifier()
      const request = requestOf(await newClientId(server), challenge, changed)
      const { body } = await readConnection(person, request)
      expect(body.problem).not.toBeNull()
      expect(new URL(body.cancelUrl).searchParams.get('error')).toBe(error)
      expect(await approve(person, request)).toMatchObject({
        status: 422,
        body: { data: { field: 'request' } },
      })
    },
  )

  it.each(['state', 'code_challenge', 'resource', 'scope'])(
    'an OAuth request must not repeat %s',
    async name => {
      const { challenge } = newVerifier()
      const request = requestOf(await newClientId(server), challenge, { resource: server.url, scope: 'x' })
      const { body } = await readConnection(person, `${request}&${name}=x`)
      expect(body.problem).toBe(`The parameter ${name} is repeated.`)
      const twice = await readConnection(person, `${request}&redirect_uri=x`)
      expect(twice.status).toBe(400)
    },
  )

  it('people approve an OAuth request only for projects in which they may create tokens', async () => {
    const { challenge } = newVerifier()
    const request = requestOf(await newClientId(server), challenge)
    const reviewer = await joined(server, person, 'Rae', 'reviewer')
    const outsider = await signUp(server)
    const into = { workspaceId: person.workspaceId }
    expect((await approve(reviewer, request, into)).status).toBe(403)
    expect((await approve(outsider, request, into)).status).toBe(404)
    expect((await approve(person, request, { projectId: await outsider.project() })).status).toBe(404)
    expect((await approve(person, request, { capabilities: [] })).status).toBe(422)
    const agent = await person.agent()
    expect((await agent('POST', '/api/connect', { request, ...into, capabilities })).status).toBe(403)
  })
})

describe('POST /oauth/token', () => {
  it('POST /oauth/token returns a token with the chosen scope and the name of the client', async () => {
    const projectId = await person.project()
    const choice = { projectId, capabilities: ['feedback:read'] }
    const { exchange } = await approvedCode(server, person, choice)
    const { status, headers, body } = await exchange<Tokens>()
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body).toEqual({
      access_token: expect.stringMatching(/^svc_[\w-]{32}$/) as string,
      token_type: 'Bearer',
      expires_in: (limits.connectionDays * DAY) / SECOND,
      scope: 'feedback:read',
    })
    expect((await tokensOf(person))[0]).toMatchObject({ name: 'Acme Code', createdBy: 'Ann', ...choice })
  })

  it('POST /oauth/token refuses a code that is used again, and revokes its token', async () => {
    const { exchange } = await approvedCode(server, person)
    const { body } = await exchange<Tokens>()
    expect(await statusWith(server, body.access_token)).toBe(200)
    expect(await exchange()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect(await statusWith(server, body.access_token)).toBe(401)
    expect((await exchange()).status).toBe(400)
  })

  it('concurrent POST /oauth/token requests with one code get one token, which is then revoked', async () => {
    const { exchange } = await approvedCode(server, person)
    const responses = await Promise.all(Array.from({ length: 5 }, () => exchange<Tokens & OAuthFailure>()))
    const given = responses.filter(({ status }) => status === 200)
    expect(given).toHaveLength(1)
    expect(await statusWith(server, given[0]?.body.access_token ?? '')).toBe(401)
  })

  it.each([
    ['a wrong verifier', { code_verifier: 'x'.repeat(43) }],
    ['no verifier', { code_verifier: '' }],
    ['another redirect address', { redirect_uri: 'http://127.0.0.1:1/callback' }],
    ['an unknown code', { code: 'unknown' }],
  ])('POST /oauth/token refuses %s, and the client may still exchange the code', async (_, changed) => {
    const { exchange } = await approvedCode(server, person)
    expect(await exchange(changed)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect((await exchange()).status).toBe(200)
  })

  it('POST /oauth/token refuses the code of another client', async () => {
    const { exchange } = await approvedCode(server, person)
    const other = await newClientId(server, ['https://other.example/callback'])
    expect(await exchange({ client_id: other })).toMatchObject({ body: { error: 'invalid_grant' } })
  })

  it('POST /oauth/token responds 401 invalid_client to an unknown client', async () => {
    const { exchange } = await approvedCode(server, person)
    expect(await exchange({ client_id: 'unknown' })).toMatchObject({
      status: 401,
      body: {
        error: 'invalid_client',
        error_description: expect.stringMatching(/Register again/) as string,
      },
    })
  })

  it('POST /oauth/token refuses an unknown resource and an unsupported grant type', async () => {
    const { exchange } = await approvedCode(server, person)
    expect(await exchange({ resource: 'https://other.example/mcp' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_target' },
    })
    expect(await exchange({ grant_type: 'refresh_token' })).toMatchObject({
      status: 400,
      body: { error: 'unsupported_grant_type' },
    })
    expect((await exchange({ resource: `${server.url}/mcp` })).status).toBe(200)
  })

  it('POST /oauth/token refuses repeated fields, missing fields and JSON', async () => {
    const { form } = await approvedCode(server, person)
    const repeated: [string, string][] = [...Object.entries(form), ['code', 'x']]
    expect(await postForm(server, '/oauth/token', repeated)).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', data: { field: 'code' } },
    })
    const { client_id: _, ...without } = form
    expect(await postForm(server, '/oauth/token', without)).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', data: { field: 'client_id' } },
    })
    expect(await caller(server)('POST', '/oauth/token', form)).toMatchObject({ status: 415 })
  })

  it('POST /oauth/token refuses the code of a person who may no longer create tokens', async () => {
    const member = await joined(server, person, 'Mo', 'member')
    const { exchange } = await approvedCode(server, member, { workspaceId: person.workspaceId })
    const path = `/api/workspaces/${person.workspaceId}/members/${member.id}`
    await person.call('PATCH', path, { role: 'reviewer' })
    expect(await exchange()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  it('a code for POST /oauth/token expires after a minute, and its token after `expires_in`', async () => {
    const own = await adminFixture()
    const early = await approvedCode(own.server, own.person)
    const late = await approvedCode(own.server, own.person)
    await own.server.advance(limits.oauthCodeMs - 10 * SECOND)
    const { body } = await early.exchange<Tokens>()
    await own.server.advance(10 * SECOND)
    expect(await late.exchange()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    await own.server.advance(body.expires_in * SECOND - 30 * SECOND)
    expect(await statusWith(own.server, body.access_token)).toBe(200)
    await own.server.advance(30 * SECOND)
    expect(await statusWith(own.server, body.access_token)).toBe(401)
  })

  it('POST /oauth/token refuses a token that would exceed the plan’s number of agent tokens', async () => {
    const own = await fixtureOn((await paidServer()).server)
    const codes = []
    // The agent of the fixture already uses one of five tokens.
    for (let i = 0; i < 5; i++) codes.push(await approvedCode(own.server, own.person))
    for (const { exchange } of codes.slice(0, 4)) expect((await exchange()).status).toBe(200)
    expect((await codes[4]?.exchange())?.body.data.error).toBe('agent_key_limit_reached')
    const { challenge } = newVerifier()
    const request = requestOf(await newClientId(own.server), challenge)
    expect((await approve(own.person, request)).status).toBe(402)
  })
})

describe('POST /oauth/revoke', () => {
  it('POST /oauth/revoke revokes a token immediately, and responds 200 for an unknown token', async () => {
    const { exchange, form } = await approvedCode(server, person)
    const { body } = await exchange<Tokens>()
    const revoke = (token: string, client_id = form.client_id) =>
      postForm(server, '/oauth/revoke', { token, client_id, token_type_hint: 'access_token' })
    expect((await revoke(body.access_token, 'unknown')).body.error).toBe('invalid_client')
    expect(await statusWith(server, body.access_token)).toBe(200)
    expect((await revoke(body.access_token)).status).toBe(200)
    expect(await statusWith(server, body.access_token)).toBe(401)
    expect((await revoke(body.access_token)).status).toBe(200)
    expect((await revoke('unknown')).status).toBe(200)
  })

  it('POST /oauth/revoke refuses a token that was issued to another client', async () => {
    const { exchange, form } = await approvedCode(server, person)
    const { body } = await exchange<Tokens>()
    const revoke = (client: { client_id?: string }) =>
      postForm(server, '/oauth/revoke', { token: body.access_token, ...client })
    const refused = await revoke({ client_id: await newClientId(server, ['http://127.0.0.1/another']) })
    expect(refused.status).toBe(400)
    expect(refused.body.error).toBe('invalid_grant')
    expect(await statusWith(server, body.access_token)).toBe(200)
    expect((await revoke({ client_id: form.client_id })).status).toBe(200)
    expect(await statusWith(server, body.access_token)).toBe(401)
  })
})

describe('the OAuth metadata', () => {
  it.each(['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'])(
    'the OAuth metadata at %s contains the resource and its authorization server',
    async path => {
      const { status, body } = await caller(server)('GET', path)
      expect([status, body]).toMatchObject([
        200,
        {
          resource: `${server.url}/mcp`,
          authorization_servers: [server.url],
          scopes_supported: [...capabilities],
        },
      ])
    },
  )

  it('OAuth errors for other methods and unknown paths are in JSON', async () => {
    const accept = { accept: 'text/html' }
    const statusOf = async (method: string, path: string) =>
      (await caller(server)(method, path, undefined, accept)).body.data.error
    expect(await statusOf('GET', '/oauth/token')).toBe('method_not_allowed')
    expect(await statusOf('POST', '/oauth/authorize')).toBe('method_not_allowed')
    expect(await statusOf('GET', '/oauth/unknown')).toBe('not_found')
  })
})

describe('OAuth with rate limits', () => {
  it('OAuth registrations and exchanges are limited to ten a minute per client address', async () => {
    const limited = await limitedServer()
    const address = newAddress()
    const metadata = { redirect_uris: [redirectUri] }
    for (let i = 0; i < 10; i++)
      expect((await register(limited, { client_name: 'Acme Code', ...metadata }, address)).status).toBe(201)
    expect(await register(limited, metadata, address)).toMatchObject({ status: 429 })
    expect((await postForm(limited, '/oauth/token', {}, address)).status).toBe(429)
    expect((await postForm(limited, '/oauth/revoke', {}, address)).status).toBe(429)
    // The limit of one client address does not affect another address.
    expect((await register(limited, metadata, newAddress())).status).toBe(201)
  })
})
