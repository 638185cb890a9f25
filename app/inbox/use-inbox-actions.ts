import { byDataValue } from '~/ui/elements/data-attributes'
import type { ReviewSummary } from '#shared/contract/review-list'
import { text } from '~/text/inbox'
import { undoButton } from '~/ui/messages/undo-button'
import type { PageToasts } from '~/ui/messages/use-page-toasts'

/**
 * The actions of a person on a review in the inbox. Successful changes are announced to screen readers.
 * Failures are shown as toasts, and the functions never throw.
 */
export interface InboxActions {
  /**
   * Removes reviews from the inbox, each until it changes. A toast offers to undo this. Undoing moves the
   * focus to the row of the first review.
   */
  archive: (reviews: readonly ReviewSummary[]) => Promise<void>
  /** Moves an archived review back to the inbox. */
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

  /** Restores archived reviews. Returns whether this succeeded. */
  async function undoArchive(ids: string[]): Promise<boolean> {
    if (!(await change(text.actions.notRestored, () => setArchived(ids, false)))) return false
    await nextTick()
    document.querySelector<HTMLElement>(byDataValue('review', ids[0] ?? ''))?.focus()
    return true
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
        // Offers no undo after the person has left the page, because the list of reviews is then not shown.
        if (toasts.isPageLeft()) return
        const title = isSingle ? actions.titleArchived(first.title) : actions.severalArchived(ids.length)
        const step = { title, undo: () => undoArchive(ids) }
        history.add(step)
        toasts.add({
          title: isSingle ? actions.archived : title,
          description: isSingle ? first.title : actions.archived,
          actions: [undoButton(() => void history.undo(step))],
        })
      })
    },
    async markUnread({ id, title }) {
      const isMarked = await change(text.actions.notMarkedUnread, () =>
        api('DELETE /api/reviews/{id}/seen', { params: { id } }),
      )
      if (isMarked) announce(text.actions.markedUnread(title))
    },
  }
}
