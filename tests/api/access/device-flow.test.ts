import * as openid from 'openid-client'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ApiIndex } from '#shared/contract/meta'
import { MINUTE, SECOND } from '#shared/time'
import { caller } from '../../support/server/client'
import { password } from '../../support/people/sessions'
import { signUp, type Person } from '../../support/people/sign-up'
import { adminFixture, limitedServer, newAddress, paidServer } from '../../support/people/servers'
import type { TestServer } from '../../support/server/server'

let server: TestServer
let person: Person

beforeAll(async () => {
  ;({ server, person } = await adminFixture())
})
const grant = 'urn:ietf:params:oauth:grant-type:device_code'
interface Codes {
  device_code: string
  user_code: string
  verification_uri: string
  verification_uri_complete: string
  expires_in: number
  interval: number
}
const begin = async () =>
  (await caller(server)<Codes>('POST', '/api/auth/device/code', { client_id: 'exhibit-cli' })).body
const poll = (device_code: string, client_id = 'exhibit-cli') =>
  caller(server)<{ error?: string; access_token?: string }>('POST', '/api/auth/device/token', {
    grant_type: grant,
    device_code,
    client_id,
  })
const claim = (who: Person, code: string) => who.call('GET', `/api/auth/device?user_code=${code}`)

describe('the device flow', () => {
  it('the openid-client library, which sends forms, gets a valid token through the device flow', async () => {
    const client = new openid.Configuration(
      {
        issuer: server.url,
        device_authorization_endpoint: `${server.url}/api/auth/device/code`,
        token_endpoint: `${server.url}/api/auth/device/token`,
      },
      'exhibit-cli',
      undefined,
      openid.None(),
    )
    openid.allowInsecureRequests(client)
    const codes = await openid.initiateDeviceAuthorization(client, {})
    expect(codes.verification_uri).toBe(`${server.url}/device`)
    expect(codes.verification_uri_complete).toContain(codes.user_code)
    const polling = openid.pollDeviceAuthorizationGrant(client, codes)
    await claim(person, codes.user_code)
    expect(
      (await person.call('POST', '/api/auth/device/approve', { userCode: codes.user_code })).status,
    ).toBe(200)
    const { access_token } = await polling
    const cli = caller(server, { authorization: `Bearer ${access_token}` })
    const me = await cli<{ workspace: { id: string } }>('GET', '/api/me')
    const minted = await cli<{ token: string }>('POST', '/api/tokens', {
      workspaceId: me.body.workspace.id,
      name: 'cli',
      capabilities: ['artifact:write'],
    })
    expect([me.status, minted.status]).toEqual([200, 201])
    const agent = caller(server, { authorization: `Bearer ${minted.body.token}` })
    expect((await agent('GET', '/v1/projects')).status).toBe(200)
    // After its exchange for an agent token, the session token of the device flow is no longer valid.
    expect((await cli('GET', '/api/projects')).status).toBe(401)
    expect((await cli('GET', '/v1/projects')).status).toBe(401)
    expect((await cli('DELETE', '/api/tokens/tok_1')).status).toBe(401)
  })

  it('a changed password and ended sessions invalidate device codes that were approved before', async () => {
    for (const [path, body] of [
      ['/api/auth/change-password', { currentPassword: password, newPassword: password }],
      ['/api/auth/revoke-other-sessions', {}],
      ['/api/auth/sign-out', {}],
    ] as const) {
      const owner = await signUp(server)
      const { device_code, user_code } = await begin()
      await claim(owner, user_code)
      expect((await owner.call('POST', '/api/auth/device/approve', { userCode: user_code })).status).toBe(200)
      expect([path, (await owner.call('POST', path, body)).status]).toEqual([path, 200])
      expect([path, (await poll(device_code)).status]).toEqual([path, 400])
    }
  })

  it('the token in the session cookie of a browser is refused as a bearer token', async () => {
    const { cookie } = await signUp(server)
    const token = decodeURIComponent(/session_token=([^.;]+)/.exec(cookie)?.[1] ?? '')
    expect(token.length).toBeGreaterThan(20)
    const bearer = caller(server, { authorization: `Bearer ${token}` })
    expect((await bearer('GET', '/api/me')).status).toBe(401)
  })

  it('the device flow accepts JSON, slows down a client that polls fast, and issues one token', async () => {
    const { device_code, user_code, interval, expires_in } = await begin()
    expect([interval, expires_in]).toEqual([5, 1800])
    expect(await poll(device_code)).toMatchObject({ status: 400, body: { error: 'authorization_pending' } })
    expect(await poll(device_code)).toMatchObject({ status: 400, body: { error: 'slow_down' } })
    await claim(person, user_code)
    await person.call('POST', '/api/auth/device/approve', { userCode: user_code })
    await server.advance(6000)
    const responses = await Promise.all([poll(device_code), poll(device_code)])
    expect(responses.filter(each => each.body.access_token !== undefined)).toHaveLength(1)
    await server.advance(6000)
    expect(await poll(device_code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  it('only the signed-in person who opened a device code can approve the code', async () => {
    const { user_code } = await begin()
    const approve = (who: Person) => who.call('POST', '/api/auth/device/approve', { userCode: user_code })
    expect(await approve(person)).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', data: { error: 'invalid_request' } },
    })
    await claim(person, user_code)
    const other = await signUp(server, 'Other')
    expect((await approve(other)).status).toBeGreaterThanOrEqual(400)
    expect((await caller(server)('POST', '/api/auth/device/approve', { userCode: user_code })).status).toBe(
      401,
    )
    expect((await approve(person)).status).toBe(200)
  })

  it('a poll of the device flow returns an error after a denial, or when the code has expired', async () => {
    const denied = await begin()
    await claim(person, denied.user_code)
    await person.call('POST', '/api/auth/device/deny', { userCode: denied.user_code })
    expect(await poll(denied.device_code)).toMatchObject({ status: 400, body: { error: 'access_denied' } })
    const late = await begin()
    await server.advance(30 * MINUTE + SECOND)
    expect(await poll(late.device_code)).toMatchObject({ status: 400, body: { error: 'expired_token' } })
  })

  it('the device flow accepts only the client id that the operator sets', async () => {
    expect(await caller(server)('POST', '/api/auth/device/code', { client_id: 'outsider' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_client' },
    })
    // The server was started with CLI_CLIENT_ID=acme-cli.
    const { server: other } = await paidServer()
    const statusOf = async (client_id: string) =>
      (await caller(other)('POST', '/api/auth/device/code', { client_id })).status
    expect([await statusOf('acme-cli'), await statusOf('exhibit-cli')]).toEqual([200, 400])
  })

  it('polls of the device flow count toward the rate limit of writes, not of sign-ins', async () => {
    const call = caller(await limitedServer(), newAddress())
    const statuses = []
    for (let i = 0; i < 61; i++)
      statuses.push(
        (
          await call('POST', '/api/auth/device/token', {
            grant_type: grant,
            device_code: 'x',
            client_id: 'exhibit-cli',
          })
        ).status,
      )
    const begins = []
    for (let i = 0; i < 11; i++)
      begins.push((await call('POST', '/api/auth/device/code', { client_id: 'exhibit-cli' })).status)
    expect([statuses.slice(0, 60).every(each => each === 400), statuses[60]]).toEqual([true, 429])
    expect([begins.slice(0, 10).every(each => each === 200), begins[10]]).toEqual([true, 429])
  })
})

it('GET /v1 links to the description of the device flow, and states its client id', async () => {
  const { body } = await caller(server)<ApiIndex>('GET', '/v1')
  expect(body.commandLine.clientId).toBe('exhibit-cli')
  const [url = ''] = /http\S+#get-a-token/.exec(body.authentication) ?? []
  const description = await (await fetch(url)).text()
  expect(description).toMatch(/^## Get a token\n[^#]*### POST \/api\/auth\/device\/code\n/m)
})
