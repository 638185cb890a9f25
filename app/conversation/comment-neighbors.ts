import { byData } from '~/ui/elements/data-attributes'
import { focusFirst, tryFocus } from '~/ui/focus/focus-target'

/** The items next to an item of a list, if they have a button; the following one first. */
export const neighborsOf = (item: Element): Element[] =>
  [item.nextElementSibling, item.previousElementSibling].flatMap(each =>
    each?.querySelector('button') ? [each] : [],
  )

/**
 * Moves the focus to an item next to a removed comment: to the first of `items` that is still listed, else to
 * the first comment of the list, else to the filter above the list.
 */
export function focusInComments(items: readonly Element[] = []): void {
  const isFocused = items.some(each => {
    const button = each.isConnected && each.querySelector('button')
    return button && tryFocus(button)
  })
  if (!isFocused)
    focusFirst([
      `${byData('comments')} ${byData('thread')} button`,
      `${byData('comment-filters')} [aria-pressed=true]`,
    ])
}
