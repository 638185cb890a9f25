import { describe, expect, it } from 'vitest'
import { DAY, HOUR, SECOND } from '#shared/time'
import { caller } from '../../support/server/client'
import { newReview } from '../../support/reviews/review'
import { adminFixture } from '../../support/people/servers'

describe('credentials', () => {
  it('a share link, an agent token and a session are refused after they have expired', async () => {
    const { server, person, agent, projectId } = await adminFixture()
    const reviewId = await newReview(agent, projectId)
    const shared = (
      await agent<{ token: string }>('POST', `/v1/reviews/${reviewId}/share-links`, { expiresInHours: 1 })
    ).body
    const minted = (
      await person.call<{ token: string }>('POST', '/api/tokens', {
        name: 'brief',
        workspaceId: person.workspaceId,
        capabilities: ['artifact:read'],
        expiresInDays: 1,
      })
    ).body
    const brief = caller(server, { authorization: `Bearer ${minted.token}` })
    await server.advance(HOUR - 5 * SECOND)
    expect((await caller(server)('GET', `/api/share/${shared.token}`)).status).toBe(200)
    await server.advance(10 * SECOND)
    expect((await caller(server)('GET', `/api/share/${shared.token}`)).status).toBe(404)
    expect((await brief('GET', '/v1/projects')).status).toBe(200)
    await server.advance(DAY)
    expect((await brief('GET', '/v1/projects')).status).toBe(401)
    expect((await person.call('GET', '/api/me')).status).toBe(200)
    await server.advance(8 * DAY)
    expect((await person.call('GET', '/api/me')).status).toBe(401)
  })
})
