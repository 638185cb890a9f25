import { common, controls as texts } from '~/text/common'
import { withModifier } from '../keys/modifier-key'
import { isTouch } from './is-touch'

const MESSAGE_MS = 2500

/**
 * Copies text. Returns false if the promise of the text rejects, or if there is no clipboard: browsers
 * provide it in secure contexts only. Call this function directly in the event handler of the press: Safari
 * refuses to copy after an `await`.
 */
export async function copyToClipboard(text: string | Promise<string>): Promise<boolean> {
  // Prevents the error "unhandled rejection" if the clipboard does not await the promise. The caller handles
  // the rejection.
  if (typeof text !== 'string') text.catch(() => undefined)
  try {
    if (typeof text === 'string') await navigator.clipboard.writeText(text)
    else await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })])
    return true
  } catch {
    return false
  }
}

/**
 * Returns the hint that tells people how to copy the selected text. On a touch screen, the hint contains no
 * key.
 */
const copyHint = () => (isTouch() ? texts.copy.selected : texts.copy.manually(withModifier('C')))

/**
 * Copies text. Without a clipboard, selects the text in `shown`, so that the person can copy it. VueUse's
 * `useClipboard` does not select the text, and cannot copy a text that is still being loaded.
 */
export function useCopy(shown: Readonly<Ref<HTMLElement | null>>) {
  const state = ref<'idle' | 'copied' | 'selected'>('idle')
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Shows whether the text was copied. If it was not, selects the shown text. */
  function report(copied: boolean) {
    if (!copied && shown.value) getSelection()?.selectAllChildren(shown.value)
    state.value = copied ? 'copied' : 'selected'
    clearTimeout(timer)
    timer = setTimeout(() => {
      state.value = 'idle'
    }, MESSAGE_MS)
  }
  return {
    copy: async (text: string) => {
      report(await copyToClipboard(text))
    },
    report,
    state,
    message: computed(() =>
      ({ idle: () => '', copied: () => common.copied, selected: copyHint })[state.value](),
    ),
  }
}
