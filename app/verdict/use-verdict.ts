import type { SubmittedReview } from '#shared/contract/pending-comment'
import type { ReviewStatus } from '#shared/contract/review-status'
import { changesOf, isVerdictOutdated } from '#shared/review/outdated-verdict'
import { repeatsVerdict } from '#shared/review/repeated-verdict'
import type { PagePayload } from '~/review-state/review-loader'
import { verdictLabel } from '~/review-state/status-labels'
import { text } from '~/text/review'
import { isTouch } from '~/ui/elements/is-touch'
import { isPhone } from '~/ui/elements/use-media-query'
import type { VerdictChoice } from './use-verdict-card'

/** Sets verdicts and submits reviews. Toasts offer to undo the verdicts. */
export interface VerdictActions {
  /**
   * Sets the verdict. `comment` is the text of the card, which may be empty. It is undefined if a key or a
   * command sets the verdict. In this case, a confirmation is shown before a review with remaining work is
   * verified; and if there are pending comments to send with the verdict, the card is opened instead. Returns
   * whether the review has the verdict now; a toast explains a failure. Undoing the verdict restores the
   * comment in the card.
   */
  decide: (status: ReviewStatus, comment?: string) => Promise<boolean>
  /**
   * Sends the pending comments with `usePending().submit`. If there is a verdict, a toast offers to undo it.
   * The sent comments cannot be undone, because others may have seen them. Undoing the verdict restores its
   * comment in the form. Throws an `ApiError` if the request fails.
   */
  submitReview: (status?: ReviewStatus, comment?: string) => Promise<SubmittedReview['unsent']>
}

/** The actions that set the verdict of the page's review. */
export function useVerdict(): VerdictActions {
  const { me } = useSession()
  const toast = usePageToasts()
  const attempt = useFailureToast()
  const { showUndoToast } = useUndoToast()
  const { payload, refresh } = useReviewSource()
  const { save, verdictTime, withdraw } = useVerdictRequests()
  const { counts } = useConversation()
  const nextReview = useNextReview()
  const verdictCheck = useVerdictCheck()
  const { pending, submit } = usePending()
  const card = useVerdictCard()

  /** Returns a function that checks whether the review still has the verdict that it has now. */
  function createUnchangedCheck(): () => boolean {
    const { status, decidedAt } = payload.value?.review ?? {}
    return () => {
      const review = payload.value?.review
      return review !== undefined && review.status === status && review.decidedAt === decidedAt
    }
  }

  /**
   * Loads the review again if setting a verdict failed, because the server rejects a verdict on a review that
   * has changed since the page loaded it.
   */
  const attemptVerdict: typeof attempt = async (...call) => {
    const isSaved = await attempt(...call)
    if (!isSaved) void refresh()
    return isSaved
  }

  function isRepeated({ review, reviewers, artifacts }: PagePayload, status: ReviewStatus): boolean {
    const changes = changesOf(review, artifacts)
    return repeatsVerdict({ status: review.status, reviewers, changes }, me.value?.user.id, status)
  }

  /**
   * The button of a toast that opens the card with the verdict that was given, so that the person can add a
   * comment. The toast has no such button on a phone: three buttons would cover the picture, and a button
   * near the toast opens the card.
   */
  const commentButton = (given: VerdictChoice) => ({
    label: text.verdict.addComment,
    onClick: () => card.open(given),
  })
  const nextButton = () => ({
    label: isTouch() ? text.next.label : text.next.withKey,
    onClick: () => void nextReview(),
  })

  return {
    async decide(status, comment) {
      const before = payload.value
      if (!before) return false
      if (comment === undefined && status !== 'open' && pending.value.length > 0) {
        card.open(status)
        return false
      }
      if (!comment && isRepeated(before, status)) {
        toast.add({ title: text.verdict.is(verdictLabel(status, counts.value.open)) })
        return true
      }
      if (comment === undefined && status === 'verified' && !(await verdictCheck.confirm())) return false
      const labelBefore = verdictLabel(
        before.review.status,
        0,
        isVerdictOutdated(before.review, changesOf(before.review, before.artifacts)),
      )
      let isDecided = true
      let givenAt: string | null = null
      const isSaved = await attemptVerdict(text.verdict.notSaved, async () => {
        const review = await save(before, status, comment || undefined)
        isDecided = review.status === status
        givenAt = await verdictTime(before.review, review, status)
      })
      if (!isSaved) return false
      showUndoToast(
        {
          title: (isDecided ? text.verdict.is : text.verdict.yours)(verdictLabel(status, counts.value.open)),
          description: isDecided ? text.verdict.previous(labelBefore) : text.verdict.waits,
          isCurrent: createUnchangedCheck(),
          actions:
            status === 'open' ? [] : [nextButton(), ...(comment || isPhone() ? [] : [commentButton(status)])],
        },
        () => withdraw(givenAt, comment),
      )
      return true
    },
    async submitReview(status, comment) {
      const before = payload.value?.review
      const count = pending.value.length
      const unsent = await submit(status, comment)
      const title = text.undo.commentsSent(count - unsent.length + (comment && !status ? 1 : 0))
      const now = payload.value?.review
      if (!status || !before || !now) {
        toast.add({ title })
        return unsent
      }
      const givenAt = await verdictTime(before, now, status)
      const undone = text.verdict.yours(verdictLabel(status))
      showUndoToast(
        {
          title,
          description: undone,
          label: text.undo.verdict,
          undone,
          isCurrent: createUnchangedCheck(),
          actions: [nextButton()],
        },
        () => withdraw(givenAt, comment),
      )
      return unsent
    },
  }
}
