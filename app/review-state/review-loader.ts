import { readAllThreads } from '#shared/all-threads'
import { pathOf } from '#shared/client'
import type { PendingComment } from '#shared/contract/pending-comment'
import type { ReviewPayload } from '#shared/contract/review'
import type { SharedReview } from '#shared/contract/share-link'
import type { Thread } from '#shared/contract/thread'
import { fromShared } from './shared-thread'

/** What a share link allows its visitors, and who this one is. */
export type ShareOptions = Pick<SharedReview, 'allowComments' | 'allowDownload' | 'guestId'>

/**
 * A review with all its threads. For members it also contains the ids of the items that they have seen, and
 * their comments that are not sent yet.
 */
export interface LoadedReview {
  payload: Omit<SharedReview, 'threads' | 'artifacts' | keyof ShareOptions> &
    Pick<ReviewPayload, 'artifacts' | 'reviewers' | 'seenItemIds'>
  threads: Thread[]
  pending: PendingComment[]
  /** Null for members. */
  share: ShareOptions | null
}

/** Reads the review of a page, for a member or for the visitor of a share link. */
export interface ReviewLoader {
  /** The last part of the page's path: a review's id, or the token of a share link. */
  id: string
  /** Throws {@link ApiError}. */
  load: () => Promise<LoadedReview>
  /** The path of the server-sent events that announce changes. */
  eventsPath: string
  /** Whether the visitor is a member, who can resolve and decide, and has a read state. */
  canAnnotate: boolean
}

/** Reads a review as a member of its workspace. */
export function memberLoader(id: string): ReviewLoader {
  const api = useApi()
  return {
    id,
    eventsPath: pathOf('GET /api/reviews/{id}/events', { id }),
    canAnnotate: true,
    async load() {
      const [payload, { threads }, { pendingComments: pending }] = await Promise.all([
        api('GET /v1/reviews/{id}', { params: { id } }),
        readAllThreads(since =>
          api('GET /v1/reviews/{id}/threads', { params: { id }, query: { status: 'all', since } }),
        ),
        api('GET /api/reviews/{id}/pending-comments', { params: { id } }),
      ])
      return { payload, threads, pending, share: null }
    },
  }
}

/** What an artifact has for those who may see its later revisions. */
const withoutLatest = { latestEmbedUrl: null, latestPosterUrl: null }

/** Reads a review through a share link. The page's own status becomes that of a link that cannot be read. */
export function shareLoader(token: string): ReviewLoader {
  const api = useApi()
  const fail = useFailureStatus()
  return {
    id: token,
    eventsPath: pathOf('GET /api/share/{token}/events', { token }),
    canAnnotate: false,
    async load() {
      const shared = await api('GET /api/share/{token}', { params: { token } }).catch(fail)
      const { threads, artifacts, allowComments, allowDownload, guestId, ...payload } = shared
      return {
        payload: {
          ...payload,
          artifacts: artifacts.map(each => ({ ...each, ...withoutLatest })),
          reviewers: [],
        },
        threads: threads.map(fromShared),
        pending: [],
        share: { allowComments, allowDownload, guestId },
      }
    },
  }
}
