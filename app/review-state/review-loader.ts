import { readAllThreads } from '#shared/review/all-threads'
import { pathOf } from '#shared/client'
import type { PendingComment } from '#shared/contract/pending-comment'
import type { ReviewPayload } from '#shared/contract/review'
import type { SharedReview } from '#shared/contract/shared-review'
import type { Thread } from '#shared/contract/thread'
import { fromShared } from './shared-thread'

/** The permissions of a share link's visitors, and the guest id of this one. */
export type ShareOptions = Pick<SharedReview, 'allowComments' | 'allowDownload' | 'guestId'>

/**
 * A review with all its threads, or the first ones. For members it also contains the ids of the items that
 * they have seen, and their pending comments.
 */
export interface LoadedReview {
  payload: Omit<SharedReview, 'threads' | 'more' | 'artifacts' | keyof ShareOptions> &
    Pick<ReviewPayload, 'artifacts' | 'reviewers' | 'seenItemIds'>
  threads: Thread[]
  /** Whether some threads are missing. */
  isPartial: boolean
  pending: PendingComment[]
  /** The options of the share link; null for members. */
  share: ShareOptions | null
}

/** Reads the review of a page, for a member or for the visitor of a share link. */
export interface ReviewLoader {
  /** The last part of the page's path: a review's id, or the token of a share link. */
  id: string
  /**
   * Reads all threads, or as many as fit into `size` characters of JSON: open threads before the others.
   * Throws {@link ApiError}.
   */
  load: (size?: number) => Promise<LoadedReview>
  /** The path of the server-sent events that announce changes. */
  eventsPath: string
  /** Whether the visitor is a member, who can resolve comments and decide, and has a read state. */
  canAnnotate: boolean
}

/** Reads a review as a member of its workspace. */
export function memberLoader(id: string): ReviewLoader {
  const api = useApi()
  async function readThreads(size: number | undefined) {
    if (size === undefined) {
      const { threads } = await readAllThreads(since =>
        api('GET /v1/reviews/{id}/threads', { params: { id }, query: { status: 'all', since } }),
      )
      return { threads, isPartial: false }
    }
    const query = { size }
    const { threads, more = false } = await api('GET /api/reviews/{id}/threads', { params: { id }, query })
    return { threads, isPartial: more }
  }
  return {
    id,
    eventsPath: pathOf('GET /api/reviews/{id}/events', { id }),
    canAnnotate: true,
    async load(size) {
      const [payload, threads, { pendingComments: pending }] = await Promise.all([
        api('GET /v1/reviews/{id}', { params: { id } }),
        readThreads(size),
        api('GET /api/reviews/{id}/pending-comments', { params: { id } }),
      ])
      return { payload, ...threads, pending, share: null }
    },
  }
}

/** The fields of an artifact that only people get who may see its later revisions. */
const withoutLatest = { latestEmbedUrl: null, latestPosterUrl: null }

/**
 * Reads a review through a share link. If the link cannot be read, the page gets the status of that response.
 */
export function shareLoader(token: string): ReviewLoader {
  const api = useApi()
  const fail = useFailureStatus()
  return {
    id: token,
    eventsPath: pathOf('GET /api/share/{token}/events', { token }),
    canAnnotate: false,
    async load(size) {
      const shared = await api('GET /api/share/{token}', { params: { token }, query: { size } }).catch(fail)
      const { threads, more = false, artifacts, allowComments, allowDownload, guestId, ...payload } = shared
      return {
        payload: {
          ...payload,
          artifacts: artifacts.map(each => ({ ...each, ...withoutLatest })),
          reviewers: [],
        },
        threads: threads.map(fromShared),
        isPartial: more,
        pending: [],
        share: { allowComments, allowDownload, guestId },
      }
    },
  }
}
