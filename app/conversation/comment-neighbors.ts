import { byData } from '~/ui/elements/data-attributes'
import { focusFirst, takesFocus } from '~/ui/focus/focus-target'

/** The items beside an item of a list that have a button, the next one first. */
export const neighborsOf = (item: Element): Element[] =>
  [item.nextElementSibling, item.previousElementSibling].flatMap(each =>
    each?.querySelector('button') ? [each] : [],
  )

/**
 * Moves the focus to what is beside a comment that was removed: the first of `items` that is still listed,
 * else the first comment of the list, else the filter above it.
 */
export function focusInComments(items: readonly Element[] = []): void {
  const isFocused = items.some(each => {
    const button = each.isConnected && each.querySelector('button')
    return button && takesFocus(button)
  })
  if (!isFocused)
    focusFirst([
      `${byData('comments')} ${byData('thread')} button`,
      `${byData('comment-filters')} [aria-pressed=true]`,
    ])
}
