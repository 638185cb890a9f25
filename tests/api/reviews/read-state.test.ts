import { describe, expect, it } from 'vitest'
import type { DeclarationResult } from '#shared/contract/upload'
import type { ReviewPayload } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import { newReview, signUp, upload, type Call } from '../../support/server/client'
import { sharedFixture } from '../../support/server/fixture'

const { server, person, agent, projectId, png } = await sharedFixture()
const read = async (id: string, as: Call = agent) =>
  (await as<ReviewPayload>('GET', `/v1/reviews/${id}`)).body

describe('what a person has seen', () => {
  it('is a personal set of completed revisions and comments, and changes nothing else', async () => {
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
