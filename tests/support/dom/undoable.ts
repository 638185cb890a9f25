import type { ReviewStatus } from '#shared/contract/review-status'
import type { Thread } from '#shared/contract/thread'
import { useThreadStatus } from '~/conversation/use-thread-status'
import { usePreference } from '~/evidence/use-preference'
import { useReviewSource } from '~/review-state/use-review-source'
import { useVerdict } from '~/verdict/use-verdict'
import { ErrorResponse, type Handlers } from './api'
import { artifact, review, thread } from './fixtures'
import { mountOnReview } from './review-page'

/** The time of all verdicts in these tests. */
export const verdictTime = '2026-06-02T09:00:00.000Z'
/** The operation that undoes a verdict. */
export const undoOperation = 'POST /api/reviews/{id}/status/undo'

/** An artifact of a variation group. */
export const variation = (name: string, preferred = false) =>
  artifact(name, 1, { variationGroup: 'Header', preferred })

/** Responds that the person may not call the operation. */
export const refuse = () => {
  throw new ErrorResponse('forbidden', 'You may not.')
}

/**
 * Mounts the actions whose toasts offer to undo them, on a review with a preferred variation and an addressed
 * comment.
 */
export async function mountUndoable(handlers: Handlers = {}) {
  const mounted = await mountOnReview(
    () => ({ ...useThreadStatus(), ...useVerdict(), prefer: usePreference(), source: useReviewSource() }),
    {
      artifacts: [variation('a', true), variation('b')],
      threads: [thread('1', { status: 'addressed' })],
    },
  )
  const { served, api, result } = mounted
  const setStatus = (status: Thread['status']) => {
    const changed = thread('1', { status })
    served.threads = [changed]
    return changed
  }
  api.on({
    'POST /v1/threads/{id}/resolve': ({ body }) => setStatus((body as { status: 'open' }).status),
    'PATCH /api/threads/{id}': ({ body }) => setStatus((body as { status: 'open' }).status),
    'POST /api/reviews/{id}/status': ({ body }) =>
      review({
        status: (body as { status: ReviewStatus }).status,
        decidedAt: verdictTime,
        decidedBy: 'Mara',
      }),
    [undoOperation]: () => ({ review: review(), reviewers: [] }),
    'POST /v1/artifacts/{id}/preferred': ({ params }) => variation((params.id ?? '').slice(4), true),
    ...handlers,
  })
  return {
    ...mounted,
    source: result.source,
    first: () => result.source.threads.value[0] as Thread,
    preferred: () =>
      result.source.payload.value?.artifacts.filter(each => each.preferred).map(each => each.id),
  }
}
