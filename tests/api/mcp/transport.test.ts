import { beforeAll, describe, expect, it } from 'vitest'
import { capabilities } from '#shared/contract/capabilities'
import { limits } from '#shared/contract/kit/limits'
import { caller, type Failure } from '../../support/server/client'
import type { Person } from '../../support/people/sign-up'
import { limitedFixture } from '../../support/people/servers'
import { sharedFixture } from '../../support/server/fixture'
import { pauseRequest } from '../../support/server/paused-request'
import { callTool, connectMcp, protocolEras, postMcp } from '../../support/cli/mcp'
import type { TestServer } from '../../support/server/server'

let server: TestServer
let person: Person
let token: string
let bearer: Record<string, string>

beforeAll(async () => {
  ;({ server, person } = await sharedFixture())
  token = await person.token()
  bearer = { authorization: `Bearer ${token}` }
})

const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

describe('POST /mcp', () => {
  it.each(protocolEras)('POST /mcp serves the official client of the %s protocol', async era => {
    const client = await connectMcp(server, token, era)
    expect(client.getServerVersion()).toMatchObject({ name: 'exhibit' })
    expect(client.getInstructions()).toContain('send_evidence')
    expect((await client.listTools()).tools.length).toBeGreaterThan(0)
    await client.close()
  })

  it('POST /mcp without a token responds 401 with the metadata URL and every capability', async () => {
    const response = await postMcp(server, listTools)
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${server.url}/.well-known/oauth-protected-resource/mcp", ` +
        `scope="${capabilities.join(' ')}"`,
    )
  })

  it('POST /mcp with an unknown token responds 401 with invalid_token', async () => {
    const response = await postMcp(server, listTools, { authorization: 'Bearer svc_unknown' })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token", resource_meta/)
  })

  it('POST /mcp does not accept the session cookie of a person', async () => {
    expect((await postMcp(server, listTools, { cookie: person.cookie })).status).toBe(401)
  })

  it('POST /mcp refuses requests from other sites, but not from its own site or without Origin', async () => {
    const statusFrom = async (origin: string) =>
      (await postMcp(server, listTools, { ...bearer, origin })).status
    expect(await statusFrom('https://evil.example')).toBe(403)
    expect(await statusFrom('null')).toBe(403)
    expect(await statusFrom(server.url)).toBe(200)
    expect((await postMcp(server, listTools, bearer)).status).toBe(200)
  })

  it('POST /mcp accepts a JSON body of the maximum size, but no larger one', async () => {
    const padded = (padding: string) => ({ ...listTools, params: { _meta: { padding } } })
    const spare = limits.jsonBytes - JSON.stringify(padded('')).length
    const bodyOf = (bytes: number) => padded('x'.repeat(spare + bytes - limits.jsonBytes))
    expect((await postMcp(server, bodyOf(limits.jsonBytes), bearer)).status).toBe(200)
    expect((await postMcp(server, bodyOf(limits.jsonBytes + 1), bearer)).status).toBe(413)
  })

  it('POST /mcp accepts objects with the maximum nesting depth, but no deeper ones', async () => {
    const nested = (depth: number) => {
      const text = JSON.stringify({ ...listTools, params: { _meta: 0 } })
      return text.replace(':0', `:${'{"a":'.repeat(depth - 2)}0${'}'.repeat(depth - 2)}`)
    }
    expect((await postMcp(server, nested(limits.jsonDepth), bearer)).status).toBe(200)
    for (const depth of [limits.jsonDepth + 1, 20_000])
      expect((await postMcp(server, nested(depth), bearer)).status).toBe(400)
  })

  it.each(['', '{', '[]', 'null'])(
    'POST /mcp responds with 400 to a body that is not a message: %j',
    async body => {
      expect((await postMcp(server, body, bearer)).status).toBe(400)
    },
  )

  it.each(['GET', 'DELETE', 'PUT', 'OPTIONS'])('a %s request to /mcp responds 405 in JSON', async method => {
    const accept = 'text/event-stream, text/html'
    const { status, headers, body } = await caller(server)<Failure>(method, '/mcp', undefined, { accept })
    expect([status, headers.get('allow'), body.data.error]).toEqual([405, 'POST', 'method_not_allowed'])
  })
})

describe('a revoked token in MCP', () => {
  it('a token that was revoked can call no further tools', async () => {
    const created = await person.call<{ id: string; token: string }>('POST', '/api/tokens', {
      name: 'brief',
      workspaceId: person.workspaceId,
      capabilities: ['feedback:read'],
    })
    const client = await connectMcp(server, created.body.token)
    expect((await callTool(client, 'list_reviews')).isError).toBe(false)
    await person.call('DELETE', `/api/tokens/${created.body.id}`)
    await expect(callTool(client, 'list_reviews')).rejects.toThrow()
    await client.close()
  })

  it('an MCP tool call reads nothing if its token is revoked before the body has arrived', async () => {
    const created = await person.call<{ id: string; token: string }>('POST', '/api/tokens', {
      name: 'late',
      workspaceId: person.workspaceId,
      capabilities: ['feedback:read'],
    })
    const headers = {
      authorization: `Bearer ${created.body.token}`,
      accept: 'application/json, text/event-stream',
    }
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'list_reviews', arguments: {} },
    }
    const begin = () => pauseRequest(server, 'POST', '/mcp', headers, JSON.stringify(call))
    expect((await (await begin()).finish()).status).toBe(200)
    const begun = await begin()
    await person.call('DELETE', `/api/tokens/${created.body.id}`)
    expect((await begun.finish()).status).toBe(401)
  })
})

describe('rate limits of MCP', () => {
  it('tool calls count toward the rate limits of their operations: 60 writes a minute', async () => {
    const limited = await limitedFixture()
    const client = await connectMcp(limited.server, await limited.person.token())
    const outcomes = []
    for (let i = 0; i < 61; i++)
      outcomes.push(await callTool(client, 'reply_to_thread', { threadId: 'thr_1', body: 'Hello.' }))
    expect(outcomes.slice(0, 60).every(({ data }) => data.error === 'not_found')).toBe(true)
    expect(outcomes[60]).toMatchObject({ isError: true, data: { error: 'rate_limited' } })
    expect((await callTool(client, 'list_reviews')).isError).toBe(false)
    await client.close()
  })
})
