import { isImeKey } from './ime-keys'
import { isCharacterKey } from './use-character-keys'

/** Milliseconds after which keys reach the page again, if the dialog could not be loaded. */
const MAX_WAIT = 5000
/** Keys that type no character but would act on the page. */
const NAMED_KEYS = ['Enter', 'Escape', 'Backspace']

/**
 * Keeps key presses from the page while a dialog is loading, until the dialog has the focus. Without this,
 * the keys of a fast typist would act on the page, where Y verifies a review and Enter opens it. `onKey` is
 * called with each of these keys. No other dialog may be open at the same time.
 */
export function useKeysBeforeDialog(isOpen: () => boolean, onKey: (event: KeyboardEvent) => void): void {
  let isWaiting = false
  let openedAt = 0

  watch(
    isOpen,
    open => {
      isWaiting = open
      openedAt = performance.now()
    },
    { flush: 'sync' },
  )

  function keep(event: KeyboardEvent) {
    if (!isWaiting || !(event instanceof KeyboardEvent) || isImeKey(event)) return
    const isFocused = document.activeElement?.closest('[role=dialog]:not([popover])')
    if (isFocused || performance.now() - openedAt > MAX_WAIT) isWaiting = false
    if (!isWaiting || !(isCharacterKey(event) || NAMED_KEYS.includes(event.key))) return
    event.preventDefault()
    event.stopImmediatePropagation()
    onKey(event)
  }
  onMounted(() => window.addEventListener('keydown', keep, true))
  onBeforeUnmount(() => window.removeEventListener('keydown', keep, true))
}

/** Closes a dialog that is still loading on Escape, and keeps all other keys from the page until then. */
export const useEscapeBeforeDialog = (isOpen: Ref<boolean>): void =>
  useKeysBeforeDialog(
    () => isOpen.value,
    event => {
      if (event.key === 'Escape') isOpen.value = false
    },
  )
