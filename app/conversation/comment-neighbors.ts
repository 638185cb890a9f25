import { byData } from '~/ui/elements/data-attributes'
import { focusFirst, tryFocus } from '~/ui/focus/focus-target'

/**
 * Returns the items after and before an item of a list, in this order. Items without a button are left out.
 */
export const neighborsOf = (item: Element): Element[] =>
  [item.nextElementSibling, item.previousElementSibling].flatMap(each =>
    each?.querySelector('button') ? [each] : [],
  )

/**
 * Moves the focus to an item next to a removed comment: to the first of `items` that is still in the list,
 * else to the first comment of the list, else to the filter above the list.
 */
export function focusInComments(items: readonly Element[] = []): void {
  const isFocused = items.some(each => {
    const button = each.isConnected && each.querySelector('button')
    return button && tryFocus(button)
  })
  if (!isFocused)
    focusFirst([`${byData('comments')} ${byData('thread')} button`, `${byData('comment-filters')} button`])
}

/**
 * Moves the focus to the next thread of the list when a focused thread leaves the list, for example because a
 * shortcut resolved it.
 */
export function useFocusHandover(item: Readonly<Ref<HTMLElement | null>>): void {
  onBeforeUnmount(() => {
    if (!item.value?.contains(document.activeElement)) return
    neighborsOf(item.value)[0]?.querySelector('button')?.focus({ preventScroll: true })
  })
}
