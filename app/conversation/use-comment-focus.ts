import { byData, byDataValue } from '~/ui/elements/data-attributes'
import { focusFirst } from '~/ui/focus/focus-target'

/** How many frames a comment may take to be rendered: those far away in the list are scrolled to first. */
const MAX_FRAMES = 20

const isTyping = () => document.activeElement?.matches('textarea, input:not([type=checkbox])') ?? false

/**
 * Moves the focus along with the selection: when another comment has it in the list or as a pin on the stage,
 * the selected one gets it. Text fields keep it.
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

  // Before the page is rendered: what has the focus is still there.
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
