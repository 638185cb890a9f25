import { isTouch } from './is-touch'

/**
 * A fraction of the page's greatest height. The keyboard can only be open if less than this fraction is
 * visible.
 */
const MAX_VISIBLE = 0.8
/**
 * CSS pixels: the keyboard covers a part of the page if the visible part is lower than the page by more than
 * this.
 */
const MIN_COVERED = 60
/** The fields that open a keyboard. */
const FIELDS = 'textarea, input:not([type=checkbox], [type=radio], [type=range])'

/** The on-screen keyboard of a touch screen. */
interface Keyboard {
  /** Whether the keyboard is open. */
  isOpen: Readonly<Ref<boolean>>
  /**
   * The style of the page or of a dialog while the keyboard covers a part of the page, as in iOS; otherwise
   * empty. `--keyboard` is the height of the covered part.
   */
  style: Readonly<Ref<Record<string, string>>>
}

/**
 * Detects whether the on-screen keyboard is open, which no browser of a phone reports. The keyboard counts as
 * open once a field has the focus and the page is much lower than its greatest height. It counts as open
 * until the page is high again, even if no field has the focus: a press on a button of the form takes the
 * focus from the field, and the button must not move away then. On Android, the keyboard makes the page
 * itself lower. On iOS, it only makes the visible part of the page lower (Visual Viewport API). `keepsTop`:
 * whether the page fits into the visible part, so that its top can stay visible.
 */
export function useKeyboard({ keepsTop = false } = {}): Keyboard {
  const isOpen = ref(false)
  const style = ref<Record<string, string>>({})
  let width = 0
  let greatest = 0
  function measure() {
    const { visualViewport } = window
    // If a person has enlarged the page with two fingers, only a part of the page is visible, although no
    // keyboard is open.
    if (!visualViewport || visualViewport.scale > 1.01) return
    const { height } = visualViewport
    if (innerWidth !== width) greatest = 0
    width = innerWidth
    greatest = Math.max(greatest, height, innerHeight)
    const isTyping = isOpen.value || document.activeElement?.matches(FIELDS) === true
    isOpen.value = isTouch() && isTyping && height < greatest * MAX_VISIBLE
    const isCovered = isOpen.value && innerHeight - height > MIN_COVERED
    style.value = isCovered
      ? {
          '--page-height': `${height}px`,
          '--dvh': `${height / 100}px`,
          '--keyboard': `${innerHeight - height}px`,
        }
      : {}
    // iOS scrolls the page to show the field above the keyboard. The lower page shows the field without this
    // scroll.
    if (keepsTop && isCovered && scrollY > 0) scrollTo(0, 0)
  }
  const ended = new AbortController()
  onMounted(() => {
    const { signal } = ended
    measure()
    window.visualViewport?.addEventListener('resize', measure, { signal })
    window.addEventListener('resize', measure, { signal })
    document.addEventListener('focusin', measure, { signal })
  })
  onBeforeUnmount(() => ended.abort())
  return { isOpen, style }
}
