import { describe, expect, it } from 'vitest'
import sharp from 'sharp'
import type { ReviewPayload } from '#shared/contract/review'
import { DAY, HOUR } from '#shared/time'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { fixtureOn } from '../../support/server/fixture'
import { sharedServerWithClock } from '../../support/server/server'

describe('expired media', () => {
  it('expired media are shown as a card without a download, and their comments remain', async () => {
    const { server, agent, projectId, png } = await fixtureOn(
      await sharedServerWithClock({ RETENTION: 'plan' }),
    )
    const reviewId = await newReview(agent, projectId)
    const done = await upload(agent, reviewId, png)
    await agent('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
      geometry: { x: 0, y: 0 },
      body: 'Stays.',
    })
    const expiresAt = done.artifact.currentRevision?.mediaExpiresAt ?? ''
    expect(Date.parse(expiresAt) - Date.parse(done.artifact.currentRevision?.completedAt ?? '')).toBe(
      14 * DAY,
    )
    const markdown = await agent('GET', `/v1/reviews/${reviewId}/markdown`)
    expect(markdown.body).toMatchObject({ mediaExpiresAt: expiresAt })
    await server.advance(14 * DAY - HOUR)
    const nearly = await fetch(done.embedUrl ?? '')
    expect(nearly.status).toBe(200)
    const age = Number(/max-age=(\d+)/.exec(nearly.headers.get('cache-control') ?? '')?.[1])
    expect(age).toBeGreaterThan(3500)
    expect(age).toBeLessThanOrEqual(3600)
    await server.advance(HOUR)
    const card = await fetch(done.embedUrl ?? '')
    expect([card.status, card.headers.get('content-type'), card.headers.get('cache-control')]).toEqual([
      200,
      'image/png',
      'public, max-age=60',
    ])
    expect(await sharp(Buffer.from(await card.arrayBuffer())).metadata()).toMatchObject({
      width: 800,
      height: 450,
    })
    expect((await fetch(`${done.embedUrl}?w=320`)).status).toBe(200)
    expect((await fetch(done.downloadUrl ?? '')).status).toBe(404)
    expect((await agent('GET', `/v1/artifacts/${done.artifactId}/download`)).status).toBe(404)
    const { body } = await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)
    expect([body.artifacts[0]?.currentRevision?.mediaState, body.threadCounts.open]).toEqual(['expired', 1])
  })
})
