import { byData } from '~/ui/elements/data-attributes'
import type { ReviewSummary } from '#shared/contract/review-list'
import type { PageToasts } from '~/ui/messages/use-page-toasts'

/**
 * Handles the keys of the inbox. J and K move the focus through the reviews, whose links have `data-review`.
 * E archives the focused review, and U marks it as unread. Archiving can be undone only while the inbox is
 * open. `toasts`: the toasts of the page.
 */
export function useInboxKeys(reviews: () => ReviewSummary[], toasts: PageToasts): void {
  const { archive, markUnread } = useInboxActions(toasts)
  const history = useUndoHistory()
  onBeforeUnmount(() => history.clear())

  const links = () => [...document.querySelectorAll<HTMLElement>(byData('review'))]
  const focusedIndex = (all: HTMLElement[]) => all.findIndex(each => each === document.activeElement)
  /** Focuses the review at a position, or the nearest one. */
  const focus = (index: number) => {
    const all = links()
    all[Math.max(0, Math.min(index, all.length - 1))]?.focus()
  }
  const focused = () => {
    const id =
      document.activeElement instanceof HTMLElement ? document.activeElement.dataset.review : undefined
    return reviews().find(each => each.id === id)
  }

  /**
   * Runs an action on the focused review. Then focuses the review again, or the review that takes its
   * position.
   */
  async function change(act: (review: ReviewSummary) => Promise<void>): Promise<void> {
    const review = focused()
    if (!review) return
    const index = focusedIndex(links())
    await act(review)
    await nextTick()
    const again = links().findIndex(each => each.dataset.review === review.id)
    focus(again === -1 ? index : again)
  }

  useShortcuts({
    'next-row': () => focus(focusedIndex(links()) + 1),
    'previous-row': () => focus(focusedIndex(links()) - 1),
    'archive': () => void change(archive),
    'mark-unread': () => void change(markUnread),
  })
}
