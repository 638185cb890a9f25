import { describe, expect, it } from 'vitest'
import type { Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import type { PendingComment, SubmittedReview } from '#shared/contract/pending-comment'
import type { ReviewPayload } from '#shared/contract/review'
import type { ReviewSummary } from '#shared/contract/review-list'
import type { Thread } from '#shared/contract/thread'
import type { Call } from '../../support/server/client'
import { joined, signUp, type Person } from '../../support/people/sign-up'
import { newReview, threadsOf } from '../../support/reviews/review'
import { put, revise, upload } from '../../support/reviews/uploads'
import { allRows, runSql } from '../../support/data/database'
import { watch } from '../../support/server/events'
import { sharedFixture } from '../../support/server/fixture'
import { uploadVideo } from '../../support/reviews/frames'
import { callTool, connectMcp } from '../../support/cli/mcp'
import { membersOf } from '../../support/people/members'

const { server, person, agent, projectId, png } = await sharedFixture()
const colleague = await joined(server, person, 'Bea', 'reviewer')

const SECRET = 'Not for others yet.'
const spot = { kind: 'point', geometry: { x: 0.5, y: 0.5 } }

const add = (reviewId: string, body: Record<string, unknown>, as: Call = person.call) =>
  as<PendingComment>('POST', `/api/reviews/${reviewId}/pending-comments`, body)
const addReply = (threadId: string, body: string) =>
  person.call<PendingComment>('POST', `/api/threads/${threadId}/pending-replies`, { body })
const list = async (reviewId: string, as: Person = person) =>
  (await as.call<Output<'listPendingComments'>>('GET', `/api/reviews/${reviewId}/pending-comments`)).body
    .pendingComments
const submit = (reviewId: string, pendingCommentIds: string[], more: object = {}, as: Call = person.call) =>
  as<SubmittedReview>('POST', `/api/reviews/${reviewId}/submit`, { pendingCommentIds, ...more })
const read = async (reviewId: string) => (await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).body
/** Returns an export of a review that a colleague of the person downloads. */
const exported = async (reviewId: string, format: string) => {
  const address = `${server.url}/api/reviews/${reviewId}/export/${format}`
  return (await fetch(address, { headers: { cookie: colleague.cookie } })).text()
}
const decisions = async (reviewId: string) =>
  (await allRows(server)).verdict?.filter(row => (row as { review_id: string }).review_id === reviewId)

/** Creates a review with a picture, a thread of the agent, and a pending comment and reply of the person. */
async function withPending() {
  const reviewId = await newReview(agent, projectId)
  const { artifactId, revisionId } = await upload(agent, reviewId, png)
  const { threadId } = (
    await agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
      ...spot,
      body: 'Is this right?',
    })
  ).body
  const comment = (await add(reviewId, { ...spot, artifactId, body: SECRET })).body
  const reply = (await addReply(threadId, SECRET)).body
  return { reviewId, artifactId, revisionId, threadId, comment, reply, ids: [comment.id, reply.id] }
}

describe('a pending comment', () => {
  it('a pending comment is pinned to the current revision, and its author can edit it', async () => {
    const { reviewId, artifactId, revisionId, threadId, comment, reply } = await withPending()
    expect(comment).toEqual({
      id: expect.stringMatching(/^pnd_/),
      body: SECRET,
      images: [],
      threadId: null,
      place: { ...spot, shapes: [], artifactId, revisionId, timestampMs: null, endMs: null, frameMs: null },
      createdAt: expect.any(String),
    })
    expect(reply).toMatchObject({ threadId, place: null })
    await revise(agent, artifactId, png)
    const edited = await person.call('PATCH', `/api/pending-comments/${comment.id}`, { body: 'Shorter.' })
    expect(edited).toMatchObject({ status: 200, body: { ...comment, body: 'Shorter.' } })
    expect(await list(reviewId)).toEqual([{ ...comment, body: 'Shorter.' }, reply])
  })

  it('a pending comment on a range of a video stores the video time at which it was drawn', async () => {
    const reviewId = await newReview(agent, projectId)
    const { artifactId } = await uploadVideo(agent, reviewId)
    const mark = { ...spot, artifactId, timestampMs: 200, endMs: 900, body: 'Here.' }
    const added = []
    for (const frameMs of [200, 600, 900, null, undefined])
      added.push((await add(reviewId, { ...mark, frameMs })).body)
    expect(added.map(each => each.place?.frameMs)).toEqual([200, 600, 900, null, null])
    for (const wrong of [
      { ...mark, frameMs: 199 },
      { ...mark, frameMs: 901 },
      { ...mark, endMs: null, frameMs: 200 },
      { ...mark, kind: 'timestamp', geometry: null, frameMs: 200 },
    ])
      expect(await add(reviewId, wrong)).toMatchObject({ status: 422, body: { data: { field: 'frameMs' } } })
    expect(await list(reviewId)).toEqual(added)
    const { body } = await submit(
      reviewId,
      added.map(each => each.id),
    )
    expect(body.sent.map(each => each.thread.frameMs)).toEqual([200, 600, 900, null, null])
  })

  it('a pending comment that an earlier version stored without `frameMs` can be read and sent', async () => {
    const { reviewId, comment } = await withPending()
    const { frameMs: _, ...place } = comment.place ?? { frameMs: null }
    await runSql(server, 'UPDATE pending_comment SET place = ? WHERE id = ?', [
      JSON.stringify(place),
      comment.id,
    ])
    expect((await list(reviewId))[0]).toEqual(comment)
    const { body } = await submit(reviewId, [comment.id])
    expect(body).toMatchObject({ sent: [{ id: comment.id, thread: { frameMs: null } }], unsent: [] })
  })

  it('a pending comment is deleted when it is discarded', async () => {
    const { reviewId, comment, reply } = await withPending()
    expect((await person.call('DELETE', `/api/pending-comments/${comment.id}`)).status).toBe(204)
    expect(await list(reviewId)).toEqual([reply])
    expect((await person.call('DELETE', `/api/pending-comments/${comment.id}`)).status).toBe(404)
  })

  it('an invalid pending comment gets the same error as an invalid comment', async () => {
    const { reviewId, artifactId, revisionId } = await withPending()
    for (const wrong of [
      { kind: 'rectangle', artifactId, geometry: { x: 0.9, y: 0, width: 0.2, height: 0.1 } },
      { kind: 'timestamp', artifactId, timestampMs: 0 },
      { kind: 'point', geometry: { x: 0, y: 0 } },
      { ...spot, artifactId, frameMs: 0 },
      { kind: 'review', artifactId },
      { kind: 'review', revisionId },
      { ...spot, artifactId, revisionId: 'rvs_01AAAAAAAAAAAAAAAAAAAAAAAA' },
      { ...spot, artifactId: 'art_01AAAAAAAAAAAAAAAAAAAAAAAA' },
    ]) {
      const body = { ...wrong, body: 'x' }
      const [later, now] = [
        await add(reviewId, body),
        await person.call('POST', `/v1/reviews/${reviewId}/threads`, body),
      ]
      expect(later.status).toBeGreaterThanOrEqual(404)
      expect({
        ...later.body,
        data: { ...(later.body as never as typeof now.body).data, requestId: '' },
      }).toEqual({ ...now.body, data: { ...now.body.data, requestId: '' } })
    }
    expect(await list(reviewId)).toHaveLength(2)
  })

  it('other people cannot find a pending comment, and agents cannot create one', async () => {
    const { reviewId, comment, ids } = await withPending()
    const address = `/api/pending-comments/${comment.id}`
    const outsider = await signUp(server, 'Outsider')
    for (const { call } of [colleague, outsider]) {
      expect((await call('PATCH', address, { body: 'Mine now' })).status).toBe(404)
      expect((await call('DELETE', address)).status).toBe(404)
    }
    expect(await list(reviewId, colleague)).toEqual([])
    expect((await submit(reviewId, ids, {}, colleague.call)).status).toBe(409)
    expect((await submit(reviewId, ids, {}, outsider.call)).status).toBe(404)
    expect((await add(reviewId, { body: 'x' }, agent)).status).toBe(403)
    expect((await submit(reviewId, ids, {}, agent)).status).toBe(403)
    expect((await agent('GET', `/api/reviews/${reviewId}/pending-comments`)).status).toBe(403)
    expect(await list(reviewId)).toHaveLength(2)
  })

  it('a pending comment changes no response, ETag or row that another person reads', async () => {
    const reviewId = await newReview(agent, projectId)
    const { artifactId } = await upload(agent, reviewId, png)
    const { threadId } = (
      await agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, { ...spot, body: 'Right?' })
    ).body
    const link = await agent<{ url: string }>('POST', `/v1/reviews/${reviewId}/share-links`, {})
    const token = new URL(link.body.url).pathname.split('/').at(-1) ?? ''
    const mcp = await connectMcp(server, await person.token())
    const paths = [
      `/v1/reviews/${reviewId}`,
      `/v1/reviews/${reviewId}/markdown`,
      `/v1/reviews/${reviewId}/threads?status=all`,
      `/v1/reviews/${reviewId}/wait?since=0&seconds=0`,
      `/v1/threads/${threadId}`,
      '/v1/reviews',
    ]
    const dashboard = ['/api/inbox', `/api/projects/${projectId}/reviews`]
    const capture = async () => {
      const answers: unknown[] = []
      const keep = async (call: Call, path: string) => {
        const { status, headers, body } = await call<unknown>('GET', path)
        expect([path, status]).toEqual([path, 200])
        answers.push([path, body, headers.get('etag'), headers.get('content-length')])
      }
      for (const path of paths) await keep(agent, path)
      for (const path of [...paths, ...dashboard]) await keep(colleague.call, path)
      for (const path of paths.slice(0, 3)) await keep(person.call, path)
      await keep(person.call, `/api/workspaces/${person.workspaceId}/events`)
      await keep(agent, `/api/share/${token}`)
      answers.push((await callTool(mcp, 'read_feedback', { reviewId, status: 'all' })).data)
      return answers
    }
    // Each export creates an audit event, so no export is read between the two captures.
    const files = () => Promise.all(['csv', 'html'].map(format => exported(reviewId, format)))
    const filesBefore = await files()
    // The first call with a token creates an audit event, so the result of this capture is not compared.
    await capture()
    const before = await capture()
    const rowsBefore = await allRows(server)
    const streams = [
      await watch(`${server.url}/api/reviews/${reviewId}/events`, { cookie: colleague.cookie }),
      await watch(`${server.url}/api/share/${token}/events`),
    ]
    for (const stream of streams) await expect.poll(stream.lastId).not.toBe('')

    const comment = (await add(reviewId, { ...spot, artifactId, body: SECRET })).body
    await addReply(threadId, SECRET)
    await person.call('PATCH', `/api/pending-comments/${comment.id}`, { body: `${SECRET} Really.` })

    expect(await capture()).toEqual(before)
    // The author's own lists count pending comments.
    const own = await person.call<{ reviews: ReviewSummary[] }>('GET', `/api/projects/${projectId}/reviews`)
    expect(own.body.reviews.find(each => each.id === reviewId)?.pendingCommentCount).toBe(2)
    const rows = await allRows(server)
    const changed = Object.keys(rows).filter(
      table => JSON.stringify(rows[table]) !== JSON.stringify(rowsBefore[table]),
    )
    // The event stream of the colleague added a row to the table `viewer`.
    expect(changed.filter(table => table !== 'viewer')).toEqual(['pending_comment'])
    expect(await files()).toEqual(filesBefore)
    // Submitting the pending comments is the first change that the event streams send.
    await submit(
      reviewId,
      (await list(reviewId)).map(each => each.id),
    )
    for (const stream of streams) {
      await expect.poll(() => stream.events.length).toBeGreaterThan(0)
      expect(stream.events).toHaveLength(1)
      stream.close()
    }
    const after = await capture()
    expect(JSON.stringify(before)).not.toContain(SECRET)
    expect(JSON.stringify(after)).toContain(SECRET)
    expect(after).not.toEqual(before)
    await mcp.close()
  })

  it('pending comments are deleted when their author leaves or their review is deleted', async () => {
    const leaver = await joined(server, person, 'Lea', 'member')
    const reviewId = await newReview(agent, projectId)
    const own = await add(reviewId, { body: 'Mine' }, leaver.call)
    const { remove, enroll } = membersOf(person)
    await remove(leaver)
    expect((await leaver.call('PATCH', `/api/pending-comments/${own.body.id}`, { body: 'x' })).status).toBe(
      404,
    )
    await enroll(leaver)
    expect(await list(reviewId, leaver)).toEqual([])
    await add(reviewId, { body: 'Mine' })
    expect((await person.call('DELETE', `/api/reviews/${reviewId}`)).status).toBe(204)
    const left = (await allRows(server)).pending_comment as { review_id: string }[]
    expect(left.filter(each => each.review_id === reviewId)).toEqual([])
  })

  it(`a person has at most ${limits.pendingComments} pending comments on a review`, async () => {
    const [reviewId, other] = [await newReview(agent, projectId), await newReview(agent, projectId)]
    for (let i = 0; i < limits.pendingComments; i++)
      expect((await add(reviewId, { body: `${i}` })).status).toBe(201)
    expect(await add(reviewId, { body: 'x' })).toMatchObject({
      status: 409,
      body: { data: { error: 'conflict' } },
    })
    expect((await add(reviewId, { body: 'x' }, colleague.call)).status).toBe(201)
    expect((await add(other, { body: 'x' })).status).toBe(201)
    const ids = (await list(reviewId)).map(each => each.id)
    expect(await submit(reviewId, [...ids, ...ids.slice(0, 1)])).toMatchObject({
      status: 422,
      body: { data: { field: 'pendingCommentIds' } },
    })
    expect((await submit(reviewId, ids)).body.sent).toHaveLength(limits.pendingComments)
    // The order of the comments is the order in which they were written.
    expect((await threadsOf(agent, reviewId)).map(each => each.comment)).toEqual(ids.map((_, i) => `${i}`))
  })
})

describe('POST /api/reviews/{id}/submit', () => {
  it('submitting a review sends comments and verdict together, even to an open wait request', async () => {
    const { reviewId, artifactId, threadId, ids } = await withPending()
    const waiting = agent<Omit<Output<'waitForFeedback'>, 'threads'> & { threads: Thread[] }>(
      'GET',
      `/v1/reviews/${reviewId}/wait?gather=30`,
    )
    const stream = await watch(`${server.url}/api/reviews/${reviewId}/events`, { cookie: colleague.cookie })
    await expect.poll(stream.lastId).not.toBe('')
    const { status, body } = await submit(reviewId, ids, {
      status: 'changes_requested',
      comment: 'Two things.',
    })
    expect(status).toBe(200)
    expect(body.review).toMatchObject({ status: 'changes_requested', decisionComment: 'Two things.' })
    expect(body.sent.map(each => each.id)).toEqual(ids)
    expect(body.unsent).toEqual([])
    const news = (await waiting).body
    expect(news).toMatchObject({ changed: true, status: 'changes_requested', decisionComment: 'Two things.' })
    expect(news.threads.map(each => each.comments.map(comment => comment.body)).toSorted()).toEqual([
      ['Is this right?', SECRET],
      [SECRET],
    ])
    expect(news.cursor).toBe(
      (await agent<{ cursor: string }>('GET', `/v1/reviews/${reviewId}/threads`)).body.cursor,
    )
    await expect.poll(() => stream.events.length).toBeGreaterThan(0)
    expect(stream.events).toHaveLength(1)
    stream.close()
    expect(await list(reviewId)).toEqual([])
    const threads = await threadsOf(agent, reviewId)
    expect(threads.map(each => each.comment)).toEqual(['Is this right?', SECRET])
    expect(threads[1]).toMatchObject({ artifactId, revision: 1, ...spot, status: 'open' })
    expect(threads[0]?.threadId).toBe(threadId)
    expect((await read(reviewId)).threadCounts).toMatchObject({ open: 2, total: 2 })
  })

  it('submitting a review creates the same audit events as comments that are sent one by one', async () => {
    const { reviewId, ids } = await withPending()
    await submit(reviewId, ids, { status: 'verified' })
    const events = (await allRows(server)).event as { kind: string; review_id: string; actor_id: string }[]
    expect(
      events
        .filter(each => each.review_id === reviewId && each.actor_id === person.id)
        .map(each => each.kind),
    ).toEqual(['thread.created', 'comment.created', 'comment.created', 'review.verified'])
  })

  it('submitting a review sends only the given comments, and needs no verdict', async () => {
    const { reviewId, comment, reply } = await withPending()
    const { body } = await submit(reviewId, [reply.id])
    expect(body.review).toMatchObject({ status: 'open', decidedAt: null })
    expect(await list(reviewId)).toEqual([comment])
    expect(await decisions(reviewId)).toEqual([])
  })

  it('submitting a review with a comment but no verdict adds the comment only once', async () => {
    const { reviewId, ids } = await withPending()
    const { status, body } = await submit(reviewId, ids, { comment: ' Two things. ' })
    expect(status).toBe(200)
    expect(body.review).toMatchObject({ status: 'open', decisionComment: null })
    expect((await submit(reviewId, ids, { comment: 'Two things.' })).status).toBe(409)
    const whole = (await threadsOf(agent, reviewId)).filter(each => each.kind === 'review')
    expect(whole).toMatchObject([
      { comment: 'Two things.', artifactId: null, number: null, comments: [{ author: { id: person.id } }] },
    ])
  })

  it('submitting a review needs a pending comment; a new comment must not be blank or too long', async () => {
    const { reviewId, ids } = await withPending()
    for (const comment of [' ', 'x'.repeat(limits.commentBody + 1)])
      expect(await submit(reviewId, ids, { comment })).toMatchObject({
        status: 422,
        body: { data: { field: 'comment' } },
      })
    expect(await submit(reviewId, [])).toMatchObject({
      status: 422,
      body: { data: { field: 'pendingCommentIds' } },
    })
    expect(await submit(reviewId, ids, { status: 'approved' })).toMatchObject({
      status: 422,
      body: { data: { field: 'status' } },
    })
    expect(await list(reviewId)).toHaveLength(2)
  })

  it('submitting a review sends all valid comments, and returns a reason for each unsent one', async () => {
    const { reviewId, artifactId, threadId, comment, reply } = await withPending()
    const whole = (await add(reviewId, { body: 'On the whole.' })).body
    await person.call('DELETE', `/api/threads/${threadId}`)
    await person.call('DELETE', `/api/artifacts/${artifactId}`)
    const { body } = await submit(reviewId, [comment.id, reply.id, whole.id], { status: 'verified' })
    expect(body.sent.map(each => each.id)).toEqual([whole.id])
    expect(body.unsent).toEqual([
      { id: comment.id, reason: 'Its evidence was deleted.' },
      { id: reply.id, reason: 'The comment that it replies to was deleted.' },
    ])
    expect(body.review.status).toBe('verified')
    expect(await list(reviewId)).toEqual([comment, reply])
    expect((await threadsOf(agent, reviewId)).map(each => each.comment)).toEqual(['On the whole.'])
  })

  it('concurrent submissions of a review send each comment only once', async () => {
    const { reviewId, ids } = await withPending()
    const results = await Promise.all(
      Array.from({ length: 6 }, () =>
        submit(reviewId, ids, { status: 'changes_requested', comment: 'Two things.' }),
      ),
    )
    expect(results.map(each => each.status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    expect((await threadsOf(agent, reviewId)).flatMap(each => each.comments.map(({ body }) => body))).toEqual(
      ['Is this right?', SECRET, SECRET],
    )
    expect(await decisions(reviewId)).toHaveLength(1)
  })

  it('no comment of a submitted review is lost if a thread is deleted at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { reviewId, artifactId, threadId, comment, reply, ids } = await withPending()
      const declared = await agent<{ uploadUrl: string; revisionId: string }>(
        'POST',
        `/v1/artifacts/${artifactId}/revisions`,
        { mime: 'image/png', bytes: png.length },
      )
      await put(declared.body.uploadUrl, png)
      const [submitted, deleted, completed] = await Promise.all([
        submit(reviewId, ids),
        person.call('DELETE', `/api/threads/${threadId}`),
        agent('POST', `/v1/artifacts/${artifactId}/complete`, { revisionId: declared.body.revisionId }),
      ])
      expect([submitted.status, completed.status]).toEqual([200, 200])
      expect(submitted.body.sent.map(each => each.id)).toContain(comment.id)
      const threads = await threadsOf(agent, reviewId)
      expect(threads.find(each => each.comment === SECRET)).toMatchObject({ revision: 1 })
      // If the thread was deleted first, the reply is still pending. Otherwise it was deleted with the
      // thread.
      expect(deleted.status).toBe(204)
      const isPending = (await list(reviewId)).some(each => each.id === reply.id)
      expect(isPending).toBe(submitted.body.unsent.some(each => each.id === reply.id))
      expect(threads.some(each => each.threadId === threadId)).toBe(false)
    }
  })

  it('submitting a review pins a comment to the revision on which it was written', async () => {
    const { reviewId, artifactId, ids } = await withPending()
    await revise(agent, artifactId, png)
    const { sent } = (await submit(reviewId, ids)).body
    expect(sent[0]?.thread.revision).toBe(1)
  })
})
