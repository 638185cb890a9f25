import { pathOf } from '~/ui/use-api'
import type { ReviewPayload } from '#shared/contract/review'
import type { SharedReview } from '#shared/contract/share-link'
import type { Thread } from '#shared/contract/thread'

/** A review with its whole conversation: what a share link shows, and for a member also what they have seen. */
export interface LoadedReview {
  payload: Omit<SharedReview, 'threads'> & Pick<ReviewPayload, 'seenItemIds'>
  threads: Thread[]
}

/** Where a review page's data comes from, and whether its visitor may take part. */
export interface ReviewSource {
  /** The last part of the page's address: a review's id, or a share's token. */
  id: string
  /** Reads everything; throws {@link ApiError}. */
  load: () => Promise<LoadedReview>
  /** Where changes are told as they happen. */
  events: string
  /** Notes, replies, resolves, decides and has a seen state; otherwise the page only shows. */
  canAnnotate: boolean
}

/** A review as a member of its workspace sees it. */
export function memberSource(id: string): ReviewSource {
  const api = useApi()
  return {
    id,
    events: pathOf('GET /api/reviews/{id}/events', { id }),
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

/** A review as anybody with a share link sees it. A dead link makes the page itself a 404. */
export function shareSource(token: string): ReviewSource {
  const api = useApi()
  const fail = useFailureStatus()
  return {
    id: token,
    events: pathOf('GET /api/share/{token}/events', { token }),
    canAnnotate: false,
    async load() {
      const { threads, ...payload } = await api('GET /api/share/{token}', { params: { token } }).catch(fail)
      return { payload, threads }
    },
  }
}
