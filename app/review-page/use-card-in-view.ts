/** The number of frames without a scroll after which an animated scroll has ended or was cancelled. */
const STILL_FRAMES = 10

/**
 * Keeps the card of the selected comment in the middle of a row of cards: after each change of the selection,
 * of the cards or of their size, unless a person is swiping the cards. If no comment is selected, it keeps
 * the first card in the middle. One reason is that the buttons for the previous and the next comment count
 * from the first card. The other reason is that browsers keep the card to which they have snapped in view,
 * even if cards are added before it. Only a new selection among the same cards is animated: a change of the
 * cards or of their size would interrupt the animation. `cards` returns the keys of the comments in the row,
 * which pending comments follow. `reveal` renders a card that is not rendered yet. The row has the height of
 * its highest card. Returns the listeners of the scroller.
 */
export function useCardInView(
  scroller: Readonly<Ref<HTMLElement | null>>,
  isEnabled: () => boolean,
  cards: () => readonly string[],
  reveal: (key: string) => unknown,
): Record<string, (event: Event) => void> {
  const { threadId, focusRequest } = useThreadSelection()
  const { opened } = usePending()
  const { foundPending } = useThreadList()
  const swipe = useSwipedComment(scroller, isEnabled, () => center())
  const fitTo = useCardHeight(scroller)
  const { mode } = useCompare()
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)')
  /** The ids of all cards in one text, so that two lists of the same cards can be compared. */
  const allCards = computed(() => [...cards(), ...foundPending.value.map(each => each.id)].join())

  /** Returns the card of the first of these ids for which a card is rendered. */
  function cardOf(...ids: (string | undefined)[]) {
    const rendered = [...(scroller.value?.querySelectorAll(':scope > ul > li') ?? [])]
    return ids.flatMap(id => rendered.find(each => id !== undefined && each.id === id) ?? [])[0]
  }
  function center(behavior: ScrollBehavior = 'instant') {
    const list = scroller.value
    if (!list || !isEnabled() || swipe.isUnderway()) return
    const isListed = threadId.value !== undefined && cards().includes(threadId.value)
    const first = isListed ? threadId.value : (cards()[0] ?? foundPending.value[0]?.id)
    const card = cardOf(opened.value?.id, threadId.value, first)
    // The height depends on whether a comparison is open, because a comparison hides the pictures of fixes,
    // which makes their cards lower.
    fitTo(card, `${allCards.value} ${mode.value !== null} ${innerWidth}`)
    if (!card) {
      if (first !== undefined) reveal(first)
      return
    }
    const [box, all] = [card.getBoundingClientRect(), list.getBoundingClientRect()]
    const by = box.left + box.width / 2 - (all.left + all.width / 2)
    // Unlike `scrollTo`, `scrollBy` stops at the next card (`scroll-snap-stop`).
    if (Math.abs(by) < 1) return
    list.scrollTo({ left: list.scrollLeft + by, behavior })
    if (behavior === 'smooth') centerAfterScroll(list)
  }
  let frame = 0
  /**
   * Centers the card without an animation if the animated scroll was cancelled. Browsers send no event if
   * this happens before the first step of the scroll.
   */
  function centerAfterScroll(list: HTMLElement) {
    let last = list.scrollLeft
    let still = 0
    const check = () => {
      still = list.scrollLeft === last ? still + 1 : 0
      last = list.scrollLeft
      if (still < STILL_FRAMES) frame = requestAnimationFrame(check)
      else center()
    }
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(check)
  }

  watch(
    [allCards, isEnabled, () => opened.value?.id ?? threadId.value, focusRequest],
    ([now, enabled, id, request], [before, wasEnabled, idBefore, requestBefore]) => {
      if (id !== idBefore || request !== requestBefore) swipe.end()
      center(now === before && enabled === wasEnabled && !isStill.value ? 'smooth' : 'instant')
    },
    { flush: 'post' },
  )
  let observer: ResizeObserver | undefined
  onMounted(() => {
    const list = scroller.value
    if (!list) return
    observer = new ResizeObserver(() => center())
    for (const each of [list, ...list.children]) observer.observe(each)
    center()
  })
  onBeforeUnmount(() => {
    observer?.disconnect()
    cancelAnimationFrame(frame)
  })
  return swipe.listeners
}
