import { describe, expect, it } from 'vitest'
import type { Review, ReviewPayload } from '#shared/contract/review'
import type { Reviewer } from '#shared/contract/reviewer'
import { joined, type Person } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { eventKindsOf, runSql } from '../../support/data/database'
import { sharedFixture } from '../../support/server/fixture'
import { notificationsAbout } from '../../support/people/notifications'

const { server, person: ann, agent, projectId, png } = await sharedFixture()
const bo = await joined(server, ann, 'Bo', 'reviewer')

const read = async (id: string) => (await agent<ReviewPayload>('GET', `/v1/reviews/${id}`)).body
const decide = async (by: Person, id: string, status: string, comment?: string) =>
  (await by.call<Review>('POST', `/api/reviews/${id}/status`, { status, comment })).body
const undo = (by: Person, id: string, decidedAt: string | null | undefined) =>
  by.call<{ review: Review; reviewers: Reviewer[] }>('POST', `/api/reviews/${id}/status/undo`, { decidedAt })
const reviewersOf = async (id: string) =>
  (await read(id)).reviewers.map(each => [each.name, each.status, each.comment])

/** Creates a review for which Ann requested changes. Returns the review with this verdict. */
async function rejected(): Promise<{ id: string; before: Review }> {
  const id = await newReview(agent, projectId)
  await upload(agent, id, png)
  return { id, before: await decide(ann, id, 'changes_requested', 'The total wraps.') }
}

describe('withdrawing a verdict', () => {
  it('withdrawing a verdict restores another person’s verdict, and deletes its notification', async () => {
    const { id, before } = await rejected()
    const { decidedAt } = await decide(bo, id, 'verified')
    expect(await notificationsAbout(ann, id)).toEqual(['Bo verified'])
    const { status, body } = await undo(bo, id, decidedAt)
    expect(status).toBe(200)
    const { status: was, decidedBy, decisionComment } = before
    const restored = { status: was, decidedBy, decidedAt: before.decidedAt, decisionComment }
    expect(body.review).toMatchObject(restored)
    expect((await read(id)).review).toEqual(body.review)
    expect(await reviewersOf(id)).toEqual([['Ann', 'changes_requested', 'The total wraps.']])
    expect(await notificationsAbout(ann, id)).toEqual([])
  })

  it('withdrawing a verdict makes only the items unseen that the verdict marked as seen', async () => {
    const id = await newReview(agent, projectId)
    const [one, two] = [await upload(agent, id, png), await upload(agent, id, png)]
    await agent('POST', `/v1/reviews/${id}/threads`, { body: 'Done.' })
    const seenItems = async () => (await ann.call<ReviewPayload>('GET', `/v1/reviews/${id}`)).body.seenItemIds
    await ann.call('POST', `/v1/reviews/${id}/seen`, { itemIds: [one.revisionId] })
    for (const status of ['changes_requested', 'verified']) {
      const { decidedAt } = await decide(ann, id, status)
      expect(await seenItems()).toEqual(expect.arrayContaining([one.revisionId, two.revisionId]))
      expect(await seenItems()).toHaveLength(3)
      await undo(ann, id, decidedAt)
      expect(await seenItems()).toEqual([one.revisionId])
    }
  })

  it('withdrawing the first verdict restores the status and the count of open reviews', async () => {
    const openCount = async () =>
      (
        await runSql<{ count: number }>(
          server,
          'SELECT open_review_count AS count FROM project WHERE id = ?',
          [projectId],
        )
      )[0]?.count
    const id = await newReview(agent, projectId)
    const open = await openCount()
    const { decidedAt } = await decide(ann, id, 'verified')
    expect(await openCount()).toBe((open ?? 0) - 1)
    await undo(ann, id, decidedAt)
    expect((await read(id)).review).toMatchObject({ status: 'open', decidedAt: null, decidedBy: null })
    expect(await reviewersOf(id)).toEqual([])
    expect(await openCount()).toBe(open)
  })

  it('withdrawing a verdict restores the previous verdict of the same person', async () => {
    const { id, before } = await rejected()
    const { decidedAt } = await decide(ann, id, 'verified', 'Now it fits.')
    await undo(ann, id, decidedAt)
    expect(await reviewersOf(id)).toEqual([['Ann', 'changes_requested', 'The total wraps.']])
    expect((await read(id)).review.decidedAt).toBe(before.decidedAt)
  })

  it('a person can withdraw only their own latest verdict, and only once', async () => {
    const { id, before } = await rejected()
    expect(await undo(bo, id, before.decidedAt)).toMatchObject({
      status: 409,
      body: { data: { error: 'conflict', message: expect.stringContaining('has replaced yours') } },
    })
    const own = await decide(bo, id, 'verified')
    expect((await undo(bo, id, own.decidedAt)).status).toBe(200)
    expect((await undo(bo, id, own.decidedAt)).status).toBe(409)
    const second = await decide(bo, id, 'verified')
    await decide(ann, id, 'open')
    expect((await undo(bo, id, second.decidedAt)).status).toBe(409)
    expect((await read(id)).review).toMatchObject({ status: 'open', decidedBy: 'Ann' })
    const earlier = await decide(ann, id, 'changes_requested')
    const last = await decide(ann, id, 'verified')
    expect((await undo(ann, id, earlier.decidedAt)).status).toBe(409)
    expect((await undo(ann, id, last.decidedAt)).body.review.status).toBe('changes_requested')
    expect((await undo(ann, id, earlier.decidedAt)).body.review).toMatchObject({ status: 'open' })
  })

  it('withdrawing a verdict is refused if the previous verdict was not recorded', async () => {
    const { id, before } = await rejected()
    await runSql(server, 'UPDATE verdict SET replaced = NULL WHERE review_id = ?', [id])
    expect(await undo(ann, id, before.decidedAt)).toMatchObject({
      status: 409,
      body: { data: { message: expect.stringContaining('not recorded') } },
    })
    expect((await read(id)).review).toEqual(before)
  })

  it('withdrawing a verdict that did not decide the review does not change its status', async () => {
    const other = await ann.project()
    await ann.call('PATCH', `/api/projects/${other}`, { needsAllReviewers: true })
    const id = await newReview(agent, other)
    await ann.call('PUT', `/api/reviews/${id}/reviewers`, { userIds: [ann.id, bo.id] })
    expect((await decide(bo, id, 'verified')).status).toBe('open')
    const decidedAt = (await read(id)).reviewers.find(each => each.userId === bo.id)?.decidedAt
    expect((await undo(bo, id, decidedAt)).status).toBe(200)
    expect(await reviewersOf(id)).toEqual([
      ['Ann', null, null],
      ['Bo', null, null],
    ])
    expect(await notificationsAbout(ann, id)).toEqual([])
    expect((await eventKindsOf(server, id)).slice(-2)).toEqual([
      'review.verdict_given',
      'review.verdict_withdrawn',
    ])
  })

  it('withdrawing a verdict ends wait requests, and creates an event with the restored status', async () => {
    const { id } = await rejected()
    const { decidedAt } = await decide(bo, id, 'verified')
    const news = async (since: string | number) =>
      (
        await agent<{ cursor: string; status: string; changed: boolean; decisionComment: string | null }>(
          'GET',
          `/v1/reviews/${id}/wait?since=${since}&seconds=0`,
        )
      ).body
    const { cursor } = await news(0)
    await undo(bo, id, decidedAt)
    expect(await news(cursor)).toMatchObject({
      changed: true,
      status: 'changes_requested',
      decisionComment: 'The total wraps.',
    })
    expect((await eventKindsOf(server, id)).filter(each => /changes|verified/.test(each))).toEqual([
      'review.changes_requested',
      'review.verified',
      'review.changes_requested',
    ])
    const events = await runSql<{ detail: string | null }>(
      server,
      "SELECT detail FROM event WHERE review_id = ? AND kind = 'review.changes_requested' ORDER BY id",
      [id],
    )
    expect(events.map(each => each.detail)).toEqual([null, 'withdrawn'])
  })

  it('agents cannot withdraw a verdict, and a withdrawal does not delete read notifications', async () => {
    const { id } = await rejected()
    const { decidedAt } = await decide(bo, id, 'verified')
    await ann.call('POST', '/api/notifications/read', { reviewId: id })
    expect((await agent('POST', `/api/reviews/${id}/status/undo`, { decidedAt })).status).toBe(403)
    await undo(bo, id, decidedAt)
    expect(await notificationsAbout(ann, id)).toEqual(['Bo verified'])
  })
})
