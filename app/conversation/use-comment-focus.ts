import { byData, byDataValue } from '~/ui/elements/data-attributes'
import { focusFirst, tryFocus } from '~/ui/focus/focus-target'

/**
 * The maximum number of animation frames to wait until a comment is rendered. If the comment is far away, the
 * list must first scroll to it.
 */
const MAX_FRAMES = 20

const isTyping = () => document.activeElement?.matches('textarea, input:not([type=checkbox])') ?? false

/**
 * Moves the focus together with the selection. If the focus is on another comment in the list, or on the pin
 * of another comment on the stage, it moves to the selected comment. A text field keeps the focus.
 */
export function useCommentFocus(): void {
  const { threadId, focusRequest } = useThreadSelection()

  async function move(id: string, selectors: string[]) {
    const isWaiting = () => threadId.value === id && !isTyping()
    for (let frame = 0; frame < MAX_FRAMES && isWaiting(); frame++) {
      if (focusFirst(selectors.slice(0, 1))) return
      await new Promise(requestAnimationFrame)
    }
    if (isWaiting()) focusFirst(selectors)
  }

  // Runs before the page is rendered, while the element with the focus still exists.
  watch(focusRequest, () => {
    const id = threadId.value
    const focused = document.activeElement
    if (!id || !focused || isTyping()) return
    const pin = focused.closest<HTMLElement>(byData('mark'))
    const item = focused.closest(`${byData('comments')} ${byData('thread')}`)
    const summary = `#${id} button`
    if (pin && pin.dataset.mark !== id) void nextTick(() => move(id, [byDataValue('mark', id), summary]))
    else if (item && item.id !== id) void nextTick(() => move(id, [summary]))
  })
}

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
