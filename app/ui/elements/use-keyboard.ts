import { isTouch } from './is-touch'

/** The part of the page's greatest height that is visible above an on-screen keyboard, at most. */
const MOST = 0.8
/** CSS pixels: by this much, the visible part is lower than the page if the keyboard covers the page. */
const COVERED = 60
/** The fields that open a keyboard. */
const FIELDS = 'textarea, input:not([type=checkbox], [type=radio], [type=range])'

/** The on-screen keyboard of a touch screen. */
interface Keyboard {
  /** Whether it is open. */
  isOpen: Readonly<Ref<boolean>>
  /** The style of the page while the keyboard covers a part of it, as in iOS; otherwise empty. */
  style: Readonly<Ref<Record<string, string>>>
}

/**
 * Follows the on-screen keyboard. No browser of a phone says that it is open. It counts as open from the time
 * at which a field has the focus and the page is much lower than its greatest height, until the page is high
 * again: a press on a button of the form takes the focus from the field, and the button must not move away
 * then. Android makes the page itself lower, iOS only the visible part of the page (Visual Viewport API).
 */
export function useKeyboard(): Keyboard {
  const isOpen = ref(false)
  const style = ref<Record<string, string>>({})
  let width = 0
  let greatest = 0
  function measure() {
    const { visualViewport } = window
    // A page that a person has enlarged with two fingers is visible in part, too.
    if (!visualViewport || visualViewport.scale > 1.01) return
    const { height } = visualViewport
    if (innerWidth !== width) greatest = 0
    width = innerWidth
    greatest = Math.max(greatest, height, innerHeight)
    const isTyping = isOpen.value || document.activeElement?.matches(FIELDS) === true
    isOpen.value = isTouch() && isTyping && height < greatest * MOST
    const isCovered = isOpen.value && innerHeight - height > COVERED
    style.value = isCovered ? { '--page-height': `${height}px`, '--dvh': `${height / 100}px` } : {}
    // iOS has scrolled the page so that the field was above the keyboard, before the page became lower.
    if (isCovered && scrollY > 0) scrollTo(0, 0)
  }
  const ended = new AbortController()
  onMounted(() => {
    const { signal } = ended
    measure()
    visualViewport?.addEventListener('resize', measure, { signal })
    window.addEventListener('resize', measure, { signal })
    document.addEventListener('focusin', measure, { signal })
  })
  onBeforeUnmount(() => ended.abort())
  return { isOpen, style }
}
