import { afterAll, describe, expect, it } from 'vitest'
import type { DeclarationResult } from '#shared/contract/artifact'
import type { ReviewPayload } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import { reviewStatuses } from '#shared/contract/review-status'
import { newReview, put, revise, signUp, upload, type Call } from '../support/client'
import { startStage } from '../support/stage'

const { server, person, agent, projectId, png } = await startStage()
afterAll(() => server.stop())

const read = async (id: string, as: Call = agent) =>
  (await as<ReviewPayload>('GET', `/v1/reviews/${id}`)).body

describe('rounds', () => {
  it('begin with a key: what came before is the baseline, a key groups, its first summary stands, none makes a round of its own', async () => {
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

  it('are listed once one of their revisions is complete', async () => {
    const id = await newReview(agent, projectId)
    const declared = (
      await agent<DeclarationResult>('POST', '/v1/artifacts/uploads', {
        reviewId: id,
        kind: 'image',
        title: 'x',
        mime: 'image/png',
        bytes: png.length,
        roundKey: 'one',
      })
    ).body
    expect((await read(id)).rounds).toEqual([])
    await put(declared.uploadUrl, png)
    await agent('POST', `/v1/artifacts/${declared.artifactId}/complete`)
    expect((await read(id)).rounds).toMatchObject([{ number: 1 }])
  })

  it('are one for callers that race with the same key', async () => {
    const id = await newReview(agent, projectId)
    await Promise.all(Array.from({ length: 6 }, () => upload(agent, id, png, { roundKey: 'race' })))
    const review = await read(id)
    expect([
      review.rounds.length,
      new Set(review.artifacts.map(each => each.currentRevision?.roundId)).size,
    ]).toEqual([1, 1])
  })
})

describe('what a person has seen', () => {
  it('is a union of completed revisions and comments of the review, personal, and changes nothing else', async () => {
    const id = await newReview(agent, projectId)
    const done = await upload(agent, id, png)
    const other = await upload(agent, await newReview(agent, projectId), png)
    const note = async (artifactId: string) =>
      (
        await agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
          geometry: { x: 0, y: 0 },
          body: 'x',
        })
      ).body
    const { threadId, comments } = await note(done.artifactId)
    const foreignComment = (await note(other.artifactId)).comments[0]?.id ?? ''
    const inFlight = (
      await agent<DeclarationResult>('POST', `/v1/artifacts/${done.artifactId}/revisions`, {
        mime: 'image/png',
        bytes: 5,
      })
    ).body.revisionId
    const comment = comments[0]?.id ?? ''
    const mark = (...itemIds: string[]) =>
      person.call<{ seenItemIds: string[] }>('POST', `/v1/reviews/${id}/seen`, { itemIds })
    expect((await mark(done.revisionId)).body).toEqual({ reviewId: id, seenItemIds: [done.revisionId] })
    expect(
      (
        await mark(comment, inFlight, other.revisionId, foreignComment, 'rvs_unknown', 'nonsense')
      ).body.seenItemIds.sort(),
    ).toEqual([comment, done.revisionId].sort())
    expect((await read(id, person.call)).seenItemIds?.sort()).toEqual([comment, done.revisionId].sort())
    expect(await read(id)).not.toHaveProperty('seenItemIds')
    const threads = (await agent<{ threads: Thread[] }>('GET', `/v1/reviews/${id}/threads?status=all`)).body
      .threads
    expect(threads).toMatchObject([{ threadId, status: 'open' }])
    const invited = await signUp(server)
    const { token } = (
      await person.call<{ token: string }>('POST', `/api/workspaces/${person.workspaceId}/invitations`, {
        role: 'member',
      })
    ).body
    await invited.call('POST', `/api/invite/${token}`)
    expect((await read(id, invited.call)).seenItemIds).toEqual([])
    expect((await agent('POST', `/v1/reviews/${id}/seen`, { itemIds: [] })).status).toBe(403)
  })
})

describe('a verdict', () => {
  it('moves from any status to any, by people, and says who and when', async () => {
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

  it('is not given by preferring a variation', async () => {
    const id = await newReview(agent, projectId)
    const done = await upload(agent, id, png, { variationGroup: 'hero' })
    await person.call('POST', `/v1/artifacts/${done.artifactId}/preferred`, { preferred: true })
    expect((await read(id)).review.status).toBe('open')
  })
})

describe('a thread', () => {
  const note = async (id: string) =>
    (await person.call<Thread>('POST', `/v1/reviews/${id}/threads`, { kind: 'review', body: 'All of it.' }))
      .body

  it('is open when new, addressed by agents, resolved and reopened by people; a reply changes no status', async () => {
    const id = await newReview(agent, projectId)
    const thread = await note(id)
    expect(thread).toMatchObject({
      status: 'open',
      kind: 'review',
      artifactId: null,
      geometry: null,
      comment: 'All of it.',
    })
    const at = `/v1/threads/${thread.threadId}`
    expect((await agent<Thread>('POST', `${at}/replies`, { body: 'On it.' })).body.status).toBe('open')
    expect((await agent<Thread>('POST', `${at}/address`)).body).toMatchObject({
      status: 'addressed',
      comments: [{}, {}],
    })
    expect((await agent<Thread>('POST', `${at}/address`, { body: 'Again.' })).body).toMatchObject({
      status: 'addressed',
      comments: [{}, {}, { body: 'Again.' }],
    })
    expect((await agent('POST', `${at}/resolve`)).status).toBe(403)
    expect((await person.call<Thread>('POST', `${at}/resolve`, { body: 'Good.' })).body).toMatchObject({
      status: 'resolved',
      comments: [{}, {}, {}, { body: 'Good.' }],
    })
    expect((await agent<Thread>('POST', `${at}/address`, { body: 'Late.' })).body).toMatchObject({
      status: 'resolved',
    })
    expect((await agent<Thread>('POST', `${at}/replies`, { body: 'Later.' })).body.status).toBe('resolved')
    expect((await person.call<Thread>('POST', `${at}/resolve`, { status: 'open' })).body.status).toBe('open')
    expect(
      (await person.call<Thread>('PATCH', `/api/threads/${thread.threadId}`, { status: 'addressed' })).body
        .status,
    ).toBe('addressed')
  })

  it('is listed by status: open ones by default, all on request, with the counts of the review and of each artifact', async () => {
    const id = await newReview(agent, projectId)
    const [first, second] = [await note(id), await note(id)]
    await note(id)
    await agent('POST', `/v1/threads/${first.threadId}/address`)
    await person.call('POST', `/v1/threads/${second.threadId}/resolve`)
    const list = async (query: string) =>
      (
        await agent<{ status: string; count: number; threads: Thread[] }>(
          'GET',
          `/v1/reviews/${id}/threads${query}`,
        )
      ).body
    for (const [query, status, count] of [
      ['', 'open', 1],
      ['?status=open', 'open', 1],
      ['?status=addressed', 'addressed', 1],
      ['?status=resolved', 'resolved', 1],
      ['?status=all', 'all', 3],
    ] as const) {
      const body = await list(query)
      expect([query, body.status, body.count, body.threads.length]).toEqual([query, status, count, count])
    }
    expect((await read(id)).threadCounts).toEqual({ open: 1, addressed: 1, resolved: 1, total: 3 })
    expect(await agent('GET', `/v1/reviews/${id}/threads?status=closed`)).toMatchObject({
      status: 422,
      body: { data: { field: 'status' } },
    })
  })
})

describe('GET /api/health', () => {
  it('says that the application answers, to anybody', async () => {
    const answer = await fetch(`${server.url}/api/health`)
    expect([answer.status, await answer.json()]).toEqual([200, { ok: true }])
  })
})
