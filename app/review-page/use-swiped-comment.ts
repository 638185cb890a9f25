/** Milliseconds without a scroll event after which a scroll has ended, in browsers without `scrollend`. */
const SETTLED = 150

/**
 * Opens the comment that a person swipes into the middle of a row of comments. Returns the listeners of its
 * scroller. A scroll that no person has begun opens nothing.
 */
export function useSwipedComment(
  scroller: Readonly<Ref<HTMLElement | null>>,
  isEnabled: () => boolean,
): Record<string, () => void> {
  const { threads } = useReviewSource()
  const { threadId } = useThreadSelection()
  const { pending, opened, open } = usePending()
  const openComment = useOpenComment()
  let isSwiped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function cardInMiddle() {
    const box = scroller.value?.getBoundingClientRect()
    if (!box) return undefined
    const middle = box.left + box.width / 2
    return [...(scroller.value?.querySelectorAll('ul > li[id]') ?? [])].find(each => {
      const { left, right } = each.getBoundingClientRect()
      return left <= middle && middle <= right
    })
  }
  function settle() {
    if (!isSwiped || !isEnabled()) return
    isSwiped = false
    const id = cardInMiddle()?.id
    const thread = threads.value.find(each => each.threadId === id)
    if (thread && id !== threadId.value) openComment(thread)
    const comment = pending.value.find(each => each.id === id)
    if (comment && id !== opened.value?.id) open(comment)
  }
  const begin = () => {
    isSwiped = true
  }
  onBeforeUnmount(() => clearTimeout(timer))
  return {
    pointerdown: begin,
    wheel: begin,
    // A finger that was lifted without a scroll has pressed. For a scroll, browsers send `pointercancel`.
    pointerup: () => {
      isSwiped = false
    },
    scrollend: settle,
    scroll() {
      if ('onscrollend' in window) return
      clearTimeout(timer)
      timer = setTimeout(settle, SETTLED)
    },
  }
}
