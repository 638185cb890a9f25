import { describe, expect, it, onTestFinished } from 'vitest'
import type { ReviewSummary } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import { DAY, HOUR } from '#shared/time'
import { newReview, upload, type Person } from '../../support/client'
import { ownFixture } from '../../support/fixture'

type Group = 'addressed' | 'fresh' | 'open' | 'decided'

/** Returns the ids of the reviews in each group that is not empty. */
const inboxOf = async (person: Person) => {
  const { body } = await person.call<Record<Group, ReviewSummary[]>>('GET', '/api/inbox')
  return Object.fromEntries(
    Object.entries(body)
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

  it("counts the comments that a person has not seen, without the person's own", async () => {
    const { server, person, agent, projectId } = await ownFixture()
    onTestFinished(() => server.stop())
    const id = await newReview(agent, projectId)
    const unseen = async () =>
      (await person.call<Record<Group, ReviewSummary[]>>('GET', '/api/inbox')).body.open[0]
        ?.unseenCommentCount
    const note = await person.call<Thread>('POST', `/v1/reviews/${id}/threads`, { body: 'Too wide.' })
    expect(await unseen()).toBe(0)
    const reply = await agent<Thread>('POST', `/v1/threads/${note.body.threadId}/replies`, { body: 'On it.' })
    expect(await unseen()).toBe(1)
    const replyId = reply.body.comments.at(-1)?.id
    await person.call('POST', `/v1/reviews/${id}/seen`, { itemIds: [replyId] })
    expect(await unseen()).toBe(0)
  })
})
