import { expect, test, vi } from 'vitest'
import { shallowRef } from 'vue'
import { useCopy } from '~/ui/elements/use-copy'
import { fakeTimers } from '../../../support/dom/browser'
import { addElement } from '../../../support/dom/keys'
import { mountInNuxt } from '../../../support/dom/mount'

async function mountCopy() {
  fakeTimers()
  const shown = addElement('<code>secret</code>')
  const { result } = await mountInNuxt(() => useCopy(shallowRef(shown)))
  return { ...result, shown }
}

test('copying puts a text on the clipboard and shows a message that disappears', async () => {
  const { copy, message } = await mountCopy()
  await copy('secret')
  expect(await navigator.clipboard.readText()).toBe('secret')
  expect(message.value).toBe('Copied')
  await vi.advanceTimersByTimeAsync(2500)
  expect(message.value).toBe('')
})

test('after a second copy, the message is shown again for its full time', async () => {
  const { copy, message } = await mountCopy()
  await copy('one')
  await vi.advanceTimersByTimeAsync(2000)
  await copy('two')
  await vi.advanceTimersByTimeAsync(2000)
  expect(message.value).toBe('Copied')
  await vi.advanceTimersByTimeAsync(500)
  expect(message.value).toBe('')
})

test('if the clipboard cannot be used, the text is selected so that a person can copy it', async () => {
  const { copy, message } = await mountCopy()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('No.', 'NotAllowedError'))
  await copy('secret')
  vi.restoreAllMocks()
  expect(getSelection()?.toString()).toBe('secret')
  expect(message.value).toBe('Press Ctrl+C to copy')
  await vi.advanceTimersByTimeAsync(2500)
  // A device with a touch screen has no keys for copying, so the message names none.
  vi.spyOn(window, 'matchMedia').mockImplementation(
    query => ({ matches: query === '(pointer: coarse)' }) as MediaQueryList,
  )
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('No.', 'NotAllowedError'))
  await copy('secret')
  expect(message.value).toBe('Copy the selected text')
  vi.restoreAllMocks()
})
