import { isCharacterKey } from '~/ui/keys/use-character-keys'

/**
 * Returns the query of the command palette, which begins with the text that is typed before the palette is
 * loaded. Esc closes a palette that is still loading.
 */
export function useEarlyTyping(isOpen: Ref<boolean>) {
  const query = ref('')
  watch(isOpen, open => open && (query.value = ''), { flush: 'sync' })
  useKeysBeforeDialog(
    () => isOpen.value,
    event => {
      if (event.key === 'Escape') isOpen.value = false
      else if (event.key === 'Backspace') query.value = query.value.slice(0, -1)
      else if (isCharacterKey(event)) query.value += event.key
    },
  )
  return query
}
