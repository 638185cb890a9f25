import { readAllThreads } from '#shared/review/all-threads'
import { pathOf } from '#shared/client'
import type { PendingComment } from '#shared/contract/pending-comment'
import type { ReviewPayload } from '#shared/contract/review'
import type { SharedReview } from '#shared/contract/share-link'
import type { Thread } from '#shared/contract/thread'
import { fromShared } from './shared-thread'

/** What a share link allows its visitors, and who this one is. */
export type ShareOptions = Pick<SharedReview, 'allowComments' | 'allowDownload' | 'guestId'>

/**
 * A review with all its threads, or the first ones. For members it also contains the ids of the items that
 * they have seen, and their comments that are not sent yet.
 */
export interface LoadedReview {
  payload: Omit<SharedReview, 'threads' | 'more' | 'artifacts' | keyof ShareOptions> &
    Pick<ReviewPayload, 'artifacts' | 'reviewers' | 'seenItemIds'>
  threads: Thread[]
  /** Whether threads were left out. */
  isPartial: boolean
  pending: PendingComment[]
  /** Null for members. */
  share: ShareOptions | null
}

/** Reads the review of a page, for a member or for the visitor of a share link. */
export interface ReviewLoader {
  /** The last part of the page's path: a review's id, or the token of a share link. */
  id: string
  /**
   * Reads all threads, or as many as fit into `size` characters of JSON: the open ones before the others.
   * Throws {@link ApiError}.
   */
  load: (size?: number) => Promise<LoadedReview>
  /** The path of the server-sent events that announce changes. */
  eventsPath: string
  /** Whether the visitor is a member, who can resolve and decide, and has a read state. */
  canAnnotate: boolean
}

/** Reads a review as a member of its workspace. */
export function memberLoader(id: string): ReviewLoader {
  const api = useApi()
  const readThreads = (query: { status: 'all' | 'open'; size?: number; since?: string }) =>
    api('GET /v1/reviews/{id}/threads', { params: { id }, query })
  async function readFirstThreads(size: number) {
    const all = await readThreads({ status: 'all', size })
    if (!all.more) return { threads: all.threads, isPartial: false }
    const open = await readThreads({ status: 'open', size })
    return { threads: thoseThatFit(open.threads, size), isPartial: true }
  }
  async function readThreadsOf(size: number | undefined) {
    if (size !== undefined) return readFirstThreads(size)
    const { threads } = await readAllThreads(since => readThreads({ status: 'all', since }))
    return { threads, isPartial: false }
  }
  return {
    id,
    eventsPath: pathOf('GET /api/reviews/{id}/events', { id }),
    canAnnotate: true,
    async load(size) {
      const [payload, threads, { pendingComments: pending }] = await Promise.all([
        api('GET /v1/reviews/{id}', { params: { id } }),
        readThreadsOf(size),
        api('GET /api/reviews/{id}/pending-comments', { params: { id } }),
      ])
      return { payload, ...threads, pending, share: null }
    },
  }
}

/** Threads that were changed together are one page, however large they are. */
function thoseThatFit(threads: Thread[], size: number): Thread[] {
  let left = size
  return threads.filter(each => (left -= JSON.stringify(each).length) >= 0)
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
