import { expect, test, vi } from 'vitest'
import { ref } from 'vue'
import { useEscapeBeforeDialog } from '~/ui/keys/use-keys-before-dialog'
import { useShortcuts } from '~/ui/keys/use-shortcuts'
import { pressKey } from '../../../support/dom/keys'
import { mountInNuxt } from '../../../support/dom/mount'

test('while a dialog loads, Escape closes it and no key triggers a shortcut of the page', async () => {
  const isOpen = ref(false)
  const verify = vi.fn()
  await mountInNuxt(() => {
    useShortcuts({ verify })
    useEscapeBeforeDialog(isOpen)
    return {}
  })
  isOpen.value = true
  pressKey('y')
  expect([isOpen.value, verify.mock.calls.length]).toEqual([true, 0])
  pressKey('Escape')
  pressKey('y')
  expect([isOpen.value, verify.mock.calls.length]).toEqual([false, 1])
})
