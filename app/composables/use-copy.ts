const SAID_MS = 2500

/** Copies text; where the browser gives no clipboard, selects the element that shows it. */
export function useCopy(shown: Readonly<Ref<HTMLElement | null>>) {
  const state = ref<'idle' | 'copied' | 'selected'>('idle')
  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text)
      state.value = 'copied'
    } catch {
      // Browsers give no clipboard to pages served over plain HTTP.
      if (shown.value) getSelection()?.selectAllChildren(shown.value)
      state.value = 'selected'
    }
    setTimeout(() => { state.value = 'idle' }, SAID_MS)
  }
  return { copy, state, said: computed(() => ({ idle: '', copied: 'Copied', selected: 'Selected: press Ctrl+C to copy' })[state.value]) }
}
