import { byDataValue } from '~/ui/elements/data-attributes'
import type { ReviewSummary } from '#shared/contract/review-list'
import { text } from '~/text/inbox'
import { absoluteTime } from '~/ui/page/format'
import { undoButton } from '~/ui/messages/undo-button'
import type { PageToasts } from '~/ui/messages/use-page-toasts'

/**
 * The actions of a person on a review in the inbox. Successful changes are announced to screen readers.
 * Failures are shown as toasts; only `snooze` throws.
 */
export interface InboxActions {
  /**
   * Removes reviews from the inbox, each until it changes. A toast offers to undo this. Undoing moves the
   * focus to the row of the first review.
   */
  archive: (reviews: readonly ReviewSummary[]) => Promise<void>
  /**
   * Removes reviews from the inbox until a time, with the same toast. `until`: an ISO 8601 time. Throws if
   * they could not be changed, because the dialog shows the failure.
   */
  snooze: (reviews: readonly ReviewSummary[], until: string) => Promise<void>
  /** Moves an archived or snoozed review back to the inbox. */
  restore: (review: Pick<ReviewSummary, 'id' | 'title'>) => Promise<void>
  /** Marks all evidence of the review as new. */
  markUnread: (review: ReviewSummary) => Promise<void>
}

/**
 * Returns the actions. `toasts`: the toasts of the page. The setup of the page that provides the toasts must
 * pass them; other components need not.
 */
export function useInboxActions(toasts: PageToasts = usePageToasts()): InboxActions {
  const api = useApi()
  const attempt = useFailureToast(toasts)
  const history = useUndoHistory()
  const { announce } = useStatusMessage()
  const { refresh } = useInbox()

  const change = (failureTitle: string, act: () => Promise<unknown>) =>
    attempt(failureTitle, async () => {
      await act()
      await refresh()
    })

  const setArchived = (reviewIds: string[], archived: boolean) =>
    api('PUT /api/inbox/archived', { body: { reviewIds, archived } })

  /** Returns archived or snoozed reviews to the inbox. Returns whether this succeeded. */
  async function putBack(ids: string[]): Promise<boolean> {
    if (!(await change(text.actions.notRestored, () => setArchived(ids, false)))) return false
    await nextTick()
    document.querySelector<HTMLElement>(byDataValue('review', ids[0] ?? ''))?.focus()
    return true
  }

  /**
   * Shows that reviews have left the inbox, with Undo. `what`: what happened to them. `step`: the same with
   * the title of the review or the number of reviews.
   */
  function offerUndo(reviews: readonly ReviewSummary[], what: string, step: string): void {
    // Offers no undo after the person has left the page, because the list of reviews is then not shown.
    if (toasts.isPageLeft()) return
    const undone = { title: step, undo: () => putBack(reviews.map(each => each.id)) }
    history.add(undone)
    toasts.add({
      title: reviews.length === 1 ? what : step,
      description: reviews.length === 1 ? reviews[0]?.title : what,
      actions: [undoButton(() => void history.undo(undone))],
    })
  }

  return {
    async restore({ id, title }) {
      const isRestored = await change(text.actions.notRestored, () => setArchived([id], false))
      if (isRestored) announce(text.actions.restored(title))
    },
    async archive(reviews) {
      const [first] = reviews
      if (!first) return
      const ids = reviews.map(each => each.id)
      const { actions } = text
      const isSingle = reviews.length === 1
      await change(isSingle ? actions.notArchived : actions.severalNotArchived, async () => {
        await setArchived(ids, true)
        const step = isSingle ? actions.titleArchived(first.title) : actions.severalArchived(ids.length)
        offerUndo(reviews, actions.archived, step)
      })
    },
    async snooze(reviews, until) {
      const [first] = reviews
      if (!first) return
      const reviewIds = reviews.map(each => each.id)
      await api('PUT /api/inbox/snoozed', { body: { reviewIds, until } })
      await refresh()
      const { actions } = text
      const isSingle = reviews.length === 1
      const step = isSingle ? actions.titleSnoozed(first.title) : actions.severalSnoozed(reviewIds.length)
      offerUndo(reviews, actions.snoozed(absoluteTime(until)), step)
    },
    async markUnread({ id, title }) {
      const isMarked = await change(text.actions.notMarkedUnread, () =>
        api('DELETE /api/reviews/{id}/seen', { params: { id } }),
      )
      if (isMarked) announce(text.actions.markedUnread(title))
    },
  }
}
