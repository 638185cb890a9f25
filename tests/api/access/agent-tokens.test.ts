import { describe, expect, it } from 'vitest'
import { sharedFixture } from '../../support/server/fixture'

const { server, person: owner } = await sharedFixture()

describe('agent tokens', () => {
  it('GET /v1/token returns scope and capabilities of any token, and responds 403 to people', async () => {
    const projectId = await owner.project('Own token')
    const agent = await owner.agent({ capabilities: ['thread:reply'], projectId })
    expect(await agent('GET', '/v1/token')).toMatchObject({
      status: 200,
      body: { workspaceId: owner.workspaceId, projectId, capabilities: ['thread:reply'], expiresAt: null },
    })
    expect(await owner.call('GET', '/v1/token')).toMatchObject({ status: 403 })
  })

  it('GET /api/tokens never shows a secret, and a revoked token is refused immediately', async () => {
    const minted = (
      await owner.call<{ id: string; token: string }>('POST', '/api/tokens', {
        name: 'short-lived',
        workspaceId: owner.workspaceId,
        capabilities: ['artifact:read'],
        expiresInDays: 1,
      })
    ).body
    expect(minted.token).toMatch(/^svc_[\w-]{32}$/)
    const call = await owner.agent({ capabilities: ['artifact:read'] })
    const listed = await owner.call<{
      tokens: { id: string; prefix: string; lastUsedAt: string | null; expiresAt: string | null }[]
    }>('GET', '/api/tokens')
    expect(JSON.stringify(listed.body)).not.toContain(minted.token)
    expect(listed.body.tokens.find(each => each.id === minted.id)).toMatchObject({
      prefix: minted.token.slice(0, 8),
      lastUsedAt: null,
    })
    await call('GET', '/v1/projects')
    expect((await owner.call('DELETE', `/api/tokens/${minted.id}`)).status).toBe(204)
    expect((await owner.call('DELETE', `/api/tokens/${minted.id}`)).status).toBe(404)
    expect(
      (await fetch(`${server.url}/v1/projects`, { headers: { authorization: `Bearer ${minted.token}` } }))
        .status,
    ).toBe(401)
  })
})
