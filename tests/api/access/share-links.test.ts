import { describe, expect, it } from 'vitest'
import type { ReviewPayload } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import { caller, newReview, signUp, upload, withoutRequestId } from '../../support/client'
import { eventKindsOf } from '../../support/database'
import { sharedFixture } from '../../support/fixture'

const { server, person, agent, projectId, png } = await sharedFixture()
const stranger = await signUp(server, 'Stranger')

describe('a share link', () => {
  it('shows its review to anyone, without downloads or personal state, until it is revoked', async () => {
    const reviewId = await newReview(agent, projectId)
    const done = await upload(agent, reviewId, png)
    await person.call('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
      geometry: { x: 0, y: 0 },
      body: 'Shown.',
    })
    const made = await agent<{ id: string; url: string; token: string; expiresAt: string | null }>(
      'POST',
      `/v1/reviews/${reviewId}/share-links`,
    )
    expect(made).toMatchObject({
      status: 201,
      body: { url: `${server.url}/r/${made.body.token}`, expiresAt: null },
    })
    const anybody = caller(server)
    const shared = await anybody<ReviewPayload & { threads: Thread[] }>(
      'GET',
      `/api/share/${made.body.token}`,
    )
    expect(shared).toMatchObject({
      status: 200,
      body: {
        review: { id: reviewId },
        threads: [{ comment: 'Shown.' }],
        artifacts: [{ currentRevision: { downloadUrl: null } }],
      },
    })
    expect(shared.body).not.toHaveProperty('seenItemIds')
    expect((await fetch(shared.body.artifacts[0]?.currentRevision?.embedUrl ?? '')).status).toBe(200)
    expect(JSON.stringify(shared.body)).not.toContain(done.downloadUrl)

    const listed = await person.call<{ shareLinks: object[] }>('GET', `/api/reviews/${reviewId}/share-links`)
    expect(listed.body.shareLinks).toMatchObject([{ id: made.body.id, revokedAt: null }])
    expect(JSON.stringify(listed.body)).not.toContain(made.body.token)
    expect((await stranger.call('DELETE', `/v1/share-links/${made.body.id}`)).status).toBe(404)
    expect((await agent('DELETE', `/v1/share-links/${made.body.id}`)).status).toBe(204)
    expect((await agent('DELETE', `/v1/share-links/${made.body.id}`)).status).toBe(404)
    const revoked = await anybody('GET', `/api/share/${made.body.token}`)
    const unknown = await anybody('GET', '/api/share/nonsense')
    expect([revoked.status, withoutRequestId(revoked)]).toEqual([404, withoutRequestId(unknown)])
    expect(await eventKindsOf(server, made.body.id)).toEqual(['share_link.created', 'share_link.revoked'])
  })

  it('is valid for 1 to 8,760 hours on request', async () => {
    const path = `/v1/reviews/${await newReview(agent, projectId)}/share-links`
    for (const expiresInHours of [0, 8761, 1.5])
      expect(await agent('POST', path, { expiresInHours })).toMatchObject({
        status: 422,
        body: { data: { field: 'expiresInHours' } },
      })
    for (const expiresInHours of [1, 8760])
      expect(
        (await agent<{ expiresAt: string }>('POST', path, { expiresInHours })).body.expiresAt,
      ).toBeTruthy()
  })
})
