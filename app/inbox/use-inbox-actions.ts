import { byDataValue } from '~/ui/elements/data-attributes'
import type { ReviewSummary } from '#shared/contract/review-list'
import { text } from '~/text/inbox'
import { absoluteTime } from '~/ui/page/format'
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
 * Returns the actions. `toasts`: the toasts of the page. By default, they are the toasts that the page
 * provides; only the setup of the providing page itself must pass them.
 */
export function useInboxActions(toasts: PageToasts = usePageToasts()): InboxActions {
  const api = useApi()
  const attempt = useFailureToast(toasts)
  const { showUndoToast } = useUndoToast(toasts)
  const { announce } = useStatusMessage()
  const { refresh } = useInbox()

  const change = (failureTitle: string, act: () => Promise<unknown>) =>
    attempt(failureTitle, async () => {
      await act()
      await refresh()
    })

  const setArchived = (reviewIds: string[], archived: boolean) =>
    api('PUT /api/inbox/archived', { body: { reviewIds, archived } })

  /**
   * Shows a toast that reviews have left the inbox, with the button Undo. `what`: the text of the change,
   * without a title or number. `step`: returns the text of the change with the title of the review, or with
   * the number of reviews.
   */
  function offerUndo(
    reviews: readonly ReviewSummary[],
    what: string,
    step: { one: (title: string) => string; several: (count: number) => string },
  ): void {
    const ids = reviews.map(each => each.id)
    const single = reviews.length === 1 ? reviews[0] : undefined
    const undone = single ? step.one(single.title) : step.several(reviews.length)
    const toast = {
      title: single ? what : undone,
      description: single ? single.title : what,
      undone,
    }
    showUndoToast(toast, async () => {
      await setArchived(ids, false)
      await refresh()
      await nextTick()
      document.querySelector<HTMLElement>(byDataValue('review', ids[0] ?? ''))?.focus()
    })
  }

  return {
    async restore({ id, title }) {
      const isRestored = await change(text.actions.notRestored, () => setArchived([id], false))
      if (isRestored) announce(text.actions.restored(title))
    },
    async archive(reviews) {
      if (reviews.length === 0) return
      const { actions } = text
      await change(reviews.length === 1 ? actions.notArchived : actions.severalNotArchived, async () => {
        await setArchived(
          reviews.map(each => each.id),
          true,
        )
        offerUndo(reviews, actions.archived, { one: actions.titleArchived, several: actions.severalArchived })
      })
    },
    async snooze(reviews, until) {
      if (reviews.length === 0) return
      await api('PUT /api/inbox/snoozed', { body: { reviewIds: reviews.map(each => each.id), until } })
      await refresh()
      const { actions } = text
      const step = { one: actions.titleSnoozed, several: actions.severalSnoozed }
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
