import { describe, expect, it } from 'vitest'
import type { Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import type { ReviewStatus } from '#shared/contract/review-status'
import type { Thread } from '#shared/contract/thread'
import { DAY, HOUR } from '#shared/time'
import { joined, type Person } from '../../support/people/sign-up'
import { groupsOf, listedIn, type Inbox } from '../../support/reviews/inbox'
import { newReview } from '../../support/reviews/review'
import { declareUpload, revise, upload } from '../../support/reviews/uploads'
import { fixtureOn, sharedFixture } from '../../support/server/fixture'
import { newShareLink, visitorOf } from '../../support/reviews/share'
import { sharedServerWithClock, type TestServer } from '../../support/server/server'
import { pngImage } from '../../support/media/samples'
import { times } from '../../support/times'

const decide = (person: Person, id: string, status: ReviewStatus, comment?: string) =>
  person.call('POST', `/api/reviews/${id}/status`, { status, comment })

const seeComments = (person: Person, id: string, { comments }: Thread) =>
  person.call('POST', `/v1/reviews/${id}/seen`, { itemIds: comments.map(each => each.id) })

/**
 * Advances the clock by weeks, in steps. In each step, people read the inbox, which extends their sessions.
 */
async function passWeeks(server: TestServer, people: Person[], weeks: number) {
  for (let step = 0; step < 2 * weeks; step++) {
    await server.advance(4 * DAY)
    await Promise.all(people.map(groupsOf))
  }
}

describe('the inbox', () => {
  it('the inbox lists a review in its first matching group; a verified review stays a week', async () => {
    const { server, person, agent, projectId, png } = await fixtureOn(await sharedServerWithClock())
    const id = await newReview(agent, projectId)
    expect(await groupsOf(person)).toEqual({ open: [id] })
    const done = await upload(agent, id, png)
    expect(await groupsOf(person)).toEqual({ fresh: [id] })
    await person.call('POST', `/v1/reviews/${id}/seen`, { itemIds: [done.revisionId] })
    expect(await groupsOf(person)).toEqual({ open: [id] })
    const note = await person.call<Thread>('POST', `/v1/reviews/${id}/threads`, { body: 'Too wide.' })
    await agent('POST', `/v1/threads/${note.body.threadId}/address`)
    expect(await groupsOf(person)).toEqual({ addressed: [id] })
    await person.call('POST', `/api/reviews/${id}/status`, { status: 'verified' })
    expect(await groupsOf(person)).toEqual({ decided: [id] })
    await server.advance(7 * DAY - HOUR)
    expect(await groupsOf(person)).toEqual({ decided: [id] })
    await server.advance(2 * HOUR)
    expect(await groupsOf(person)).toEqual({})
  })

  it('a verified review returns to the inbox while new evidence or a reply has not been seen', async () => {
    const { person, agent, projectId, png } = await sharedFixture()
    const id = await newReview(agent, projectId)
    const { artifactId } = await upload(agent, id, png)
    const note = await person.call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
      geometry: { x: 0.5, y: 0.5 },
      body: 'Too wide.',
    })
    await person.call('POST', `/api/reviews/${id}/status`, { status: 'verified' })
    expect(await groupsOf(person)).toEqual({ decided: [id] })
    const { revisionId } = await upload(agent, id, png)
    expect(await groupsOf(person)).toEqual({ sinceVerdict: [id] })
    await person.call('POST', `/v1/reviews/${id}/seen`, { itemIds: [revisionId] })
    expect(await groupsOf(person)).toEqual({ decided: [id] })
    await revise(agent, artifactId, png)
    const last = await revise(agent, artifactId, png)
    expect(await groupsOf(person)).toEqual({ sinceVerdict: [id] })
    // After the current revision was seen, earlier revisions that were not seen do not count as new.
    await person.call('POST', `/v1/reviews/${id}/seen`, { itemIds: [last.revisionId] })
    expect(await groupsOf(person)).toEqual({ decided: [id] })
    await agent('POST', `/v1/threads/${note.body.threadId}/address`)
    expect(await groupsOf(person)).toEqual({ sinceVerdict: [id] })
    await person.call('POST', `/v1/threads/${note.body.threadId}/resolve`)
    expect(await groupsOf(person)).toEqual({ decided: [id] })
  })

  it('a review that was verified long ago returns to the inbox after new activity', async () => {
    const { server, person, agent, projectId, png } = await fixtureOn(await sharedServerWithClock())
    const id = await newReview(agent, projectId)
    await upload(agent, id, png)
    await decide(person, id, 'verified')
    await server.advance(6 * DAY)
    expect(await groupsOf(person)).toEqual({ decided: [id] })
    await server.advance(2 * DAY)
    const note = await agent<Thread>('POST', `/v1/reviews/${id}/threads`, { body: 'Done.' })
    expect(await groupsOf(person)).toEqual({ sinceVerdict: [id] })
    await seeComments(person, id, note.body)
    expect(await groupsOf(person)).toEqual({})
    // The person never sees the first revision. It does not count as new, because a second revision follows
    // it.
    const { artifactId } = await upload(agent, id, png)
    const { revisionId } = await revise(agent, artifactId, png)
    await passWeeks(server, [person], 5)
    expect(await groupsOf(person)).toEqual({ sinceVerdict: [id] })
    const other = await joined(server, person, 'Bo', 'reviewer')
    await other.call('POST', `/v1/reviews/${id}/seen`, { itemIds: [revisionId] })
    expect(await groupsOf(person)).toEqual({ sinceVerdict: [id] })
    await person.call('POST', `/v1/reviews/${id}/seen`, { itemIds: [revisionId] })
    expect(await groupsOf(person)).toEqual({})
    await agent('POST', `/v1/threads/${note.body.threadId}/address`)
    await passWeeks(server, [person], 2)
    expect(await groupsOf(person)).toEqual({ sinceVerdict: [id] })
    await decide(person, id, 'verified', 'Again.')
    expect(await groupsOf(person)).toEqual({ decided: [id] })
  })

  it('a verified review is in the inbox while comments by others have not been seen', async () => {
    const { server, person, agent, projectId } = await fixtureOn(await sharedServerWithClock())
    const bo = await joined(server, person, 'Bo', 'reviewer')
    const id = await newReview(agent, projectId)
    const link = await newShareLink(person.call, id, { allowComments: true })
    await bo.call('POST', `/v1/reviews/${id}/threads`, { body: 'Before the verdict.' })
    await decide(person, id, 'verified')
    expect(await groupsOf(person)).toEqual({ decided: [id] })
    const own = await person.call<Thread>('POST', `/v1/reviews/${id}/threads`, { body: 'Thank you.' })
    expect(await groupsOf(person)).toEqual({ decided: [id] })
    const reply = await bo.call<Thread>('POST', `/v1/threads/${own.body.threadId}/replies`, {
      body: 'The total is wrong.',
    })
    expect(await groupsOf(person)).toEqual({ sinceVerdict: [id] })
    // Bo has not seen the comment "Thank you." yet, so the review counts as changed for Bo.
    expect(await groupsOf(bo)).toEqual({ sinceVerdict: [id] })
    await seeComments(bo, id, own.body)
    expect(await groupsOf(bo)).toEqual({ decided: [id] })
    await seeComments(person, id, reply.body)
    expect(await groupsOf(person)).toEqual({ decided: [id] })
    const guest = visitorOf(server, link.token)
    const asked = await guest.call('POST', '/threads', { name: 'Gwen', body: 'Which font is it?' })
    expect(asked.status).toBe(201)
    await passWeeks(server, [person], 2)
    expect(await groupsOf(person)).toEqual({ sinceVerdict: [id] })
    await decide(person, id, 'verified', 'Again.')
    expect(await groupsOf(person)).toEqual({ decided: [id] })
  })

  it('a review with requested changes returns to the inbox when others comment on it', async () => {
    const { server, person, agent, projectId } = await sharedFixture()
    const bo = await joined(server, person, 'Bo', 'reviewer')
    const id = await newReview(agent, projectId)
    await decide(person, id, 'changes_requested')
    expect([await groupsOf(person), await groupsOf(bo)]).toEqual([{ waiting: [id] }, { waiting: [id] }])
    const asked = await agent<Thread>('POST', `/v1/reviews/${id}/threads`, { body: 'Which width?' })
    // The review is new since the verdict only for the person who requested the changes.
    expect([await groupsOf(person), await groupsOf(bo)]).toEqual([{ sinceVerdict: [id] }, { waiting: [id] }])
    await seeComments(person, id, asked.body)
    expect(await groupsOf(person)).toEqual({ waiting: [id] })
  })

  it('the inbox states who requested a verdict, until the verdict is given or the request ends', async () => {
    const { server, person, agent, projectId } = await fixtureOn(await sharedServerWithClock())
    const bo = await joined(server, person, 'Bo', 'reviewer')
    const id = await newReview(agent, projectId)
    const ask = (...people: Person[]) =>
      person.call('PUT', `/api/reviews/${id}/reviewers`, { userIds: people.map(each => each.id) })
    const requestOf = async (each: Person) => {
      const [first] = await listedIn(each)
      return first?.verdictRequest
    }
    expect(await requestOf(bo)).toBeNull()
    const before = server.now()
    await ask(bo, person)
    const request = await requestOf(bo)
    expect(request).toMatchObject({ by: 'Ann', byId: person.id })
    expect(Date.parse(request?.at ?? '')).toBeGreaterThanOrEqual(before)
    expect(Date.parse(request?.at ?? '')).toBeLessThanOrEqual(server.now())
    // People are not notified of their own actions, so the inbox does not name a person who asks themselves.
    expect(await requestOf(person)).toMatchObject({ by: null, byId: null })
    await ask(person)
    expect(await requestOf(bo)).toBeNull()
    await ask(bo)
    await decide(bo, id, 'changes_requested')
    expect(await requestOf(bo)).toBeNull()
    await ask()
    await server.advance(HOUR)
    await ask(bo)
    expect(await requestOf(bo)).toMatchObject({ by: 'Ann' })
    await decide(bo, id, 'changes_requested')
    expect(await requestOf(bo)).toBeNull()
  })

  it('activity in the inbox is new if it follows the person’s own verdict, not another verdict', async () => {
    const { server, person, agent, projectId, png } = await sharedFixture()
    const bo = await joined(server, person, 'Bo', 'reviewer')
    const id = await newReview(agent, projectId)
    await decide(bo, id, 'verified')
    const { revisionId } = await upload(agent, id, png)
    await decide(person, id, 'verified')
    expect(await groupsOf(person)).toEqual({ decided: [id] })
    expect(await groupsOf(bo)).toEqual({ sinceVerdict: [id] })
    await bo.call('POST', `/v1/reviews/${id}/seen`, { itemIds: [revisionId] })
    expect(await groupsOf(bo)).toEqual({ decided: [id] })
  })

  it('a review with requested changes is listed as waiting in the inbox until new activity', async () => {
    const { server, person, agent, projectId, png } = await fixtureOn(await sharedServerWithClock())
    const bo = await joined(server, person, 'Bo', 'reviewer')
    const id = await newReview(agent, projectId)
    const first = await upload(agent, id, png)
    await decide(bo, id, 'changes_requested')
    // Bo has given a verdict, so the evidence counts as seen by Bo. The other person has not seen it.
    expect(await groupsOf(bo)).toEqual({ waiting: [id] })
    expect(await groupsOf(person)).toEqual({ fresh: [id] })
    await person.call('POST', `/v1/reviews/${id}/seen`, { itemIds: [first.revisionId] })
    expect(await groupsOf(person)).toEqual({ waiting: [id] })
    await passWeeks(server, [bo], 2)
    expect(await groupsOf(bo)).toEqual({ waiting: [id] })
    await upload(agent, id, png)
    expect(await groupsOf(bo)).toEqual({ fresh: [id] })
    await decide(bo, id, 'open')
    expect(Object.keys(await groupsOf(bo))).toEqual(['fresh'])
  })

  it('a review whose fixes the person has checked is not new, and needs their next verdict', async () => {
    const { person, agent, projectId, png } = await sharedFixture()
    const id = await newReview(agent, projectId)
    const { artifactId } = await upload(agent, id, png)
    const comment = async () => {
      const { body } = await person.call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
        geometry: { x: 0.5, y: 0.5 },
        body: 'Too wide.',
      })
      return body.threadId
    }
    const [first, second] = [await comment(), await comment()]
    await decide(person, id, 'changes_requested')
    expect(await groupsOf(person)).toEqual({ waiting: [id] })
    await agent('PATCH', `/v1/reviews/${id}`, { commit: 'c0ffee5' })
    await revise(agent, artifactId, png)
    for (const each of [first, second])
      await agent('POST', `/v1/threads/${each}/address`, { body: 'Narrower now.' })
    expect(await groupsOf(person)).toEqual({ addressed: [id] })
    // If a person resolves a thread with a fix, the fix counts as seen by this person.
    const resolve = (threadIds: string[]) =>
      person.call('POST', `/api/reviews/${id}/threads/status`, { threadIds, status: 'resolved' })
    await resolve([first])
    expect(await listedIn(person)).toMatchObject([{ unseenCount: 0, unseenCommentCount: 1 }])
    await resolve([second])
    expect(await groupsOf(person)).toEqual({ open: [id] })
    await decide(person, id, 'changes_requested', 'One more thing.')
    expect(await groupsOf(person)).toEqual({ waiting: [id] })
    // A fix that was not checked before the verdict still has to be checked.
    const third = await comment()
    await agent('POST', `/v1/threads/${third}/address`, { body: 'Done.' })
    await decide(person, id, 'changes_requested', 'Check the rest, too.')
    expect(await groupsOf(person)).toEqual({ addressed: [id] })
  })

  it('a review that a person verified is listed as decided while other verdicts are missing', async () => {
    const { server, person, agent, projectId, png } = await fixtureOn(await sharedServerWithClock())
    const bo = await joined(server, person, 'Bo', 'reviewer')
    await person.call('PATCH', `/api/projects/${projectId}`, { needsAllReviewers: true })
    const id = await newReview(agent, projectId)
    await person.call('PUT', `/api/reviews/${id}/reviewers`, { userIds: [person.id, bo.id] })
    await decide(bo, id, 'verified')
    expect(await groupsOf(bo)).toEqual({ decided: [id] })
    expect(await groupsOf(person)).toEqual({ asked: [id] })
    await passWeeks(server, [person, bo], 1)
    expect(await groupsOf(bo)).toEqual({})
    const { revisionId } = await upload(agent, id, png)
    expect(await groupsOf(bo)).toEqual({ sinceVerdict: [id] })
    await bo.call('POST', `/v1/reviews/${id}/seen`, { itemIds: [revisionId] })
    expect(await groupsOf(bo)).toEqual({})
    // A later verdict of another person replaces the verdict of Bo.
    await decide(person, id, 'changes_requested')
    expect(await groupsOf(bo)).toEqual({ waiting: [id] })
    await decide(person, id, 'open')
    expect(await groupsOf(bo)).toEqual({ open: [id] })
  })

  it('archived reviews do not count against the maximum number of reviews in the inbox', async () => {
    const { person, agent, projectId, png } = await sharedFixture()
    const waiting = await newReview(agent, projectId)
    const archivedIds: string[] = []
    await times(limits.inboxReviews + 1, async () => {
      const id = await newReview(agent, projectId)
      archivedIds.push(id)
      await person.call('PUT', '/api/inbox/archived', { reviewIds: [id], archived: true })
    })
    const read = async () => (await person.call<Inbox>('GET', '/api/inbox')).body
    expect([await groupsOf(person), (await read()).hasMore]).toEqual([{ open: [waiting] }, false])
    const [back = ''] = archivedIds
    await upload(agent, back, png)
    expect(await groupsOf(person)).toEqual({ fresh: [back], open: [waiting] })
  })

  it('the inbox contains the most recently changed reviews, and states whether more exist', async () => {
    const { person, agent, projectId } = await sharedFixture()
    const read = async () => (await person.call<Inbox>('GET', '/api/inbox')).body
    const oldest = await newReview(agent, projectId)
    await times(limits.inboxReviews - 1, () => newReview(agent, projectId))
    const full = await read()
    expect([full.open.length, full.hasMore]).toEqual([limits.inboxReviews, false])
    const newest = await newReview(agent, projectId)
    const cut = await read()
    expect([cut.open.length, cut.hasMore]).toEqual([limits.inboxReviews, true])
    const ids = cut.open.map(each => each.id)
    expect([ids.includes(newest), ids.includes(oldest)]).toEqual([true, false])
    await person.call('DELETE', `/api/reviews/${oldest}`)
    expect((await read()).hasMore).toBe(false)
  })

  it('the inbox counts completed images and videos, but no declared uploads', async () => {
    const { person, agent, projectId, png } = await sharedFixture()
    const id = await newReview(agent, projectId)
    const counts = async () => {
      const { fresh, open } = (await person.call<Inbox>('GET', '/api/inbox')).body
      const { reviews } = (
        await person.call<Output<'listReviews'>>('GET', `/api/projects/${projectId}/reviews`)
      ).body
      return [fresh[0] ?? open[0], reviews[0]].map(row => [
        row?.imageCount,
        row?.videoCount,
        row?.artifactCount,
      ])
    }
    await declareUpload(agent, id, { bytes: png.length, title: 'Never sent' })
    expect(await counts()).toEqual([
      [0, 0, 0],
      [0, 0, 0],
    ])
    const { artifactId } = await upload(agent, id, png)
    await upload(agent, id, png, { title: 'Another' })
    // A further revision of an image does not count as a further image.
    await revise(agent, artifactId, png)
    expect(await counts()).toEqual([
      [2, 0, 2],
      [2, 0, 2],
    ])
  })

  it('the inbox marks a verdict as outdated if evidence is newer, until there is a new verdict', async () => {
    const { person, agent, projectId, png } = await sharedFixture()
    const id = await newReview(agent, projectId)
    const read = async () => {
      const [inInbox] = await listedIn(person)
      const list = await person.call<Output<'listReviews'>>('GET', `/api/projects/${projectId}/reviews`)
      const [inProject] = list.body.reviews
      expect(inProject?.isVerdictOutdated).toBe(inInbox?.isVerdictOutdated)
      return [inInbox?.isVerdictOutdated, inInbox?.decidedAt]
    }
    const { artifactId } = await upload(agent, id, png)
    expect(await read()).toEqual([false, null])
    for (const status of ['verified', 'changes_requested'] as const) {
      await decide(person, id, status)
      const [isOutdated, decidedAt] = await read()
      expect(isOutdated).toBe(false)
      const { revisionId } = await revise(agent, artifactId, png)
      await person.call('POST', `/v1/reviews/${id}/seen`, { itemIds: [revisionId] })
      expect(await read()).toEqual([true, decidedAt])
      await decide(person, id, status)
      const [isStillOutdated, decidedAgain] = await read()
      expect(isStillOutdated).toBe(false)
      expect(Date.parse(String(decidedAgain))).toBeGreaterThan(Date.parse(String(decidedAt)))
    }
    await revise(agent, artifactId, png)
    await decide(person, id, 'open')
    expect((await read())[0]).toBe(false)
  })

  it('the inbox marks a verdict as outdated when the review gets another commit later', async () => {
    const { person, agent, projectId } = await sharedFixture()
    const id = await newReview(agent, projectId)
    await decide(person, id, 'verified')
    await agent('PATCH', `/v1/reviews/${id}`, { commit: 'c0ffee5' })
    expect(await listedIn(person)).toMatchObject([
      { id, status: 'verified', isVerdictOutdated: true, changedSinceVerdict: true },
    ])
  })

  it('the inbox counts unseen comments by others', async () => {
    const { person, agent, projectId } = await sharedFixture()
    const id = await newReview(agent, projectId)
    const unseen = async () =>
      (await person.call<Inbox>('GET', '/api/inbox')).body.open[0]?.unseenCommentCount
    const note = await person.call<Thread>('POST', `/v1/reviews/${id}/threads`, { body: 'Too wide.' })
    expect(await unseen()).toBe(0)
    const reply = await agent<Thread>('POST', `/v1/threads/${note.body.threadId}/replies`, { body: 'On it.' })
    expect(await unseen()).toBe(1)
    const replyId = reply.body.comments.at(-1)?.id
    await person.call('POST', `/v1/reviews/${id}/seen`, { itemIds: [replyId] })
    expect(await unseen()).toBe(0)
  })

  it('a review for which a verdict is requested is in the first inbox group until the verdict', async () => {
    const { server, person, agent, projectId, png } = await sharedFixture()
    const bo = await joined(server, person, 'Bo', 'reviewer')
    const id = await newReview(agent, projectId)
    await upload(agent, id, png)
    const note = await person.call<Thread>('POST', `/v1/reviews/${id}/threads`, { body: 'Too wide.' })
    await agent('POST', `/v1/threads/${note.body.threadId}/address`)
    expect(await groupsOf(bo)).toEqual({ addressed: [id] })
    await person.call('PUT', `/api/reviews/${id}/reviewers`, { userIds: [bo.id] })
    expect([await groupsOf(bo), await groupsOf(person)]).toEqual([{ asked: [id] }, { addressed: [id] }])
    // Bo is still asked after another person has requested changes, but not after the review is verified.
    await decide(person, id, 'changes_requested')
    expect(await groupsOf(bo)).toEqual({ asked: [id] })
    await decide(person, id, 'verified')
    expect(await groupsOf(bo)).toEqual({ decided: [id] })
    await decide(person, id, 'open')
    expect(await groupsOf(bo)).toEqual({ asked: [id] })
    await decide(bo, id, 'changes_requested')
    // Bo still has to check the fix of the comment.
    expect(await groupsOf(bo)).toEqual({ addressed: [id] })
    await person.call('POST', `/v1/threads/${note.body.threadId}/resolve`, { status: 'resolved' })
    expect(await groupsOf(bo)).toEqual({ waiting: [id] })
  })

  it('a review in the inbox states who decided it, and how it compares with accepted evidence', async () => {
    const { person, agent, projectId, png } = await sharedFixture()
    const row = async (id: string) => {
      const found = (await listedIn(person)).find(each => each.id === id)
      return [found?.decidedBy, found?.changes]
    }
    const none = { changed: 0, new: 0, same: 0, expired: 0 }
    const first = await newReview(agent, projectId)
    expect(await row(first)).toEqual([null, none])
    for (const title of ['Cart', 'Home']) await upload(agent, first, png, { title })
    expect(await row(first)).toEqual([null, { ...none, new: 2 }])
    await decide(person, first, 'verified')
    expect(await row(first)).toEqual(['Ann', { ...none, new: 2 }])
    const second = await newReview(agent, projectId)
    const { artifactId } = await upload(agent, second, png, { title: 'Cart' })
    await upload(agent, second, await pngImage(20, 10), { title: 'Home' })
    await upload(agent, second, png, { title: 'Help' })
    expect(await row(second)).toEqual([null, { ...none, changed: 1, new: 1, same: 1 }])
    // Only the current revision of each piece of evidence counts.
    await revise(agent, artifactId, await pngImage(30, 10))
    expect(await row(second)).toEqual([null, { ...none, changed: 2, new: 1 }])
  })

  it('the inbox counts the reviews that the person decided within seven days', async () => {
    const { server, person, agent, projectId } = await fixtureOn(await sharedServerWithClock())
    const bo = await joined(server, person, 'Bo', 'reviewer')
    const inbox = (query = '') => bo.call<Inbox>('GET', `/api/inbox${query}`)
    const countOf = async (query = '') => (await inbox(query)).body.decidedCount
    const [one, two, three] = [
      await newReview(agent, projectId),
      await newReview(agent, projectId),
      await newReview(agent, projectId),
    ]
    expect(await countOf()).toBe(0)
    const etag = (await inbox()).headers.get('etag')
    await decide(bo, one, 'changes_requested')
    await decide(bo, one, 'verified')
    await decide(bo, two, 'changes_requested')
    await decide(bo, three, 'open')
    await decide(person, three, 'verified')
    expect(await countOf()).toBe(2)
    expect((await inbox()).headers.get('etag')).not.toBe(etag)
    expect(await countOf(`?workspaceId=${person.workspaceId}`)).toBe(2)
    expect(await countOf(`?workspaceId=${bo.workspaceId}`)).toBe(0)
    await server.advance(6 * DAY)
    await decide(bo, three, 'verified')
    expect(await countOf()).toBe(3)
    await server.advance(DAY + HOUR)
    expect(await countOf()).toBe(1)
  })
})
