import { describe, expect, it } from 'vitest'
import type { Output } from '#shared/contract'
import { threadStatuses } from '#shared/contract/review-status'
import type { PendingComment, SubmittedReview } from '#shared/contract/pending-comment'
import type { Thread } from '#shared/contract/thread'
import type { ApiResponse } from '../../support/server/client'
import { joined } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { revise, upload } from '../../support/reviews/uploads'
import { newImage } from '../../support/reviews/comment-images'
import { sharedFixture } from '../../support/server/fixture'
import { commentAt, plainFrame, sendFrame, uploadVideo } from '../../support/reviews/frames'
import { newShareLink, visitorOf } from '../../support/reviews/share'

const { server, person, agent, projectId, png } = await sharedFixture()
const colleague = await joined(server, person, 'Bea', 'reviewer')
const frame = await plainFrame().webp().toBuffer()

const list = async (reviewId: string, status: string) =>
  (await agent<Output<'listThreads'>>('GET', `/v1/reviews/${reviewId}/threads?status=${status}`)).body

/** Reads the threads of a review with each value of `status`. */
const readLists = (reviewId: string) =>
  Promise.all(['all', ...threadStatuses].map(async status => [status, await list(reviewId, status)] as const))

/** Expects each list of threads to contain exactly these threads, as the API returns them one by one. */
async function expectLists(reviewId: string, ids: Iterable<string>): Promise<void> {
  const threads = await Promise.all(
    Array.from(ids, async id => {
      const { body: thread } = await agent<Thread & { untrusted: string[] }>('GET', `/v1/threads/${id}`)
      const { untrusted: _, ...listed } = thread
      return listed
    }),
  )
  threads.sort((a, b) => a.createdAt.localeCompare(b.createdAt) || (a.threadId < b.threadId ? -1 : 1))
  for (const [status, listed] of await readLists(reviewId)) {
    const expected = threads.filter(each => status === 'all' || each.status === status)
    expect(listed.threads, status).toEqual(expected)
    expect(listed.count).toBe(expected.length)
  }
}

const body = <T>(response: ApiResponse<T>): T => {
  expect(response.status).toBeLessThan(300)
  return response.body
}

describe('cached lists of threads', () => {
  it(
    'a cached list of threads contains every kind of change that was made to a thread',
    { timeout: 120_000 },
    async () => {
      const reviewId = await newReview(agent, projectId)
      const { artifactId, revisionId } = await upload(agent, reviewId, png)
      const { artifactId: other } = await upload(agent, reviewId, png)
      const video = await uploadVideo(agent, reviewId)
      const ids = new Set<string>()
      const spot = { kind: 'point', geometry: { x: 0.5, y: 0.5 }, body: 'Too wide.' }
      const write = async (path: string, value: object) => {
        const { threadId } = body(await person.call<Thread>('POST', path, value))
        ids.add(threadId)
        return threadId
      }
      const reply = async (threadId: string, value: object) => {
        const { comments } = body(await person.call<Thread>('POST', `/v1/threads/${threadId}/replies`, value))
        return comments.at(-1)?.id ?? ''
      }
      const remove = async (threadId: string) => {
        ids.delete(threadId)
        body(await person.call('DELETE', `/api/threads/${threadId}`))
      }
      const image = async () => (await newImage(server, person, reviewId, png)).id
      const draft = async (path: string, value: object) =>
        body(await person.call<PendingComment>('POST', path, value)).id
      const changed = async (step: () => Promise<unknown>) => {
        await step()
        await expectLists(reviewId, ids)
      }

      let first = ''
      let second = ''
      await changed(async () => (first = await write(`/v1/artifacts/${artifactId}/annotations`, spot)))
      await changed(async () => (second = await write(`/v1/artifacts/${other}/annotations`, spot)))
      await changed(() => write(`/v1/reviews/${reviewId}/threads`, { kind: 'review', body: 'On the whole.' }))
      let answer = ''
      await changed(
        async () => (answer = await reply(first, { body: 'And here.', imageIds: [await image()] })),
      )
      await changed(() =>
        person.call('PATCH', `/api/comments/${answer}`, { body: 'Or there.', imageIds: [] }),
      )
      await changed(() => person.call('DELETE', `/api/comments/${answer}`))
      // Adds and deletes a reply between two reads of the lists.
      await changed(async () =>
        person.call('DELETE', `/api/comments/${await reply(second, { body: 'No.' })}`),
      )
      await changed(async () => remove(await write(`/v1/artifacts/${other}/annotations`, spot)))
      await changed(() => person.call('PATCH', `/api/threads/${first}`, { geometry: { x: 0.1, y: 0.2 } }))
      await changed(() => agent('POST', `/v1/threads/${first}/address`, { body: 'Narrower now.' }))
      await changed(() => person.call('POST', `/v1/threads/${first}/resolve`))
      await changed(() =>
        person.call('POST', `/api/reviews/${reviewId}/threads/status`, {
          threadIds: [first, second],
          status: 'open',
        }),
      )
      const moment = await commentAt(person, video.artifactId)
      await changed(async () => ids.add(moment.threadId))
      await changed(() => sendFrame(server, person, moment.threadId, frame))
      await changed(async () => {
        const place = { kind: 'point', geometry: { x: 0.2, y: 0.2 }, artifactId, body: 'Later.' }
        const pending = await draft(`/api/reviews/${reviewId}/pending-comments`, place)
        const answered = await draft(`/api/threads/${second}/pending-replies`, { body: 'Also later.' })
        const { sent } = body(
          await person.call<SubmittedReview>('POST', `/api/reviews/${reviewId}/submit`, {
            pendingCommentIds: [pending, answered],
            verdict: 'changes_requested',
          }),
        )
        for (const { thread } of sent) ids.add(thread.threadId)
      })
      const { token } = await newShareLink(person.call, reviewId, { allowComments: true })
      const visitor = visitorOf(server, token)
      await changed(async () => {
        const said = { name: 'Gil', kind: 'review', body: 'Hello.' }
        ids.add(body(await visitor.call<{ thread: Thread }>('POST', '/threads', said)).thread.threadId)
      })
      await changed(() =>
        visitor.call('POST', `/threads/${second}/replies`, { name: 'Gil', body: 'Me, too.' }),
      )
      await changed(() => person.call('PATCH', `/v1/artifacts/${artifactId}`, { title: 'Renamed' }))
      await changed(() => revise(agent, artifactId, png))
      await changed(() => write(`/v1/artifacts/${artifactId}/annotations`, { ...spot, revisionId }))
      await changed(() => person.call('PATCH', `/v1/reviews/${reviewId}`, { title: 'Renamed, too' }))
      await changed(async () => {
        body(await person.call('DELETE', `/api/artifacts/${other}`))
        const { threads } = await list(reviewId, 'all')
        // Removes the ids of the threads that were deleted with the evidence.
        for (const id of ids) if ((await agent('GET', `/v1/threads/${id}`)).status === 404) ids.delete(id)
        expect(threads.length).toBe(ids.size)
      })
      // Makes more changes than the server applies to a cached list, so that it reads the list again.
      await changed(async () => {
        for (let i = 0; i < 25; i++) await reply(first, { body: `Once more, ${i}.` })
      })
      await changed(() => remove(first))
    },
  )

  it(
    'cached lists of threads contain all changes after concurrent writes and reads',
    { timeout: 120_000 },
    async () => {
      const reviewId = await newReview(agent, projectId)
      const { artifactId } = await upload(agent, reviewId, png)
      const ids = new Set<string>()
      const state = { isWriting: true }
      const writers = [person, colleague].map(async ({ call }) => {
        for (let i = 0; i < 15; i++) {
          const said = { body: `Spot ${i}.`, geometry: { x: i / 20, y: 0.5 } }
          const { threadId } = body(
            await call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, said),
          )
          ids.add(threadId)
          if (i % 3 === 0) await call('POST', `/v1/threads/${threadId}/replies`, { body: 'More.' })
          if (i % 4 === 0) await call('POST', `/v1/threads/${threadId}/resolve`)
          const isDeleted = i % 5 === 0 && (await call('DELETE', `/api/threads/${threadId}`)).status < 300
          if (isDeleted) ids.delete(threadId)
          if (i === 7) await call('PATCH', `/v1/artifacts/${artifactId}`, { title: 'While they write' })
        }
      })
      const readers = Array.from({ length: 4 }, async () => {
        while (state.isWriting) await readLists(reviewId)
      })
      await Promise.all(writers)
      state.isWriting = false
      await Promise.all(readers)
      await expectLists(reviewId, ids)
    },
  )
})
