import { readAllThreads } from '#shared/review/all-threads'
import { pathOf } from '#shared/client'
import type { PendingComment } from '#shared/contract/pending-comment'
import type { Review, ReviewPayload } from '#shared/contract/review'
import type { SharedReview } from '#shared/contract/shared-review'
import type { Thread } from '#shared/contract/thread'
import { fromShared } from './shared-thread'

/** The permissions of the visitors of a share link, and the guest id of this visitor. */
export type ShareOptions = Pick<SharedReview, 'allowComments' | 'allowDownload' | 'guestId'>

/**
 * A review in the form that the page uses for members and visitors alike. Fields that visitors of a share
 * link do not get are optional, so a new field of a review needs no change here.
 */
export interface PagePayload
  extends
    Omit<SharedReview, 'review' | 'threads' | 'more' | 'artifacts' | keyof ShareOptions>,
    Pick<ReviewPayload, 'artifacts' | 'reviewers' | 'seenItemIds'> {
  review: SharedReview['review'] & Partial<Review>
}

/**
 * A review with all its threads, or only the first ones. For members, it also contains their pending comments
 * and the ids of the items that they have seen.
 */
export interface LoadedReview {
  payload: PagePayload
  threads: Thread[]
  /** Whether some threads are missing. */
  isPartial: boolean
  pending: PendingComment[]
  /** The options of the share link; null for members. */
  share: ShareOptions | null
}

/** Reads the review of a page, for a member or for the visitor of a share link. */
export interface ReviewLoader {
  /** The last segment of the page's path: the id of a review, or the token of a share link. */
  id: string
  /**
   * Loads the review with all its threads. With `size`, loads only as many threads, addressed ones first, as
   * fit into this number of characters of JSON. Throws an `ApiError` if the request fails.
   */
  load: (size?: number) => Promise<LoadedReview>
  /** The path of the server-sent events that report changes of the review. */
  eventsPath: string
  /**
   * Whether the visitor is a member. Members can resolve comments and set a verdict, and the server stores
   * which evidence they have seen.
   */
  canAnnotate: boolean
}

/** Loads a review for a member of its workspace. */
export function memberLoader(id: string): ReviewLoader {
  const api = useApi()
  async function readThreads(size: number | undefined) {
    if (size === undefined) {
      const { threads } = await readAllThreads(since =>
        api('GET /v1/reviews/{id}/threads', { params: { id }, query: { status: 'all', since } }),
      )
      // A call without the parameter `fields` returns all fields of the threads.
      return { threads: threads as Thread[], isPartial: false }
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

/** The fields of an artifact that the server sends only to people who may see later revisions. */
const withoutLatest = { latestEmbedUrl: null, latestPosterUrl: null }
/** The field of a revision that only members and agents receive. */
const withoutContext = { hasContext: false }

/**
 * Loads a review through a share link. If that fails, the server sends the page with the status of the failed
 * response.
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
          artifacts: artifacts.map(({ currentRevision, revisions, ...each }) => ({
            ...each,
            ...withoutLatest,
            currentRevision: currentRevision && { ...currentRevision, ...withoutContext },
            revisions: revisions.map(revision => ({ ...revision, ...withoutContext })),
          })),
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
