import { describe, expect, it } from 'vitest'
import type { ReviewSummary } from '#shared/contract/review-list'
import { joined, signUp, type Person } from '../../support/people/sign-up'
import { listedIn } from '../../support/reviews/inbox'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { sharedFixture } from '../../support/server/fixture'

const { server, person, agent, projectId, png } = await sharedFixture()

const inboxOf = async (as: Person = person) => (await listedIn(as)).map(each => each.id)
const archive = (id: string, archived: boolean, as: Person = person) =>
  as.call('PUT', '/api/inbox/archived', { reviewIds: [id], archived })

describe('an archived review', () => {
  it('an archived review is left out of the person’s inbox until it is restored or changes', async () => {
    const id = await newReview(agent, projectId)
    const other = await joined(server, person, 'Kim', 'reviewer')
    expect((await archive(id, true)).status).toBe(204)
    expect(await inboxOf()).not.toContain(id)
    expect(await inboxOf(other)).toContain(id)
    await archive(id, false)
    expect(await inboxOf()).toContain(id)
    await archive(id, true)
    await archive(id, true)
    expect(await inboxOf()).not.toContain(id)
    await upload(agent, id, png)
    expect(await inboxOf()).toContain(id)
  })

  it('archiving a review changes the ETag of the person’s inbox, but of no other inbox', async () => {
    const id = await newReview(agent, projectId)
    const other = await joined(server, person, 'Kim', 'reviewer')
    const etagOf = async (as: Person) => (await as.call('GET', '/api/inbox')).headers.get('etag')
    const before = [await etagOf(person), await etagOf(other)]
    await archive(id, true)
    expect(await etagOf(person)).not.toBe(before[0])
    expect(await etagOf(other)).toBe(before[1])
  })

  it('an archived review is marked in the lists of its project', async () => {
    const id = await newReview(agent, projectId)
    const marks = () =>
      Promise.all(
        ['', '?sort=title'].map(async query => {
          const path = `/api/projects/${projectId}/reviews${query}`
          const { body } = await person.call<{ reviews: ReviewSummary[] }>('GET', path)
          return body.reviews.find(each => each.id === id)?.archived
        }),
      )
    expect(await marks()).toEqual([false, false])
    await archive(id, true)
    expect(await marks()).toEqual([true, true])
    await archive(id, false)
    expect(await marks()).toEqual([false, false])
    await archive(id, true)
    await upload(agent, id, png)
    expect(await marks()).toEqual([false, false])
    expect((await archive(id, true, await signUp(server))).status).toBe(404)
  })
})

describe('a review that is marked as unread', () => {
  it('marking a review as unread makes it unseen only for the person who marked it', async () => {
    const id = await newReview(agent, projectId)
    const { revisionId } = await upload(agent, id, png)
    const other = await joined(server, person, 'Kim', 'reviewer')
    const unseen = async (as: Person) => (await listedIn(as)).find(each => each.id === id)?.unseenCount
    for (const each of [person, other])
      await each.call('POST', `/v1/reviews/${id}/seen`, { itemIds: [revisionId] })
    expect((await person.call('DELETE', `/api/reviews/${id}/seen`)).status).toBe(204)
    expect([await unseen(person), await unseen(other)]).toEqual([1, 0])
    expect((await (await signUp(server)).call('DELETE', `/api/reviews/${id}/seen`)).status).toBe(404)
  })
})
