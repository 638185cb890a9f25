import { isImeKey } from './ime-keys'
import { isCharacterKey } from './use-character-keys'

/** Milliseconds after which keys reach the page again, if the dialog could not be loaded. */
const MAX_WAIT = 5000
/** The keys that would act on the page, other than keys that type a character. */
const NAMED_KEYS = ['Enter', 'Escape', 'Backspace']

/**
 * Keeps keys from the page between the opening of a dialog and the moment it has the focus: a dialog may be
 * loaded when it opens, and a fast typist does not wait. Without this, the keys would act on the page, where
 * Y verifies a review and Enter opens it. `onKey` is called with each of these keys. The dialog must be the
 * only one.
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
