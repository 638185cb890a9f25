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
   * Removes the review from the inbox until the review changes. A toast offers to undo this. Undoing moves
   * the focus to the row of the review.
   */
  archive: (review: ReviewSummary) => Promise<void>
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

  const setArchived = (id: string, archived: boolean) =>
    api('PUT /api/reviews/{id}/archived', { params: { id }, body: { archived } })
  const unarchive = (id: string) => change(text.actions.notRestored, () => setArchived(id, false))

  /** Restores an archived review. Returns whether this succeeded. */
  async function undoArchive(id: string): Promise<boolean> {
    if (!(await unarchive(id))) return false
    await nextTick()
    document.querySelector<HTMLElement>(byDataValue('review', id))?.focus()
    return true
  }

  return {
    async restore({ id, title }) {
      if (await unarchive(id)) announce(text.actions.restored(title))
    },
    async archive({ id, title }) {
      await change(text.actions.notArchived, async () => {
        await setArchived(id, true)
        // Offers no undo after the person has left the page, because the list of reviews is then not shown.
        if (toasts.isPageLeft()) return
        const step = { title: text.actions.titleArchived(title), undo: () => undoArchive(id) }
        history.add(step)
        toasts.add({
          title: text.actions.archived,
          description: title,
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
