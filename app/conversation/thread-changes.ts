import type { ReviewSource } from '~/review/use-review-source'
import type { Selection } from '~/review/use-selection'
import type { ThreadStatus } from '#shared/contract/review-status'
import type { Thread } from '#shared/contract/thread'
import type { Draft, DraftStore } from './use-draft'

/**
 * The changes a person makes to the conversation. Predictable changes are shown at once, and reverted when
 * the server rejects them. All but `put` throw {@link ApiError}.
 */
export interface ThreadChanges {
  /** Replaces a thread on the page, or adds it. */
  put: (changed: Thread) => void
  /** Adds a comment where the draft points, or on the review for null, and selects it. */
  addComment: (body: string, at: Draft | null) => Promise<void>
  reply: (to: Thread, body: string) => Promise<void>
  /** Resolves or reopens a thread. */
  setStatus: (of: Thread, status: 'resolved' | 'open') => Promise<void>
  /** Deletes a thread with its replies. */
  remove: (thread: Thread) => Promise<void>
}

/** Makes the functions that change the conversation on the page and on the server. */
export function threadChanges(
  { id, threads, update }: ReviewSource,
  { threadId, filter }: Selection,
  draft: DraftStore,
): ThreadChanges {
  const api = useApi()

  const put = (changed: Thread) =>
    update(({ threads }) => ({
      threads: threads.some(each => each.threadId === changed.threadId)
        ? threads.map(each => (each.threadId === changed.threadId ? changed : each))
        : [...threads, changed],
    }))

  function create(body: string, at: Draft | null): Promise<Thread> {
    if (at === null)
      return api('POST /v1/reviews/{id}/threads', { params: { id }, body: { kind: 'review', body } })
    const { artifactId, revisionId, shape, timestampMs } = at
    return api('POST /v1/artifacts/{id}/annotations', {
      params: { id: artifactId },
      body: {
        kind: shape?.kind ?? (timestampMs === null ? 'artifact' : 'timestamp'),
        body,
        revisionId,
        ...(shape && { geometry: shape.geometry }),
        ...(timestampMs !== null && { timestampMs }),
      },
    })
  }

  return {
    put,
    async addComment(body, at) {
      const added = await create(body, at)
      put(added)
      filter.value = 'open'
      threadId.value = added.threadId
      if (at !== null) draft.close(at)
    },
    async reply(to, body) {
      put(await api('POST /v1/threads/{id}/replies', { params: { id: to.threadId }, body: { body } }))
    },
    async setStatus(of, status) {
      const params = { id: of.threadId }
      // A refresh may have read replies meanwhile, or that the thread was deleted.
      const show = (shown: ThreadStatus) => {
        const now = threads.value.find(each => each.threadId === of.threadId)
        if (now) put({ ...now, status: shown })
      }
      show(status)
      try {
        put(await api('POST /v1/threads/{id}/resolve', { params, body: { status } }))
      } catch (error) {
        show(of.status)
        throw error
      }
    },
    async remove(thread) {
      const isOther = (each: Thread) => each.threadId !== thread.threadId
      const index = threads.value.findIndex(each => !isOther(each))
      update(({ threads }) => ({ threads: threads.filter(isOther) }))
      if (threadId.value === thread.threadId) threadId.value = undefined
      try {
        await api('DELETE /api/threads/{id}', { params: { id: thread.threadId } })
      } catch (error) {
        // A refresh may have added it again in the meantime.
        update(({ threads }) => ({
          threads: threads.every(isOther) ? threads.toSpliced(index, 0, thread) : threads,
        }))
        throw error
      }
    },
  }
}
