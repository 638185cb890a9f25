import { reviewPath } from '~/review-state/review-path'
import { text } from '~/text/review'

/**
 * Returns a function that opens the next review that needs the person's attention, in the order of the inbox.
 */
export function useNextReview(): () => Promise<void> {
  const { id, payload } = useReviewSource()
  const api = useApi()
  const toast = usePageToasts()
  const attempt = useFailureToast()

  return async () => {
    await attempt(text.next.failed, async () => {
      const { asked, addressed, sinceVerdict, fresh, open } = await api('GET /api/inbox', {
        query: { workspaceId: payload.value?.project.workspaceId },
      })
      if (toast.isPageLeft()) return
      const all = [...asked, ...addressed, ...sinceVerdict, ...fresh, ...open]
      const queue = [...new Map(all.map(each => [each.id, each])).values()]
      const next = queue[(queue.findIndex(each => each.id === id) + 1) % queue.length]
      if (next && next.id !== id) return navigateTo(reviewPath(next))
      toast.add({
        title: text.next.none,
        actions: [
          {
            label: text.next.inbox,
            color: 'neutral',
            variant: 'outline',
            onClick: () => void navigateTo('/'),
          },
        ],
      })
    })
  }
}
