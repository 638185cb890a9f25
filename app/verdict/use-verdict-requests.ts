import type { ReviewStatus } from '#shared/contract/review-status'
import { lastChange } from '#shared/review/outdated-verdict'
import { verdictDraftName } from '~/comment/draft-names'
import type { PagePayload } from '~/review-state/review-loader'
import { text } from '~/text/review'
import { restoreDraftText } from '~/ui/page/use-draft-text'

/** The requests that save a verdict and withdraw it. Each updates the page with the response. */
export interface VerdictRequests {
  /**
   * Saves a verdict about the state that the page showed. Returns the review, whose verdict may still be open
   * because it waits for the verdicts of others. Throws an `ApiError` if the request fails.
   */
  save: (shown: PagePayload, status: ReviewStatus, comment?: string) => Promise<PagePayload['review']>
  /**
   * Returns the time at which the person's verdict was saved. `before` and `now`: the review before and after
   * the verdict was saved. Loads the review again if its verdict is not the verdict of the person.
   */
  verdictTime: (
    before: PagePayload['review'],
    now: PagePayload['review'],
    status: ReviewStatus,
  ) => Promise<string | null>
  /**
   * Withdraws the person's verdict of the time `givenAt`, and restores the previous verdict. Does this only
   * if no other verdict followed. Restores the comment of the withdrawn verdict in the card.
   */
  withdraw: (givenAt: string | null, comment: string | undefined) => Promise<void>
}

/** Returns the requests for the verdict of the page's review. */
export function useVerdictRequests(): VerdictRequests {
  const api = useApi()
  const { id, refresh, update } = useReviewSource()
  const own = useOwnReviewer()
  return {
    async save(shown, status, comment) {
      const body = { status, comment, lastChangeAt: lastChange(shown) }
      const review = await api('POST /api/reviews/{id}/status', { params: { id }, body })
      update(({ payload }) => ({ payload: { ...payload, review } }))
      return review
    },
    async verdictTime(before, now, status) {
      const isAsBefore = now.decidedAt !== null && now.decidedAt === before.decidedAt
      if (now.status === status && !isAsBefore) return now.decidedAt
      await refresh()
      return own.value?.decidedAt ?? null
    },
    async withdraw(givenAt, comment) {
      if (givenAt === null) throw new Error(text.verdict.unknown)
      const body = { decidedAt: givenAt }
      const restored = await api('POST /api/reviews/{id}/status/undo', { params: { id }, body })
      update(({ payload }) => ({ payload: { ...payload, ...restored } }))
      if (comment) restoreDraftText(verdictDraftName(id), comment)
    },
  }
}
