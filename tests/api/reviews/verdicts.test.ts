import { describe, expect, it } from 'vitest'
import type { Review, ReviewPayload } from '#shared/contract/review'
import { reviewStatuses } from '#shared/contract/review-status'
import { newReview, upload, type Call } from '../../support/client'
import { eventKindsOf } from '../../support/database'
import { sharedFixture } from '../../support/fixture'

const { server, person, agent, projectId, png } = await sharedFixture()
const read = async (id: string, as: Call = agent) =>
  (await as<ReviewPayload>('GET', `/v1/reviews/${id}`)).body

describe('a verdict', () => {
  it('changes from any status to any other, by people, with the person and the time', async () => {
    const id = await newReview(agent, projectId)
    for (const from of reviewStatuses) {
      for (const to of reviewStatuses) {
        await person.call('POST', `/api/reviews/${id}/status`, { status: from })
        expect(await person.call('POST', `/api/reviews/${id}/status`, { status: to })).toMatchObject({
          status: 200,
          body: { id, status: to },
        })
      }
    }
    expect((await agent('POST', `/api/reviews/${id}/status`, { status: 'verified' })).status).toBe(403)
    expect(await person.call('POST', `/api/reviews/${id}/status`, { status: 'approved' })).toMatchObject({
      status: 422,
      body: { data: { field: 'status' } },
    })
  })

  it('names the person and the time of the last change, and giving it again changes neither', async () => {
    const id = await newReview(agent, projectId)
    expect((await read(id)).review).toMatchObject({ decidedBy: null, decidedAt: null })
    const decide = async (status: string) =>
      (await person.call<Review>('POST', `/api/reviews/${id}/status`, { status })).body
    const before = new Date().toISOString()
    const verified = await decide('verified')
    expect(verified.decidedBy).toBe('Ann')
    expect(Date.parse(verified.decidedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(before))
    expect(await decide('verified')).toEqual(verified)
    expect((await read(id)).review).toEqual(verified)
    expect((await eventKindsOf(server, id)).filter(kind => kind === 'review.verified')).toHaveLength(1)
  })

  it('does not change when a variation is preferred', async () => {
    const id = await newReview(agent, projectId)
    const done = await upload(agent, id, png, { variationGroup: 'hero' })
    await person.call('POST', `/v1/artifacts/${done.artifactId}/preferred`, { preferred: true })
    expect((await read(id)).review.status).toBe('open')
  })
})
