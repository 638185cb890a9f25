/** Milliseconds without a scroll event after which a scroll has ended, in browsers without `scrollend`. */
const SETTLED = 150

/** The state of the cards that a person swipes sideways. */
interface SwipedCards {
  /** Returns whether the cards move because a finger or a wheel moved them. */
  isUnderway: () => boolean
  /** Ends the swipe, so that the card in the middle is not opened. */
  end: () => void
  /** The listeners of the scroller. */
  listeners: Record<string, (event: Event) => void>
}

/**
 * Opens the comment that a person swipes into the middle of a row of comments. A scroll that no person has
 * begun opens nothing. `onSettled` is called when a scroll has ended, after the comment is opened.
 */
export function useSwipedComment(
  scroller: Readonly<Ref<HTMLElement | null>>,
  isEnabled: () => boolean,
  onSettled: () => void,
): SwipedCards {
  const { threads } = useReviewSource()
  const { threadId } = useThreadSelection()
  const { pending, opened, open } = usePending()
  const openComment = useOpenComment()
  /** Whether a finger or a wheel may be about to move the cards. */
  let isHeld = false
  /** Whether a finger or a wheel has moved the cards. */
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
  function openCardInMiddle() {
    const id = cardInMiddle()?.id
    const thread = threads.value.find(each => each.threadId === id)
    if (thread && id !== threadId.value) openComment(thread)
    const comment = pending.value.find(each => each.id === id)
    if (comment && id !== opened.value?.id) open(comment)
  }
  function end() {
    isHeld = false
    isSwiped = false
  }
  function settle() {
    const wasSwiped = isSwiped
    end()
    if (!isEnabled()) return
    if (wasSwiped) openCardInMiddle()
    onSettled()
  }
  onBeforeUnmount(() => clearTimeout(timer))
  return {
    isUnderway: () => isSwiped,
    end,
    listeners: {
      pointerdown() {
        isHeld = true
      },
      wheelPassive(event) {
        const { deltaX, shiftKey } = event as WheelEvent
        if (deltaX !== 0 || shiftKey) isHeld = true
      },
      // If a finger is lifted without a scroll, it has only pressed. If the finger scrolls, browsers send
      // `pointercancel` instead of `pointerup`.
      pointerup: end,
      scrollend: settle,
      scroll() {
        if (isHeld) isSwiped = true
        if ('onscrollend' in window) return
        clearTimeout(timer)
        timer = setTimeout(settle, SETTLED)
      },
    },
  }
}
