import { describe, expect, it, onTestFinished } from 'vitest'
import type { Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import type { Thread } from '#shared/contract/thread'
import { DAY, HOUR } from '#shared/time'
import { newReview, upload, type Person } from '../../support/client'
import { ownFixture } from '../../support/fixture'
import { times } from '../../support/times'

type Inbox = Output<'readInbox'>

/** Returns the ids of the reviews in each group that is not empty. */
const inboxOf = async (person: Person) => {
  const { hasMore: _, ...groups } = (await person.call<Inbox>('GET', '/api/inbox')).body
  return Object.fromEntries(
    Object.entries(groups)
      .map(([group, reviews]) => [group, reviews.map(each => each.id)] as const)
      .filter(([, ids]) => ids.length > 0),
  )
}

describe('the inbox', () => {
  it('has each review in the first group that fits, and a verified one for seven days', async () => {
    const { server, person, agent, projectId, png } = await ownFixture()
    onTestFinished(() => server.stop())
    const id = await newReview(agent, projectId)
    expect(await inboxOf(person)).toEqual({ open: [id] })
    const done = await upload(agent, id, png)
    expect(await inboxOf(person)).toEqual({ fresh: [id] })
    await person.call('POST', `/v1/reviews/${id}/seen`, { itemIds: [done.revisionId] })
    expect(await inboxOf(person)).toEqual({ open: [id] })
    const note = await person.call<Thread>('POST', `/v1/reviews/${id}/threads`, { body: 'Too wide.' })
    await agent('POST', `/v1/threads/${note.body.threadId}/address`)
    expect(await inboxOf(person)).toEqual({ addressed: [id] })
    await person.call('POST', `/api/reviews/${id}/status`, { status: 'verified' })
    expect(await inboxOf(person)).toEqual({ decided: [id] })
    await server.advance(7 * DAY - HOUR)
    expect(await inboxOf(person)).toEqual({ decided: [id] })
    await server.advance(2 * HOUR)
    expect(await inboxOf(person)).toEqual({})
  })

  it('has a verified review again when evidence or an answer follows, until it was seen', async () => {
    const { server, person, agent, projectId, png } = await ownFixture()
    onTestFinished(() => server.stop())
    const id = await newReview(agent, projectId)
    const { artifactId } = await upload(agent, id, png)
    const note = await person.call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
      geometry: { x: 0.5, y: 0.5 },
      body: 'Too wide.',
    })
    await person.call('POST', `/api/reviews/${id}/status`, { status: 'verified' })
    // The first revision is unseen, but was there before the verdict.
    expect(await inboxOf(person)).toEqual({ decided: [id] })
    const { revisionId } = await upload(agent, id, png)
    expect(await inboxOf(person)).toEqual({ sinceVerdict: [id] })
    await person.call('POST', `/v1/reviews/${id}/seen`, { itemIds: [revisionId] })
    expect(await inboxOf(person)).toEqual({ decided: [id] })
    await agent('POST', `/v1/threads/${note.body.threadId}/address`)
    expect(await inboxOf(person)).toEqual({ sinceVerdict: [id] })
    await person.call('POST', `/v1/threads/${note.body.threadId}/resolve`)
    expect(await inboxOf(person)).toEqual({ decided: [id] })
  })

  it('has a review that was verified long ago again for a week after a change', async () => {
    const { server, person, agent, projectId, png } = await ownFixture()
    onTestFinished(() => server.stop())
    const id = await newReview(agent, projectId)
    await upload(agent, id, png)
    await person.call('POST', `/api/reviews/${id}/status`, { status: 'verified' })
    await server.advance(6 * DAY)
    expect(await inboxOf(person)).toEqual({ decided: [id] })
    await server.advance(2 * DAY)
    await agent('POST', `/v1/reviews/${id}/threads`, { body: 'Done.' })
    expect(await inboxOf(person)).toEqual({})
    await upload(agent, id, png)
    expect(await inboxOf(person)).toEqual({ sinceVerdict: [id] })
    await server.advance(6 * DAY)
    expect(await inboxOf(person)).toEqual({ sinceVerdict: [id] })
    await server.advance(2 * DAY)
    expect(await inboxOf(person)).toEqual({})
  })

  it('has the reviews that changed last, and tells whether there are others', async () => {
    const { server, person, agent, projectId } = await ownFixture()
    onTestFinished(() => server.stop())
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

  it("counts the comments that a person has not seen, without the person's own", async () => {
    const { server, person, agent, projectId } = await ownFixture()
    onTestFinished(() => server.stop())
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
})
