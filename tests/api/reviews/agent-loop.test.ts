import { describe, expect, it } from 'vitest'
import type { CreatedReview, ReviewPayload } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import { newReview } from '../../support/reviews/review'
import { revise, upload } from '../../support/reviews/uploads'
import { pngImage } from '../../support/media/samples'
import { sharedFixture } from '../../support/server/fixture'

const { person, agent, projectId } = await sharedFixture()
const png = await pngImage(320, 200)

const threads = (reviewId: string, status = 'open') =>
  agent<{ count: number; threads: Thread[] }>('GET', `/v1/reviews/${reviewId}/threads?status=${status}`)

describe('the work of an agent on a review', () => {
  it('an agent can create a review and change it until a person verifies it', async () => {
    const created = await agent<CreatedReview>('POST', '/v1/reviews', {
      title: 'Totals wrap',
      projectId,
      prRef: '#1284',
      branch: 'fix/totals',
      commit: '9f31c2e',
    })
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      reused: false,
      review: { status: 'open', prRef: '#1284' },
      artifacts: [],
      threadCounts: { total: 0 },
    })
    const reviewId = created.body.review.id

    const done = await upload(agent, reviewId, png, {
      route: '/dashboard',
      viewport: { width: 320, height: 200, deviceScaleFactor: 2 },
    })
    expect(done).toMatchObject({
      revisionIndex: 1,
      status: 'ready',
      artifact: {
        status: 'ready',
        route: '/dashboard',
        currentRevision: { width: 320, height: 200, bytes: png.length },
      },
    })
    expect(done.markdown).toBe(`[![Dashboard](${done.embedUrl})](${done.artifact.url})`)

    const note = await person.call<Thread>('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
      kind: 'rectangle',
      geometry: { x: 0.1, y: 0.1, width: 0.3, height: 0.2 },
      body: 'Too wide.',
    })
    expect(note).toMatchObject({
      status: 201,
      body: {
        status: 'open',
        revision: 1,
        comment: 'Too wide.',
        comments: [{ author: { type: 'human', name: 'Ann' } }],
      },
    })

    expect((await threads(reviewId)).body).toMatchObject({
      count: 1,
      threads: [
        {
          threadId: note.body.threadId,
          kind: 'rectangle',
          artifact: { title: 'Dashboard', route: '/dashboard' },
        },
      ],
    })
    const id = note.body.threadId
    expect(await agent('POST', `/v1/threads/${id}/replies`, { body: 'On it.' })).toMatchObject({
      status: 201,
      body: { status: 'open' },
    })
    const addressed = await agent<Thread>('POST', `/v1/threads/${id}/address`, {
      body: 'Pinned three columns.',
    })
    expect(addressed).toMatchObject({ status: 200, body: { status: 'addressed' } })
    expect(addressed.body.comments.map(each => each.author.type)).toEqual(['human', 'agent', 'agent'])

    const second = await revise(agent, done.artifactId, await pngImage(320, 201), {
      roundKey: 'round-2',
      roundSummary: 'after review',
    })
    expect(second).toMatchObject({
      revisionIndex: 2,
      artifact: { currentRevision: { index: 2, height: 201 } },
    })

    expect(await person.call('POST', `/v1/threads/${id}/resolve`)).toMatchObject({
      status: 200,
      body: { status: 'resolved' },
    })
    expect(await agent('POST', `/v1/threads/${id}/address`)).toMatchObject({
      status: 200,
      body: { status: 'resolved' },
    })
    expect(
      await person.call('POST', `/api/reviews/${reviewId}/status`, { status: 'verified' }),
    ).toMatchObject({ status: 200, body: { status: 'verified', decidedBy: 'Ann' } })

    const read = await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)
    expect(read.body).toMatchObject({
      review: { status: 'verified' },
      threadCounts: { resolved: 1, total: 1 },
      rounds: [{ number: 1, summary: 'after review' }],
    })
    expect(read.body.artifacts[0]?.revisions.map(each => each.roundId)).toEqual([
      null,
      read.body.rounds[0]?.id,
    ])
    expect(read.body.seenItemIds).toBeUndefined()
  })

  it('calls with the same externalRef use the same review, even if they are concurrent', async () => {
    const responses = await Promise.all(
      Array.from({ length: 12 }, () =>
        agent<CreatedReview>('POST', '/v1/reviews', { title: 'Race', projectId, externalRef: 'pr-77' }),
      ),
    )
    expect(new Set(responses.map(each => each.body.review.id)).size).toBe(1)
    expect(responses.filter(each => each.status === 201)).toHaveLength(1)
    expect(responses.filter(each => each.body.reused)).toHaveLength(11)
  })

  it('a thread is pinned to the latest revision, or to an earlier one that the request names', async () => {
    const reviewId = await newReview(agent, projectId)
    const first = await upload(agent, reviewId, png)
    await revise(agent, first.artifactId, png)
    const now = await agent<Thread>('POST', `/v1/artifacts/${first.artifactId}/annotations`, {
      geometry: { x: 0.5, y: 0.5 },
      body: 'Now',
    })
    const then = await agent<Thread>('POST', `/v1/reviews/${reviewId}/threads`, {
      kind: 'point',
      artifactId: first.artifactId,
      revisionId: first.revisionId,
      geometry: { x: 0, y: 1 },
      body: 'Then',
    })
    expect([now.body.revision, then.body.revision]).toEqual([2, 1])
  })
})
