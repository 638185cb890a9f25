import { describe, expect, it } from 'vitest'
import type { DeclarationResult } from '#shared/contract/upload'
import type { ReviewPayload } from '#shared/contract/review'
import type { ReviewSummary } from '#shared/contract/review-list'
import type { Thread } from '#shared/contract/thread'
import type { Call } from '../../support/server/client'
import { joined, signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { revise, upload } from '../../support/reviews/uploads'
import { sharedFixture } from '../../support/server/fixture'

const { server, person, agent, projectId, png } = await sharedFixture()
const summaryOf = async (id: string, as: Call) => {
  const { reviews } = (await as<{ reviews: ReviewSummary[] }>('GET', `/api/projects/${projectId}/reviews`))
    .body
  return reviews.find(each => each.id === id)
}
const read = async (id: string, as: Call = agent) =>
  (await as<ReviewPayload>('GET', `/v1/reviews/${id}`)).body

describe('the items that a person has seen', () => {
  it('only completed revisions and comments can be marked as seen, for each person separately', async () => {
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

  it('a review counts as seen after its current revisions were seen; earlier ones do not count', async () => {
    const id = await newReview(agent, projectId)
    const { artifactId } = await upload(agent, id, png, { isBefore: true })
    await revise(agent, artifactId, png)
    const { revisionId } = await revise(agent, artifactId, png)
    await upload(agent, id, png)
    expect(await summaryOf(id, person.call)).toMatchObject({ unseenCount: 2 })
    await person.call('POST', `/v1/reviews/${id}/seen`, { itemIds: [revisionId] })
    expect(await summaryOf(id, person.call)).toMatchObject({ unseenCount: 1 })
    const last = await revise(agent, artifactId, png)
    expect(await summaryOf(id, person.call)).toMatchObject({ unseenCount: 2 })
    expect((await read(id, person.call)).seenItemIds).not.toContain(last.revisionId)
  })

  it('a verdict marks everything in the review as seen by its author, but not later items', async () => {
    const id = await newReview(agent, projectId)
    const { artifactId } = await upload(agent, id, png)
    const { revisionId } = await revise(agent, artifactId, png)
    const { body: note } = await agent<Thread>('POST', `/v1/reviews/${id}/threads`, { body: 'Done.' })
    const other = await joined(server, person, 'Bo', 'member')
    const decide = () => person.call('POST', `/api/reviews/${id}/status`, { status: 'verified' })
    await decide()
    expect(await summaryOf(id, person.call)).toMatchObject({ unseenCount: 0, unseenCommentCount: 0 })
    expect(await summaryOf(id, other.call)).toMatchObject({ unseenCount: 1, unseenCommentCount: 1 })
    const { seenItemIds } = await read(id, person.call)
    expect(seenItemIds).toEqual(expect.arrayContaining([revisionId, note.comments[0]?.id]))
    await agent('POST', `/v1/threads/${note.threadId}/replies`, { body: 'Once more.' })
    await revise(agent, artifactId, png)
    expect(await summaryOf(id, person.call)).toMatchObject({ unseenCount: 1, unseenCommentCount: 1 })
    await decide()
    await decide()
    expect(await summaryOf(id, person.call)).toMatchObject({ unseenCount: 0, unseenCommentCount: 0 })
  })
})
