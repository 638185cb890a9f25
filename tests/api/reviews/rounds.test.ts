import { describe, expect, it } from 'vitest'
import type { ReviewPayload } from '#shared/contract/review'
import type { Call } from '../../support/server/client'
import { newReview } from '../../support/reviews/review'
import { declareUpload, put, revise, upload } from '../../support/reviews/uploads'
import { sharedFixture } from '../../support/server/fixture'

const { agent, projectId, png } = await sharedFixture()
const read = async (id: string, as: Call = agent) =>
  (await as<ReviewPayload>('GET', `/v1/reviews/${id}`)).body

describe('rounds', () => {
  it('a round key groups revisions into a round; a later summary does not replace the first', async () => {
    const id = await newReview(agent, projectId)
    const first = await upload(agent, id, png)
    const second = await upload(agent, id, png, { roundKey: 'one', roundSummary: 'First round' })
    await revise(agent, first.artifactId, png, { roundKey: 'one', roundSummary: 'ignored' })
    await revise(agent, second.artifactId, png)
    const review = await read(id)
    expect(review.rounds.map(each => [each.number, each.summary])).toEqual([
      [1, 'First round'],
      [2, ''],
    ])
    const [one, two] = review.rounds.map(each => each.id)
    expect(review.artifacts.map(each => each.revisions.map(revision => revision.roundId))).toEqual([
      [null, one],
      [one, two],
    ])
  })

  it('rounds are listed as soon as one of their revisions is complete', async () => {
    const id = await newReview(agent, projectId)
    const declared = (await declareUpload(agent, id, { bytes: png.length, roundKey: 'one' })).body
    expect((await read(id)).rounds).toEqual([])
    await put(declared.uploadUrl, png)
    await agent('POST', `/v1/artifacts/${declared.artifactId}/complete`)
    expect((await read(id)).rounds).toMatchObject([{ number: 1 }])
  })

  it('concurrent calls with the same round key create only one round', async () => {
    const id = await newReview(agent, projectId)
    await Promise.all(Array.from({ length: 6 }, () => upload(agent, id, png, { roundKey: 'race' })))
    const review = await read(id)
    expect([
      review.rounds.length,
      new Set(review.artifacts.map(each => each.currentRevision?.roundId)).size,
    ]).toEqual([1, 1])
  })
})
