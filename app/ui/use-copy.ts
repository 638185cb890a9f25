import { common, text as texts } from '~/text/common'

const MESSAGE_MS = 2500

/** Copies text; returns false without a clipboard, which browsers give to secure contexts only. */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Copies text. Without a clipboard it selects the text in `shown`, so that the person can copy it. */
export function useCopy(shown: Readonly<Ref<HTMLElement | null>>) {
  const state = ref<'idle' | 'copied' | 'selected'>('idle')
  let timer: ReturnType<typeof setTimeout> | undefined
  async function copy(text: string) {
    const copied = await copyToClipboard(text)
    if (!copied && shown.value) getSelection()?.selectAllChildren(shown.value)
    state.value = copied ? 'copied' : 'selected'
    clearTimeout(timer)
    timer = setTimeout(() => {
      state.value = 'idle'
    }, MESSAGE_MS)
  }
  return {
    copy,
    state,
    message: computed(
      () => ({ idle: '', copied: common.copied, selected: texts.copy.manually })[state.value],
    ),
  }
}
