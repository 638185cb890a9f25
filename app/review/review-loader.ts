import { pathOf } from '#shared/client'
import type { ReviewPayload } from '#shared/contract/review'
import type { SharedReview } from '#shared/contract/share-link'
import type { Thread } from '#shared/contract/thread'

/** A review with all its threads. For members it also contains the ids of the items that they have seen. */
export interface LoadedReview {
  payload: Omit<SharedReview, 'threads' | 'artifacts'> & Pick<ReviewPayload, 'artifacts' | 'seenItemIds'>
  threads: Thread[]
}

/** Reads the review of a page, for a member or for the visitor of a share link. */
export interface ReviewLoader {
  /** The last part of the page's path: a review's id, or the token of a share link. */
  id: string
  /** Throws {@link ApiError}. */
  load: () => Promise<LoadedReview>
  /** The path of the server-sent events that announce changes. */
  eventsPath: string
  /** Whether the visitor can comment, reply, resolve and decide, and has a read state. */
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
      const [payload, { threads }] = await Promise.all([
        api('GET /v1/reviews/{id}', { params: { id } }),
        api('GET /v1/reviews/{id}/threads', { params: { id }, query: { status: 'all' } }),
      ])
      return { payload, threads }
    },
  }
}

/** What a thread has for agents. */
const withoutPicture = { size: null, pixels: null, pictureUrl: null }
/** What an artifact has for those who may see its later revisions. */
const withoutLatest = { latestEmbedUrl: null, latestPosterUrl: null }

/** Reads a review through a share link. For an invalid link, the page's own status becomes 404. */
export function shareLoader(token: string): ReviewLoader {
  const api = useApi()
  const fail = useFailureStatus()
  return {
    id: token,
    eventsPath: pathOf('GET /api/share/{token}/events', { token }),
    canAnnotate: false,
    async load() {
      const shared = await api('GET /api/share/{token}', { params: { token } }).catch(fail)
      const { threads, artifacts, ...payload } = shared
      return {
        payload: { ...payload, artifacts: artifacts.map(each => ({ ...each, ...withoutLatest })) },
        threads: threads.map(thread => ({ ...thread, ...withoutPicture })),
      }
    },
  }
}
