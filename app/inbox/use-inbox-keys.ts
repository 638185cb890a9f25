import { byData } from '~/ui/elements/data-attributes'
import type { ReviewSummary } from '#shared/contract/review-list'
import type { PageToasts } from '~/ui/messages/use-page-toasts'

/**
 * Handles the keys of the inbox. J and K or the arrow keys move the focus through the reviews, whose links
 * have `data-review`. X selects the focused review. E archives the selected reviews, or else the focused
 * one; with Shift, all of its group. H snoozes the selected reviews, or else the focused one. U marks the
 * focused review as unread. Esc clears the selection, and then the filter. Archiving can be undone only while
 * the inbox is open. `groups`: the reviews of each group. `toasts`: the toasts of the page. `snoozing`: the
 * dialog that snoozes reviews. `filter`: the text that the listed reviews contain.
 */
export function useInboxKeys(
  groups: () => readonly (readonly ReviewSummary[])[],
  selection: ReturnType<typeof useInboxSelection>,
  toasts: PageToasts,
  snoozing: ReturnType<typeof useSnoozeDialog>,
  filter: Ref<string>,
): void {
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
    return groups()
      .flat()
      .find(each => each.id === id)
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

  /**
   * Runs an action on the selected reviews. If none is selected, runs it on the reviews that `others` returns
   * for the focused review.
   */
  async function changeAll(
    act: (reviews: readonly ReviewSummary[]) => Promise<void>,
    others = (review: ReviewSummary): readonly ReviewSummary[] => [review],
  ): Promise<void> {
    const chosen = selection.selected.value
    if (chosen.length === 0) return change(review => act(others(review)))
    const index = focusedIndex(links())
    await act(chosen)
    await nextTick()
    if (index >= 0) focus(index)
  }

  // While the snooze dialog is opening, keys must not act on the page: Enter shortly after H would open the
  // review behind the dialog.
  useKeysBeforeDialog(
    () => snoozing.reviews.value.length > 0,
    ({ key }) => key === 'Escape' && snoozing.close(),
  )
  useShortcuts({
    'next-row': () => focus(focusedIndex(links()) + 1),
    'previous-row': () => focus(focusedIndex(links()) - 1),
    'select-row': () => {
      const review = focused()
      if (review) selection.toggle(review.id)
    },
    'archive': () => void changeAll(archive),
    'archive-group': () =>
      void changeAll(archive, review => groups().find(each => each.some(({ id }) => id === review.id)) ?? []),
    'snooze': () => void changeAll(snoozing.open),
    'mark-unread': () => void change(markUnread),
    'escape': () => {
      if (selection.selected.value.length > 0) selection.clear()
      else if (filter.value) filter.value = ''
      else return false
    },
  })
}
