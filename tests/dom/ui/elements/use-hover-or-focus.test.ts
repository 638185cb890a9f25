import { afterEach, expect, test } from 'vitest'
import { ref } from 'vue'
import { useHoverOrFocus } from '~/ui/elements/use-hover-or-focus'
import { addElement } from '../../../support/dom/keys'
import { mountInNuxt } from '../../../support/dom/mount'

afterEach(() => {
  document.body.innerHTML = ''
})

async function mountActivity() {
  const element = addElement('<li><button></button></li>')
  const always = ref(false)
  const { result } = await mountInNuxt(() => useHoverOrFocus(ref(element), () => always.value))
  const blurTo = (target: Element | null) =>
    result.listeners.focusout(new FocusEvent('focusout', { relatedTarget: target }))
  return { ...result, element, always, blurTo }
}

test('an element is active while the pointer is over it, or always if the caller requests this', async () => {
  const { active, always, listeners } = await mountActivity()
  expect(active.value).toBe(false)
  listeners.pointerenter()
  expect(active.value).toBe(true)
  listeners.pointerleave()
  expect(active.value).toBe(false)
  always.value = true
  expect(active.value).toBe(true)
})

test('an element with the focus inside it stays active until the focus leaves it', async () => {
  const { active, element, listeners, blurTo } = await mountActivity()
  listeners.focusin()
  blurTo(element.querySelector('button'))
  expect(active.value).toBe(true)
  blurTo(null)
  expect(active.value).toBe(false)
})

test('an element stays active while its menu is open, and then until the focus moves elsewhere', async () => {
  const { active, holdMenu, listeners, blurTo } = await mountActivity()
  listeners.focusin()
  holdMenu(true)
  blurTo(document.body)
  expect(active.value).toBe(true)
  holdMenu(false)
  expect(active.value).toBe(true)
  document.body.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  expect(active.value).toBe(false)
})

test('an element stays active when its menu is opened again right after it closed', async () => {
  const { active, holdMenu } = await mountActivity()
  holdMenu(true)
  holdMenu(false)
  holdMenu(true)
  document.body.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  expect(active.value).toBe(true)
})
