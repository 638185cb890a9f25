import { expect, test, vi } from 'vitest'
import { shallowRef } from 'vue'
import { useTips } from '~/ui/elements/use-tips'
import { fakeTimers } from '../../../support/dom/browser'
import { addElement } from '../../../support/dom/keys'
import { mountInNuxt } from '../../../support/dom/mount'

test('a button that appears under a still pointer has no tooltip until the pointer moves', async () => {
  fakeTimers()
  const { result } = await mountInNuxt(() => ({ tip: useTips(shallowRef(null)) }))
  const button = addElement('button')
  button.dataset.tip = 'Onion skin'
  const dispatch = async (type: string, at: number) => {
    button.dispatchEvent(
      new PointerEvent(type, { clientX: at, clientY: 5, bubbles: true, pointerType: 'mouse' }),
    )
    await vi.advanceTimersByTimeAsync(500)
    return result.tip.value?.name
  }
  expect(await dispatch('pointerdown', 5)).toBeUndefined()
  expect(await dispatch('pointerover', 5)).toBeUndefined()
  expect(await dispatch('pointermove', 5)).toBeUndefined()
  expect(await dispatch('pointermove', 6)).toBe('Onion skin')
})
