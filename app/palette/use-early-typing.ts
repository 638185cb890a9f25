import { isImeKey } from '~/ui/keys/ime-keys'
import { isCharacterKey } from '~/ui/keys/use-character-keys'

/** Milliseconds after which keys reach the page again, if the palette could not be loaded. */
const MAX_WAIT = 5000

/**
 * Returns the query of the command palette, with what is typed before its field has the focus: the palette
 * loads when it opens, and a fast typist does not wait. Without this the first letters would be shortcuts of
 * the page, and Y would verify the review.
 */
export function useEarlyTyping(isOpen: Ref<boolean>) {
  const query = ref('')
  let isWaiting = false
  let openedAt = 0

  watch(
    isOpen,
    open => {
      isWaiting = open
      openedAt = performance.now()
      if (open) query.value = ''
    },
    { flush: 'sync' },
  )

  function onKey(event: KeyboardEvent) {
    if (!isWaiting || !(event instanceof KeyboardEvent) || isImeKey(event)) return
    if (performance.now() - openedAt > MAX_WAIT) isWaiting = false
    // The palette is the only dialog, because it does not open over another one.
    if (document.activeElement?.closest('[role=dialog]:not([popover])')) isWaiting = false
    if (!isWaiting) return
    if (event.key === 'Escape') isOpen.value = false
    else if (event.key === 'Backspace') query.value = query.value.slice(0, -1)
    else if (isCharacterKey(event)) query.value += event.key
    else if (event.key !== 'Enter') return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  onMounted(() => window.addEventListener('keydown', onKey, true))
  onBeforeUnmount(() => window.removeEventListener('keydown', onKey, true))
  return query
}
