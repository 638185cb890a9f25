import { describe, expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import type { Notification } from '#shared/contract/notification'
import { HOUR } from '#shared/time'
import { caller } from '../../support/server/client'
import { joined, signUp } from '../../support/people/sign-up'
import { newReview, threadsOf } from '../../support/reviews/review'
import { revise, upload } from '../../support/reviews/uploads'
import { runSql } from '../../support/data/database'
import { sharedFixture } from '../../support/server/fixture'
import { membersOf } from '../../support/people/members'
import {
  decide,
  notificationsAbout,
  notificationsOf,
  reply,
  requestVerdicts,
  unreadOf,
  write,
} from '../../support/people/notifications'
import { clockServer } from '../../support/people/servers'
import { sweepOnTime } from '../../support/server/sweep'

const { server, person: ann, agent, projectId, png } = await sharedFixture()
const bob = await joined(server, ann, 'Bob', 'member')
const cy = await joined(server, ann, 'Cy', 'reviewer')
const review = () => newReview(agent, projectId)
const { remove, enroll } = membersOf(ann)

describe('a person is notified', () => {
  it('a mention by a person or an agent sends a notification with the start of the comment', async () => {
    const reviewId = await review()
    const threadId = await write(ann.call, reviewId, '@Bob, is this right?')
    await write(agent, reviewId, 'Done, @Bob')
    expect(await notificationsAbout(bob, reviewId)).toEqual(['ci-agent mention', 'Ann mention'])
    expect((await notificationsOf(bob))[1]).toMatchObject({
      actor: { type: 'human', id: ann.id, name: 'Ann' },
      review: { id: reviewId, title: 'Totals wrap', projectName: 'Acme web' },
      threadId,
      threadNumber: null,
      excerpt: '@Bob, is this right?',
      read: false,
    })
    expect(await notificationsAbout(cy, reviewId)).toEqual([])
  })

  it('a mention that is added by an edit notifies the person, but only once for each comment', async () => {
    const reviewId = await review()
    await write(ann.call, reviewId, '@Cy look')
    const [thread] = await threadsOf(agent, reviewId)
    const edit = (body: string) => ann.call('PATCH', `/api/comments/${thread?.comments[0]?.id}`, { body })
    await edit('@Cy and @Bob look')
    await edit('@Cy and @Bob, look')
    expect([await notificationsAbout(cy, reviewId), await notificationsAbout(bob, reviewId)]).toEqual([
      ['Ann mention'],
      ['Ann mention'],
    ])
  })

  it('a person is notified of replies to a thread in which they wrote', async () => {
    const reviewId = await review()
    const threadId = await write(bob.call, reviewId, 'Too wide')
    await reply(cy.call, threadId, 'I agree')
    await reply(agent, threadId, 'Fixed, @Cy')
    await agent('POST', `/v1/threads/${threadId}/address`, { body: 'In revision 2.' })
    // In an addressed thread, a further comment counts as a reply.
    await agent('POST', `/v1/threads/${threadId}/address`, { body: 'And on phones.' })
    expect(await notificationsAbout(bob, reviewId)).toEqual([
      'ci-agent reply',
      'ci-agent addressed',
      'ci-agent reply',
      'Cy reply',
    ])
    expect(await notificationsAbout(cy, reviewId)).toEqual([
      'ci-agent reply',
      'ci-agent addressed',
      'ci-agent mention',
    ])
    expect(await notificationsAbout(ann, reviewId)).toEqual([])
  })

  it('a request for a verdict notifies the person, unless it is withdrawn before it is read', async () => {
    const reviewId = await review()
    await requestVerdicts(ann, reviewId, [bob, cy])
    await requestVerdicts(ann, reviewId, [bob, cy])
    expect(await notificationsAbout(bob, reviewId)).toEqual(['Ann review_requested'])
    await requestVerdicts(ann, reviewId, [cy])
    expect([await notificationsAbout(bob, reviewId), await notificationsAbout(cy, reviewId)]).toEqual([
      [],
      ['Ann review_requested'],
    ])
  })

  it('a verdict notifies people who gave a verdict on the review or were asked for one', async () => {
    const reviewId = await review()
    await requestVerdicts(ann, reviewId, [cy])
    await decide(bob, reviewId, 'changes_requested')
    await decide(ann, reviewId, 'verified')
    await decide(ann, reviewId, 'open')
    expect(await notificationsAbout(bob, reviewId)).toEqual(['Ann verdict_reset', 'Ann verified'])
    expect(await notificationsAbout(cy, reviewId)).toEqual([
      'Ann verdict_reset',
      'Ann verified',
      'Bob changes_requested',
      'Ann review_requested',
    ])
    expect(await notificationsAbout(ann, reviewId)).toEqual([])
  })

  it('people who gave a verdict get one notification of new evidence until they read it', async () => {
    const reviewId = await review()
    await decide(bob, reviewId, 'changes_requested')
    const { artifactId } = await upload(agent, reviewId, png)
    await revise(agent, artifactId, png)
    expect(await notificationsAbout(bob, reviewId)).toEqual(['ci-agent evidence'])
    await bob.call('POST', '/api/notifications/read', { reviewId })
    await revise(agent, artifactId, png)
    expect(await notificationsAbout(bob, reviewId)).toEqual(['ci-agent evidence', 'ci-agent evidence'])
    expect(await notificationsAbout(cy, reviewId)).toEqual([])
  })

  it('the notification of new evidence shows the newest evidence, unless it was deleted', async () => {
    const reviewId = await review()
    await requestVerdicts(ann, reviewId, [bob])
    const evidence = async () =>
      (await notificationsOf(bob)).filter(each => each.review.id === reviewId).map(each => each.evidence)
    const { artifactId } = await upload(agent, reviewId, png, { title: 'Dashboard' })
    expect(await evidence()).toEqual([{ artifactId, title: 'Dashboard', revision: 1 }, null])
    await revise(agent, artifactId, png, { title: 'Dashboard, narrow' })
    expect(await evidence()).toEqual([{ artifactId, title: 'Dashboard, narrow', revision: 2 }, null])
    const other = await upload(agent, reviewId, png, { title: 'Cart' })
    expect((await evidence())[0]).toEqual({ artifactId: other.artifactId, title: 'Cart', revision: 1 })
    expect((await ann.call('DELETE', `/api/artifacts/${other.artifactId}`)).status).toBe(204)
    expect(await notificationsAbout(bob, reviewId)).toEqual(['ci-agent evidence', 'Ann review_requested'])
    expect(await evidence()).toEqual([null, null])
  })
})

describe('changes without a notification', () => {
  it('a person is not notified of their own actions', async () => {
    const reviewId = await review()
    const threadId = await write(bob.call, reviewId, 'Note to @Bob')
    await reply(bob.call, threadId, 'Again, @Bob')
    await requestVerdicts(bob, reviewId, [bob])
    await upload(bob.call, reviewId, png)
    await decide(bob, reviewId, 'verified')
    expect(await notificationsAbout(bob, reviewId)).toEqual([])
  })

  it('a mention does not notify a person outside the workspace', async () => {
    const outsider = await signUp(server, 'Outsider')
    const reviewId = await review()
    await write(ann.call, reviewId, '@Outsider')
    expect(await notificationsOf(outsider)).toEqual([])
  })

  it('a person who left is not notified, and their earlier notifications are hidden', async () => {
    const dan = await joined(server, ann, 'Dan', 'member')
    const reviewId = await review()
    const threadId = await write(dan.call, reviewId, 'Mine')
    await decide(dan, reviewId, 'changes_requested')
    await reply(ann.call, threadId, 'Hello @Dan')
    expect((await unreadOf(dan)).count).toBe(1)
    await remove(dan)
    await reply(ann.call, threadId, 'Bye @Dan')
    await upload(agent, reviewId, png)
    await decide(ann, reviewId, 'verified')
    expect([await notificationsOf(dan), await unreadOf(dan)]).toEqual([
      [],
      { count: 0, accessRequests: 0, reviewIds: [] },
    ])
    await enroll(dan)
    expect(await notificationsAbout(dan, reviewId)).toEqual(['Ann mention'])
  })

  it('in a race of a mention with a removal, only a person who is still a member is notified', async () => {
    for (let round = 0; round < 8; round++) {
      const eve = await joined(server, ann, 'Eve', 'member')
      const reviewId = await review()
      await Promise.all([
        ...Array.from({ length: 4 }, () => write(ann.call, reviewId, '@Eve')),
        remove(eve),
        ...Array.from({ length: 4 }, () => write(ann.call, reviewId, '@Eve')),
      ])
      expect((await unreadOf(eve)).count).toBe(0)
      // Each mention has a notification. A comment that was written after the removal has no mention.
      const mentions = (await threadsOf(agent, reviewId)).flatMap(each => each.comments[0]?.mentions ?? [])
      const stored = await runSql(server, 'SELECT id FROM notification WHERE user_id = ?', [eve.id])
      expect(stored).toHaveLength(mentions.length)
    }
  })

  it('deleting a comment deletes the notification of its mention', async () => {
    const reviewId = await review()
    const threadId = await write(ann.call, reviewId, '@Bob')
    expect(await notificationsAbout(bob, reviewId)).toEqual(['Ann mention'])
    await ann.call('DELETE', `/api/threads/${threadId}`)
    expect(await notificationsAbout(bob, reviewId)).toEqual([])
  })
})

describe('reading', () => {
  it('notifications can be marked as read by id, by review (without mentions), or all together', async () => {
    const reader = await joined(server, ann, 'Rea', 'member')
    const [first, second] = [await review(), await review()]
    for (const id of [first, second]) {
      await requestVerdicts(ann, id, [reader, cy])
      await write(ann.call, id, '@Rea @Cy')
    }
    const before = (await unreadOf(cy)).count
    expect(await unreadOf(reader)).toMatchObject({
      count: 4,
      reviewIds: expect.arrayContaining([first, second]),
    })
    const read = (body?: object) => reader.call('POST', '/api/notifications/read', body)
    expect((await read({ reviewId: first })).status).toBe(204)
    expect(await unreadOf(reader)).toMatchObject({ count: 3, reviewIds: [second] })
    const mention = (await notificationsOf(reader)).find(each => each.kind === 'mention')
    await read({ ids: [mention?.id] })
    expect((await notificationsOf(reader)).find(each => each.id === mention?.id)?.read).toBe(true)
    expect((await unreadOf(reader)).count).toBe(2)
    const others = (await notificationsOf(cy)).map(each => each.id)
    await read({ ids: others })
    await read()
    expect((await unreadOf(reader)).count).toBe(0)
    expect((await unreadOf(cy)).count).toBe(before)
  })

  it('seeing a comment in the review marks its notification as read', async () => {
    const reviewId = await review()
    await write(ann.call, reviewId, '@Cy')
    const [thread] = await threadsOf(agent, reviewId)
    const before = (await unreadOf(cy)).count
    await cy.call('POST', `/v1/reviews/${reviewId}/seen`, { itemIds: [thread?.comments[0]?.id] })
    expect((await unreadOf(cy)).count).toBe(before - 1)
  })

  it('marking notifications as read is refused with an invalid field, and the error names it', async () => {
    const read = (body: object) => bob.call('POST', '/api/notifications/read', body)
    const ids = Array.from({ length: limits.pageSize + 1 }, (_, index) => `ntf_${index}`)
    expect((await read({ ids: ids.slice(1) })).status).toBe(204)
    expect(await read({ ids })).toMatchObject({ status: 422, body: { data: { field: 'ids' } } })
    expect(await read({ reviewId: 'x' })).toMatchObject({
      status: 422,
      body: { data: { field: 'reviewId' } },
    })
  })
})

describe('the list of notifications', () => {
  it('notifications are read in pages, newest first', async () => {
    const reader = await joined(server, ann, 'Pat', 'member')
    const reviewId = await review()
    await Promise.all(
      Array.from({ length: limits.pageSize + 2 }, (_, index) => write(agent, reviewId, `@Pat ${index}`)),
    )
    const page = async (query = '') =>
      (
        await reader.call<{ notifications: Notification[]; next: string | null }>(
          'GET',
          `/api/notifications${query}`,
        )
      ).body
    const first = await page()
    const second = await page(`?before=${first.next}`)
    expect([first.notifications.length, second.notifications.length, second.next]).toEqual([
      limits.pageSize,
      2,
      null,
    ])
    const ids = [...first.notifications, ...second.notifications].map(each => each.id)
    expect(ids).toEqual([...new Set(ids)].sort().reverse())
  })

  it('notifications show at most the beginning of a comment', async () => {
    const reader = await joined(server, ann, 'Quin', 'member')
    const reviewId = await review()
    const body = `@Quin ${'x'.repeat(limits.notificationExcerpt)}`
    await write(ann.call, reviewId, body.slice(0, limits.notificationExcerpt))
    await write(ann.call, reviewId, body)
    const [cut, whole] = await notificationsOf(reader)
    expect(whole?.excerpt).toBe(body.slice(0, limits.notificationExcerpt))
    expect(cut?.excerpt).toBe(`${body.slice(0, limits.notificationExcerpt)}…`)
  })

  it('notifications are refused to agents and signed-out clients', async () => {
    for (const path of ['/api/notifications', '/api/notifications/unread', '/api/me/notification-settings']) {
      expect([path, (await agent('GET', path)).status]).toEqual([path, 403])
      expect([path, (await caller(server)('GET', path)).status]).toEqual([path, 401])
    }
  })

  it('notifications are deleted after 90 days', async () => {
    const own = await clockServer()
    const owner = await signUp(own, 'Ann')
    const hal = await joined(own, owner, 'Hal', 'member')
    await write(owner.call, await newReview(await owner.agent(), await owner.project()), '@Hal')
    const stored = () => runSql(own, 'SELECT id FROM notification WHERE user_id = ?', [hal.id])
    await sweepOnTime(own, limits.notificationMs - HOUR)
    expect(await stored()).toHaveLength(1)
    await sweepOnTime(own, 2 * HOUR)
    expect(await stored()).toEqual([])
  })
})
