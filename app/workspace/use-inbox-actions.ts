import type { ReviewSummary } from '#shared/contract/review'
import { text } from '~/text/inbox'
import { undoButton } from '~/ui/undo-button'

/** What a person does with a review of the inbox. Failures are shown; nothing throws. */
export interface InboxActions {
  /** Removes the review from the inbox until something in it changes. Can be undone. */
  archive: (review: ReviewSummary) => Promise<void>
  /** Puts an archived review back in the inbox. */
  restore: (review: Pick<ReviewSummary, 'id'>) => Promise<void>
  /** Shows all evidence of the review as new. */
  markUnread: (review: ReviewSummary) => Promise<void>
}

export function useInboxActions(): InboxActions {
  const api = useApi()
  const toast = useToast()
  const attempt = useAttempt()
  const { refresh } = useInbox()

  async function change(failureTitle: string, act: () => Promise<unknown>): Promise<void> {
    await attempt(failureTitle, async () => {
      await act()
      await refresh()
    })
  }

  const setArchived = (id: string, archived: boolean) =>
    api('PUT /api/reviews/{id}/archived', { params: { id }, body: { archived } })
  const restore: InboxActions['restore'] = ({ id }) =>
    change(text.actions.notRestored, () => setArchived(id, false))

  return {
    restore,
    archive: ({ id, title }) =>
      change(text.actions.notArchived, async () => {
        await setArchived(id, true)
        toast.add({
          title: text.actions.archived,
          description: title,
          actions: [undoButton(() => void restore({ id }))],
        })
      }),
    markUnread: ({ id }) =>
      change(text.actions.notMarkedUnread, () => api('DELETE /api/reviews/{id}/seen', { params: { id } })),
  }
}
