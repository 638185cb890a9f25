import { describe, expect, it } from 'vitest'
import { newId } from '#shared/ids'
import { caller, type Call } from '../../support/server/client'
import { joined, signUp } from '../../support/people/sign-up'
import { sharedServer } from '../../support/server/server'

const server = await sharedServer({ RATE_LIMITS: 'on', TRUST_PROXY: 'on', UNCLAIMED_WORKSPACES: 'on' })
let names = 0

/** Returns a caller whose IP address the proxy in front of the server reports. */
const from = (address: string) => caller(server, { 'x-forwarded-for': address })

/** Returns an IP address and an email that no other test uses. */
const fresh = () => ({
  address: `198.51.${100 + Math.floor(names / 200)}.${++names % 200}`,
  email: `unknown${names}@example.com`,
})

const signIn = (email: string, secret: string, address: string) =>
  from(address)('POST', '/api/auth/sign-in/email', { email, password: secret })

describe('rate limits', () => {
  it('a caller can write 60 times a minute, and reads are not limited', async () => {
    const ann = await signUp(server)
    const agent = await ann.agent()
    const write = (call = agent) => call('POST', '/v1/projects', { name: 'x' })
    for (let i = 0; i < 60; i++) expect((await write()).status).toBe(201)
    const refused = await write()
    expect(refused).toMatchObject({ status: 429, body: { data: { error: 'rate_limited' } } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    for (let i = 0; i < 70; i++) expect((await agent('GET', '/v1/projects')).status).toBe(200)
    expect((await write(await ann.agent())).status).toBe(201)
  })

  it('all tokens of a workspace together can write 600 times a minute', async () => {
    const [ann, bo] = [await signUp(server), await signUp(server)]
    const write = async (agent: Call) => (await agent('POST', '/v1/projects', { name: 'x' })).status
    const olga = await joined(server, ann, 'Olga', 'member')
    for (let token = 1; token <= 10; token++) {
      const agent = await ann.agent()
      const statuses = await Promise.all(Array.from({ length: 60 }, () => write(agent)))
      expect([token, new Set(statuses)]).toEqual([token, new Set([201])])
    }
    const { body } = await olga.call<{ token: string }>('POST', '/api/tokens', {
      name: 'ci',
      workspaceId: ann.workspaceId,
      capabilities: ['project:create'],
    })
    expect(await write(caller(server, { authorization: `Bearer ${body.token}` }))).toBe(429)
    expect(await write(await bo.agent())).toBe(201)
    // The limit of the tokens does not affect the people of the workspace.
    expect((await ann.call('PATCH', `/api/workspaces/${ann.workspaceId}`, { name: 'Ours' })).status).toBe(200)
  })

  it('a client address can try 10 sign-ins a minute', async () => {
    const { address } = fresh()
    const statuses = []
    for (let i = 0; i < 11; i++)
      statuses.push((await signIn(fresh().email, 'wrong password', address)).status)
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
  })

  it('a client address can send 300 events of forges a minute', async () => {
    const { address } = fresh()
    const path = `/api/projects/${newId('project')}/forge/events`
    const send = async () => (await from(address)('POST', path, {})).status
    const statuses = await Promise.all(Array.from({ length: 300 }, send))
    expect(new Set(statuses)).toEqual(new Set([401]))
    expect(await send()).toBe(429)
    expect((await from(fresh().address)('POST', path, {})).status).toBe(401)
  })

  it('rate limits count POST /v1/bootstrap, device codes and sign-in separately', async () => {
    const calls = {
      bootstrap: (address: string) => from(address)('POST', '/v1/bootstrap'),
      code: (address: string) => from(address)('POST', '/api/auth/device/code', { client_id: 'exhibit-cli' }),
      lookup: (address: string) => from(address)('GET', '/api/auth/device?user_code=AAAAAAAA'),
      signIn: (address: string) => signIn(fresh().email, 'wrong password', address),
    }
    for (const [flooded, flood] of Object.entries(calls)) {
      const { address } = fresh()
      const responses = await Promise.all(Array.from({ length: 11 }, () => flood(address)))
      expect([flooded, responses.some(each => each.status === 429)]).toEqual([flooded, true])
      for (const [other, call] of Object.entries(calls))
        expect([flooded, other, (await call(address)).status === 429]).toEqual([
          flooded,
          other,
          other === flooded,
        ])
    }
  })
})
