const SAID_MS = 2500

/**
 * Puts text on the clipboard; answers false where there is none, as browsers give it to no page served over
 * plain HTTP.
 */
export async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Copies text; where the browser gives no clipboard, selects the element that shows it. */
export function useCopy(shown: Readonly<Ref<HTMLElement | null>>) {
  const state = ref<'idle' | 'copied' | 'selected'>('idle')
  async function copy(text: string) {
    const copied = await toClipboard(text)
    if (!copied && shown.value) getSelection()?.selectAllChildren(shown.value)
    state.value = copied ? 'copied' : 'selected'
    setTimeout(() => {
      state.value = 'idle'
    }, SAID_MS)
  }
  return {
    copy,
    state,
    said: computed(() => ({ idle: '', copied: 'Copied', selected: 'Press Ctrl+C to copy' })[state.value]),
  }
}
