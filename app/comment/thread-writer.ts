import type { Comment, Thread } from '#shared/contract/thread'
import { fromShared } from '~/review-state/shared-thread'
import type { Draft } from '~/review-state/use-draft'
import { placeOfDraft } from './draft-place'

/**
 * The thread to which a comment was added. `guestId`: the author id of the guest in this browser; undefined
 * for a member.
 */
export interface WriteResult {
  thread: Thread
  guestId?: string
}

/**
 * Sends the comments of a person on a review page. All functions throw an `ApiError` if the request
 * fails.
 */
export interface ThreadWriter {
  /** Starts a thread at the position of the draft `at`, or on the whole review if `at` is null. */
  create: (body: string, at: Draft | null, imageIds?: string[]) => Promise<WriteResult>
  reply: (to: Thread, body: string, imageIds?: string[]) => Promise<WriteResult>
  /** Deletes a thread with its replies. */
  deleteThread: (thread: Thread) => Promise<unknown>
  deleteReply: (reply: Comment) => Promise<unknown>
}

/** Returns an object with the field `imageIds` for a request body; an empty object if there are no images. */
export const imagesOf = (imageIds: string[] = []) => (imageIds.length > 0 ? { imageIds } : {})

/** Returns the functions for a member of the review's workspace. */
export function memberWriter(id: string): ThreadWriter {
  const api = useApi()
  return {
    async create(text, at, imageIds) {
      const body = { body: text, ...imagesOf(imageIds) }
      return {
        thread: at
          ? await api('POST /v1/artifacts/{id}/annotations', {
              params: { id: at.artifactId },
              body: { ...body, ...placeOfDraft(at) },
            })
          : await api('POST /v1/reviews/{id}/threads', { params: { id }, body: { kind: 'review', ...body } }),
      }
    },
    async reply({ threadId }, body, imageIds) {
      return {
        thread: await api('POST /v1/threads/{id}/replies', {
          params: { id: threadId },
          body: { body, ...imagesOf(imageIds) },
        }),
      }
    },
    deleteThread: ({ threadId }) => api('DELETE /api/threads/{id}', { params: { id: threadId } }),
    deleteReply: ({ id }) => api('DELETE /api/comments/{id}', { params: { id } }),
  }
}

/** Returns the functions for a guest of a share link. Comments have the name that the guest has entered. */
export function guestWriter(token: string): ThreadWriter {
  const api = useApi()
  const { name, remember } = useGuestName()
  const deleteComment = (id: string) =>
    api('DELETE /api/share/{token}/comments/{id}', { params: { token, id } })
  return {
    async create(body, at) {
      const { thread, guestId } = await api('POST /api/share/{token}/threads', {
        params: { token },
        body: {
          name: name.value,
          body,
          ...(at ? { artifactId: at.artifactId, ...placeOfDraft(at) } : { kind: 'review' as const }),
        },
      })
      remember()
      return { thread: fromShared(thread), guestId }
    },
    async reply({ threadId }, body) {
      const { thread, guestId } = await api('POST /api/share/{token}/threads/{id}/replies', {
        params: { token, id: threadId },
        body: { name: name.value, body },
      })
      remember()
      return { thread: fromShared(thread), guestId }
    },
    deleteThread: ({ comments }) => deleteComment(comments[0]?.id ?? ''),
    deleteReply: ({ id }) => deleteComment(id),
  }
}
