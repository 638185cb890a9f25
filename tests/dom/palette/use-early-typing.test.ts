import { afterEach, expect, test, vi } from 'vitest'
import { ref } from 'vue'
import { useEarlyTyping } from '~/palette/use-early-typing'
import { useShortcuts } from '~/ui/keys/use-shortcuts'
import { addElement, pressKey } from '../../support/dom/keys'
import { mountInNuxt } from '../../support/dom/mount'

afterEach(() => {
  document.body.innerHTML = ''
  vi.useRealTimers()
})

async function mountTyping() {
  const isOpen = ref(false)
  const verify = vi.fn()
  const mounted = await mountInNuxt(() => {
    useShortcuts({ verify })
    return { query: useEarlyTyping(isOpen) }
  })
  return { ...mounted, isOpen, verify }
}

test('text typed while the palette loads becomes its query and triggers no shortcut', async () => {
  const { result, isOpen, verify } = await mountTyping()
  isOpen.value = true
  for (const key of ['y', 'e', 'x', 'Backspace', 's', 'Enter']) expect(pressKey(key)).toBe(true)
  expect(result.query.value).toBe('yes')
  expect(verify).not.toHaveBeenCalled()
})

test('keys go to the palette once it has the focus, and to the page once it is closed', async () => {
  const { result, isOpen, verify } = await mountTyping()
  isOpen.value = true
  const field = addElement('<div role="dialog"><input /></div>').firstElementChild as HTMLElement
  field.focus()
  expect(pressKey('y', { on: field })).toBe(false)
  expect(result.query.value).toBe('')
  isOpen.value = false
  document.body.innerHTML = ''
  pressKey('y')
  expect(verify).toHaveBeenCalledTimes(1)
})

test('Escape closes a palette that is still loading', async () => {
  const { isOpen } = await mountTyping()
  isOpen.value = true
  expect(pressKey('Escape')).toBe(true)
  expect(isOpen.value).toBe(false)
})

test('a palette that has not loaded after six seconds leaves the keys to the page', async () => {
  const { result, isOpen, verify } = await mountTyping()
  vi.useFakeTimers({ toFake: ['performance'] })
  isOpen.value = true
  vi.advanceTimersByTime(6000)
  pressKey('y')
  expect(result.query.value).toBe('')
  expect(verify).toHaveBeenCalledTimes(1)
})
