import { describe, expect, it } from 'vitest'
import type { Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import type { Thread } from '#shared/contract/thread'
import type { Call } from '../../support/server/client'
import { joined, signUp } from '../../support/people/sign-up'
import { newReview, threadsOf } from '../../support/reviews/review'
import { eventKindsOf } from '../../support/data/database'
import { sharedFixture } from '../../support/server/fixture'

const { server, person: owner, agent, projectId } = await sharedFixture()
const member = await joined(server, owner, 'Mel', 'member')
const reviewer = await joined(server, owner, 'Ray', 'reviewer')
const outsider = await signUp(server, 'Outsider')

/** Starts a thread on a new review. */
async function started(by: Call, body = 'Too wide.') {
  const reviewId = await newReview(agent, projectId)
  const { body: thread } = await by<Thread>('POST', `/v1/reviews/${reviewId}/threads`, {
    kind: 'review',
    body,
  })
  return { reviewId, thread, threadPath: `/v1/threads/${thread.threadId}` }
}
const replied = async (by: Call, threadPath: string, body = 'Done.') =>
  (await by<Thread>('POST', `${threadPath}/replies`, { body })).body
const lastOf = ({ comments }: Thread) => comments.at(-1)?.id ?? ''
const at = (commentId: string) => `/api/comments/${commentId}`

describe('a change of a comment', () => {
  it('the author of a comment can edit it, and all readers see the new text', async () => {
    const { reviewId, thread, threadPath } = await started(reviewer.call)
    const commentId = lastOf(thread)
    expect(thread.comments[0]?.editedAt).toBeNull()
    const { cursor } = (await agent<Output<'listThreads'>>('GET', `/v1/reviews/${reviewId}/threads`)).body
    const edited = await reviewer.call<Thread>('PATCH', at(commentId), { body: 'Too **narrow**.' })
    expect(edited).toMatchObject({
      status: 200,
      body: {
        comment: 'Too **narrow**.',
        comments: [{ id: commentId, body: 'Too **narrow**.', editedAt: edited.body.updatedAt }],
      },
    })
    expect((await agent<Thread>('GET', threadPath)).body).toEqual(edited.body)
    const changed = await agent<Output<'listThreads'>>(
      'GET',
      `/v1/reviews/${reviewId}/threads?since=${cursor}`,
    )
    expect(changed.body.threads.map(each => each.comment)).toEqual(['Too **narrow**.'])
    expect(await eventKindsOf(server, commentId)).toEqual(['comment.created', 'comment.updated'])
  })

  it('a wait request returns a thread whose comment was edited or deleted', async () => {
    const { reviewId, thread, threadPath } = await started(reviewer.call)
    const wait = async (since: string) =>
      (
        await agent<Output<'waitForFeedback'>>(
          'GET',
          `/v1/reviews/${reviewId}/wait?seconds=0&gather=0&since=${since}`,
        )
      ).body
    const reply = lastOf(await replied(reviewer.call, threadPath))
    const { cursor } = await wait('0')
    await reviewer.call('PATCH', at(lastOf(thread)), { body: 'Too narrow.' })
    const edited = await wait(cursor)
    expect(edited).toMatchObject({ changed: true, threads: [{ comment: 'Too narrow.' }] })
    await reviewer.call('DELETE', at(reply))
    expect(await wait(edited.cursor)).toMatchObject({ changed: true, threads: [{ comments: [{}] }] })
  })

  it('a comment does not count as edited when it is saved with the same text', async () => {
    const { thread, threadPath } = await started(reviewer.call)
    const commentId = lastOf(thread)
    expect((await reviewer.call('PATCH', at(commentId), { body: 'Too wide.' })).body).toEqual(thread)
    expect((await agent<Thread>('GET', threadPath)).body).toEqual(thread)
    expect(await eventKindsOf(server, commentId)).toEqual(['comment.created'])
  })

  it('a comment has the same maximum length when it is edited as when it is created', async () => {
    const { thread } = await started(reviewer.call)
    const edit = (body: unknown) => reviewer.call('PATCH', at(lastOf(thread)), { body })
    expect((await edit('x'.repeat(limits.commentBody))).status).toBe(200)
    for (const body of ['x'.repeat(limits.commentBody + 1), ' ', undefined])
      expect(await edit(body)).toMatchObject({ status: 422, body: { data: { field: 'body' } } })
  })

  it('a comment cannot be edited by another person, not even by an owner', async () => {
    const { thread, threadPath } = await started(reviewer.call)
    const byAgent = lastOf(await replied(agent, threadPath))
    for (const [call, commentId] of [
      [owner.call, lastOf(thread)],
      [member.call, lastOf(thread)],
      [owner.call, byAgent],
      [agent, byAgent],
    ] as const)
      expect((await call('PATCH', at(commentId), { body: 'Mine.' })).status).toBe(403)
    expect((await outsider.call('PATCH', at(byAgent), { body: 'Mine.' })).status).toBe(404)
    expect((await agent<Thread>('GET', threadPath)).body.comments.map(each => each.body)).toEqual([
      'Too wide.',
      'Done.',
    ])
  })

  it('a comment is deleted by its author or an owner, and by no one else', async () => {
    const { thread, threadPath } = await started(agent)
    const reply = lastOf(await replied(reviewer.call, threadPath))
    for (const call of [member.call, agent]) expect((await call('DELETE', at(reply))).status).toBe(403)
    expect((await outsider.call('DELETE', at(reply))).status).toBe(404)
    expect((await reviewer.call('DELETE', at(reply))).status).toBe(204)
    expect((await reviewer.call('DELETE', at(reply))).status).toBe(404)
    const other = lastOf(await replied(reviewer.call, threadPath))
    expect((await owner.call('DELETE', at(other))).status).toBe(204)
    expect((await agent<Thread>('GET', threadPath)).body.comments).toHaveLength(1)
    expect(await eventKindsOf(server, thread.threadId)).toEqual([
      'thread.created',
      'comment.deleted',
      'comment.deleted',
    ])
  })

  it('deleting the first comment deletes the thread, but is refused if the thread has replies', async () => {
    const { thread, threadPath } = await started(reviewer.call)
    const reply = lastOf(await replied(agent, threadPath))
    expect(await reviewer.call('DELETE', at(lastOf(thread)))).toMatchObject({
      status: 409,
      body: { data: { error: 'conflict' } },
    })
    expect((await owner.call('DELETE', at(reply))).status).toBe(204)
    expect((await reviewer.call('DELETE', at(lastOf(thread)))).status).toBe(204)
    expect((await agent('GET', threadPath)).status).toBe(404)
  })
})

describe('the deletion of a thread', () => {
  const remove = (by: Call, { threadId }: Thread) => by('DELETE', `/api/threads/${threadId}`)

  it('an author can delete a thread only if all replies are their own; an owner always can', async () => {
    const own = await started(reviewer.call)
    await replied(reviewer.call, own.threadPath)
    expect((await remove(member.call, own.thread)).status).toBe(403)
    expect((await remove(reviewer.call, own.thread)).status).toBe(204)

    const answered = await started(reviewer.call)
    await replied(agent, answered.threadPath)
    expect((await remove(reviewer.call, answered.thread)).status).toBe(403)
    expect((await remove(owner.call, answered.thread)).status).toBe(204)
  })
})

describe('deleting several threads', () => {
  const remove = (by: Call, reviewId: string, threadIds: string[]) =>
    by('POST', `/api/reviews/${reviewId}/threads/delete`, { threadIds })
  const idsIn = async (reviewId: string) => (await threadsOf(agent, reviewId)).map(each => each.threadId)

  it('several threads are deleted together, or none if one of them is in another review', async () => {
    const [{ reviewId, thread }, elsewhere] = [await started(reviewer.call), await started(reviewer.call)]
    const { body: second } = await reviewer.call<Thread>('POST', `/v1/reviews/${reviewId}/threads`, {
      kind: 'review',
      body: 'Second.',
    })
    const ids = [thread.threadId, second.threadId, thread.threadId]
    for (const other of [elsewhere.thread.threadId, 'thr_01AAAAAAAAAAAAAAAAAAAAAAAA'])
      expect(await remove(reviewer.call, reviewId, [...ids, other])).toMatchObject({
        status: 404,
        body: { data: { field: 'threadIds' } },
      })
    expect((await remove(agent, reviewId, ids)).status).toBe(403)
    expect((await remove(outsider.call, reviewId, ids)).status).toBe(404)
    expect(await idsIn(reviewId)).toHaveLength(2)
    expect((await remove(reviewer.call, reviewId, ids)).status).toBe(204)
    expect(await idsIn(reviewId)).toEqual([])
    expect(await eventKindsOf(server, second.threadId)).toEqual(['thread.created', 'thread.deleted'])
  })

  it('deleting several threads needs an owner if one of them has a comment by another person', async () => {
    const { reviewId, thread } = await started(reviewer.call)
    const { body: foreign } = await agent<Thread>('POST', `/v1/reviews/${reviewId}/threads`, {
      kind: 'review',
      body: 'By an agent.',
    })
    const ids = [thread.threadId, foreign.threadId]
    expect((await remove(reviewer.call, reviewId, ids)).status).toBe(403)
    expect(await idsIn(reviewId)).toHaveLength(2)
    expect((await remove(owner.call, reviewId, ids)).status).toBe(204)
    expect(await idsIn(reviewId)).toEqual([])
  })

  it('at least 1 and at most 200 threads can be deleted in one call', async () => {
    const { reviewId, thread } = await started(reviewer.call)
    const refused = { status: 422, body: { data: { field: 'threadIds' } } }
    const full = Array.from({ length: 200 }, () => thread.threadId)
    expect(await remove(reviewer.call, reviewId, [])).toMatchObject(refused)
    expect(await remove(reviewer.call, reviewId, [...full, thread.threadId])).toMatchObject(refused)
    expect((await remove(reviewer.call, reviewId, full)).status).toBe(204)
  })
})

describe('the status of several threads', () => {
  const set = (by: Call, reviewId: string, threadIds: string[], status = 'resolved') =>
    by<Output<'setThreadStatuses'>>('POST', `/api/reviews/${reviewId}/threads/status`, { threadIds, status })

  it('setting the status of several threads creates an event for each thread that changes', async () => {
    const { reviewId, thread } = await started(reviewer.call)
    const { body: second } = await agent<Thread>('POST', `/v1/reviews/${reviewId}/threads`, {
      kind: 'review',
      body: 'Second.',
    })
    const ids = [thread.threadId, second.threadId, thread.threadId]
    const resolved = await set(reviewer.call, reviewId, ids)
    expect(resolved.body.threads.map(each => [each.threadId, each.status])).toEqual([
      [thread.threadId, 'resolved'],
      [second.threadId, 'resolved'],
    ])
    expect((await set(reviewer.call, reviewId, ids)).status).toBe(200)
    expect(await eventKindsOf(server, thread.threadId)).toEqual(['thread.created', 'thread.resolved'])
    expect((await set(agent, reviewId, ids)).status).toBe(403)
    expect((await set(outsider.call, reviewId, ids)).status).toBe(404)
  })

  it('the status of several threads is not set when one of them is not in the review', async () => {
    const [here, elsewhere] = [await started(reviewer.call), await started(reviewer.call)]
    for (const other of [elsewhere.thread.threadId, 'thr_01AAAAAAAAAAAAAAAAAAAAAAAA'])
      expect(await set(reviewer.call, here.reviewId, [here.thread.threadId, other])).toMatchObject({
        status: 404,
        body: { data: { field: 'threadIds' } },
      })
    expect((await agent<Thread>('GET', here.threadPath)).body.status).toBe('open')
  })

  it('the status of 1 to 200 threads can be set in one call', async () => {
    const { reviewId, thread } = await started(reviewer.call)
    const ids = Array.from({ length: limits.threadsAtOnce }, () => thread.threadId)
    expect((await set(reviewer.call, reviewId, ids)).status).toBe(200)
    for (const wrong of [[...ids, thread.threadId], []])
      expect(await set(reviewer.call, reviewId, wrong)).toMatchObject({
        status: 422,
        body: { data: { field: 'threadIds' } },
      })
  })
})
