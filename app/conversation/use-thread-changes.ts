import { limits } from '#shared/contract/kit/limits'
import { chunks } from '~/ui/network/chunks'
import { pageStore } from '~/ui/page/page-store'
import { includesStatus } from '~/review-state/status-filter'
import type { ReviewState } from '~/review-state/provide-review-state'
import type { ThreadStatus } from '#shared/contract/review-status'
import type { Comment, Thread } from '#shared/contract/thread'
import { guestWriter, memberWriter, type WriteResult } from '~/comment/thread-writer'
import type { Draft } from '~/review-state/use-draft'

/**
 * The changes that a person makes to the conversation. The status of one thread and deletions of one thread
 * or reply are shown immediately, and are reverted if the server rejects them. All functions except `put`
 * throw an `ApiError` if the request fails.
 */
export interface ThreadChanges {
  /** Replaces a thread on the page, or adds it. */
  put: (changed: Thread) => void
  /**
   * Adds a comment at the position of the draft `at`, or on the whole review if `at` is null. Returns its
   * thread and selects it, unless the form of another comment, or other evidence, was opened during the
   * request.
   */
  addComment: (body: string, at: Draft | null, imageIds?: string[]) => Promise<Thread>
  reply: (to: Thread, body: string, imageIds?: string[]) => Promise<void>
  /** Resolves or reopens a thread. */
  setStatus: (of: Thread, status: 'resolved' | 'open') => Promise<void>
  /** Restores an earlier status of a thread. */
  restoreStatus: (of: Thread, status: ThreadStatus) => Promise<void>
  /**
   * Sets the status of several threads, in several requests if there are many. If one of them fails, the
   * threads of the requests before it stay changed.
   */
  setStatuses: (of: readonly Thread[], status: ThreadStatus) => Promise<void>
  /** Changes the text of the person's own comment. Changes its images, too, if `imageIds` is given. */
  editComment: (comment: Comment, body: string, imageIds?: string[]) => Promise<void>
  /** Deletes a thread with its replies. */
  remove: (thread: Thread) => Promise<void>
  /** Deletes several threads with their replies. Requests and failures are as in `setStatuses`. */
  removeSeveral: (threads: readonly Thread[]) => Promise<void>
  /** Deletes a reply. */
  removeReply: (from: Thread, reply: Comment) => Promise<void>
}

const store = pageStore<ThreadChanges>('thread changes')

/** The changes to the page's conversation. They are made on the page and on the server. */
export function useThreadChanges(): ThreadChanges {
  return store.use()
}

/** Shares the changes of the conversation with the page's components. */
export function provideThreadChanges(state: ReviewState): ThreadChanges {
  return store.provide(createThreadChanges(state))
}

function createThreadChanges({
  source: { id, threads, update, refresh },
  access: { canAnnotate },
  selected: { threadId, filter },
  selection: { artifact },
  draft,
}: ReviewState): ThreadChanges {
  const api = useApi()
  const writer = canAnnotate ? memberWriter(id) : guestWriter(id)

  const put = (changed: Thread) =>
    update(({ threads: loaded }) => ({
      threads: loaded.some(each => each.threadId === changed.threadId)
        ? loaded.map(each => (each.threadId === changed.threadId ? changed : each))
        : [...loaded, changed],
    }))

  function show({ thread, guestId }: WriteResult): Thread {
    if (guestId) update(({ share }) => ({ share: share && { ...share, guestId } }))
    put(thread)
    return thread
  }

  /** Shows a status of a thread while `send` changes it, and shows the status before if `send` fails. */
  async function showStatus(
    { threadId: ofThread }: Thread,
    status: ThreadStatus,
    send: (params: { id: string }) => Promise<unknown>,
  ): Promise<void> {
    // Uses the current thread, because a refresh during the request may have loaded replies or removed the
    // thread.
    const putStatus = (next: ThreadStatus) => {
      const now = threads.value.find(each => each.threadId === ofThread)
      if (now) put({ ...now, status: next })
      return now?.status
    }
    const before = putStatus(status)
    try {
      await send({ id: ofThread })
    } catch (error) {
      if (before) putStatus(before)
      throw error
    }
  }

  return {
    put,
    async addComment(body, at, imageIds) {
      const added = show(await writer.create(body, at, imageIds))
      // If the form of another comment was opened since, it stays open and the added thread is not selected.
      if (at !== null && draft.closeSent(at)) return added
      // Other evidence was opened since: the list of its comments must not contain this one.
      if (at !== null && at.artifactId !== artifact.value?.id) return added
      if (!includesStatus(filter.value, 'open')) filter.value = 'open'
      threadId.value = added.threadId
      return added
    },
    async reply(to, body, imageIds) {
      show(await writer.reply(to, body, imageIds))
    },
    setStatus: (of, status) =>
      showStatus(of, status, async params =>
        put(await api('POST /v1/threads/{id}/resolve', { params, body: { status } })),
      ),
    async restoreStatus(of, status) {
      await showStatus(of, status, params => api('PATCH /api/threads/{id}', { params, body: { status } }))
      await refresh()
    },
    async setStatuses(of, status) {
      for (const threadIds of callsOf(of)) {
        const { threads: changed } = await api('POST /api/reviews/{id}/threads/status', {
          params: { id },
          body: { threadIds, status },
        })
        const byId = new Map(changed.map(each => [each.threadId, each]))
        update(({ threads: loaded }) => ({ threads: loaded.map(each => byId.get(each.threadId) ?? each) }))
      }
    },
    async editComment({ id: commentId }, body, imageIds) {
      put(await api('PATCH /api/comments/{id}', { params: { id: commentId }, body: { body, imageIds } }))
    },
    async remove(thread) {
      const isOther = (each: Thread) => each.threadId !== thread.threadId
      const index = threads.value.findIndex(each => !isOther(each))
      update(({ threads: loaded }) => ({ threads: loaded.filter(isOther) }))
      if (threadId.value === thread.threadId) threadId.value = undefined
      try {
        await writer.deleteThread(thread)
      } catch (error) {
        // Adds the thread again, unless a refresh during the request has already added it.
        update(({ threads: loaded }) => ({
          threads: loaded.every(isOther) ? loaded.toSpliced(index, 0, thread) : loaded,
        }))
        throw error
      }
    },
    async removeSeveral(of) {
      for (const threadIds of callsOf(of)) {
        await api('POST /api/reviews/{id}/threads/delete', { params: { id }, body: { threadIds } })
        update(({ threads: loaded }) => ({
          threads: loaded.filter(each => !threadIds.includes(each.threadId)),
        }))
        if (threadIds.includes(threadId.value ?? '')) threadId.value = undefined
      }
    },
    async removeReply({ threadId: ofThread }, reply) {
      // Uses the current thread, because others may change it during the request.
      const putComments = (change: (comments: Comment[]) => Comment[]) => {
        const now = threads.value.find(each => each.threadId === ofThread)
        if (now) put({ ...now, comments: change(now.comments) })
      }
      const without = (comments: Comment[]) => comments.filter(each => each.id !== reply.id)
      putComments(without)
      try {
        await writer.deleteReply(reply)
      } catch (error) {
        // Ids ascend with time.
        putComments(comments => [...without(comments), reply].toSorted((a, b) => (a.id < b.id ? -1 : 1)))
        throw error
      }
    },
  }
}

/** Splits the ids of threads into parts that are small enough for one request each. */
const callsOf = (threads: readonly Thread[]): string[][] =>
  chunks(
    threads.map(each => each.threadId),
    limits.threadsAtOnce,
  )
