import { TIP, tipCorner, tipOf, type Tip } from './tip'

/**
 * Milliseconds: the delay before the first tooltip is shown, and the delay before a tooltip is hidden after
 * the pointer has left it.
 */
const [DELAY_MS, LEAVE_MS] = [300, 120]
/**
 * Milliseconds: the next tooltip is shown without a delay if the previous one was hidden less than this time
 * ago.
 */
const GROUP_MS = 400

/**
 * Shows the tooltips of all elements of the page that have the attribute `data-tip`. A tooltip is shown after
 * a short delay if the pointer rests on the element or the keyboard moves to it. It is shown without a delay
 * when the pointer moves from one element with a tooltip to the next. It stays while the pointer is on it,
 * and is hidden on a key press, a press of the pointer or scrolling (WCAG 2.2, 1.4.13). There are no tooltips
 * for touches.
 *
 * The tooltip of Nuxt UI is that of Reka UI, which adds 19 kB to every page (brotli), and a component around
 * each button; this function adds less than 1 kB. Replace it with the attribute `interestfor` when all
 * supported browsers have that attribute.
 */
export function useTips(box: Readonly<Ref<HTMLElement | null>>): Readonly<Ref<Tip | null>> {
  const tip = shallowRef<Tip | null>(null)
  /** The element whose tooltip is shown or will be shown. */
  let element: HTMLElement | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Whether Tab was pressed last. Other keys move the focus only as a side effect. */
  let isTab = false
  let goneAt = -Infinity
  /**
   * The place of the last press, until the pointer has left it. A press can open a bar under the pointer:
   * the person has not pointed at the button that happens to be there.
   */
  let pressedAt: { clientX: number; clientY: number } | undefined
  /** Whether an element has appeared at the place of the press. */
  let hasAppeared = false

  async function show() {
    // While the menu of a button is open, the tooltip of the button is not shown, because the menu says more.
    if (!element?.isConnected || element.ariaExpanded === 'true') return hide()
    tip.value = tipOf(element)
    await nextTick()
    const shown = box.value
    if (!shown || !element) return
    shown.showPopover()
    const { left, top } = tipCorner(element.getBoundingClientRect(), shown.getBoundingClientRect(), {
      width: document.documentElement.clientWidth,
      height: innerHeight,
    })
    shown.style.left = `${left}px`
    shown.style.top = `${top}px`
  }
  function hide() {
    clearTimeout(timer)
    if (tip.value) goneAt = performance.now()
    tip.value = null
    if (box.value?.matches(':popover-open')) box.value.hidePopover()
    element = undefined
  }
  function approach(next: HTMLElement) {
    clearTimeout(timer)
    if (next === element && tip.value) return
    const isNext = tip.value !== null || performance.now() - goneAt < GROUP_MS
    element = next
    timer = setTimeout(() => void show(), isNext ? 0 : DELAY_MS)
  }
  function leave() {
    clearTimeout(timer)
    if (tip.value) timer = setTimeout(hide, LEAVE_MS)
    else element = undefined
  }

  const isAtPress = ({ clientX, clientY }: PointerEvent) =>
    pressedAt?.clientX === clientX && pressedAt.clientY === clientY
  function pressed(event: PointerEvent) {
    hide()
    pressedAt = event
    hasAppeared = false
  }
  function moved(event: PointerEvent) {
    if (!pressedAt || isAtPress(event)) return
    pressedAt = undefined
    if (hasAppeared) over(event)
  }
  function over(event: PointerEvent) {
    const { target, pointerType } = event
    if (pointerType === 'touch' || !(target instanceof Element)) return
    if (isAtPress(event)) {
      hasAppeared = true
      return
    }
    if (box.value?.contains(target)) return clearTimeout(timer)
    const found = target.closest<HTMLElement>(TIP)
    if (found) approach(found)
    else leave()
  }
  function focused({ target }: FocusEvent) {
    if (!(target instanceof HTMLElement)) return
    if (isTab && target.matches(`${TIP}:focus-visible`)) approach(target)
    else leave()
  }

  const ended = new AbortController()
  onMounted(() => {
    const options = { capture: true, passive: true, signal: ended.signal }
    document.addEventListener('pointerover', over, options)
    document.documentElement.addEventListener('pointerleave', leave, options)
    document.addEventListener('focusin', focused, options)
    document.addEventListener(
      'keydown',
      ({ key }) => {
        isTab = key === 'Tab'
      },
      options,
    )
    document.addEventListener('pointerdown', pressed, options)
    document.addEventListener('pointermove', moved, options)
    for (const type of ['keydown', 'wheel', 'focusout']) document.addEventListener(type, hide, options)
  })
  onBeforeUnmount(() => {
    ended.abort()
    clearTimeout(timer)
  })
  return tip
}
