import { expect, onTestFinished, test, vi } from 'vitest'
import { nextTick } from 'vue'
import { useKeyboard } from '~/ui/elements/use-keyboard'
import { stubScreen } from '../../../support/dom/browser'
import { mountInNuxt } from '../../../support/dom/mount'

/** Mounts the composable on a phone of 390 by 844 CSS pixels, with a text field and a check box. */
async function mountKeyboard({ touch = true } = {}) {
  const screen = stubScreen()
  if (touch) screen.match('(pointer: coarse)')
  const visible = Object.assign(new EventTarget(), { height: 844, scale: 1 })
  vi.stubGlobal('visualViewport', visible)
  onTestFinished(() => void vi.unstubAllGlobals())
  const field = document.createElement('textarea')
  const box = Object.assign(document.createElement('input'), { type: 'checkbox' })
  document.body.append(field, box)
  onTestFinished(() => [field, box].forEach(each => each.remove()))
  const size = async (height: number, page = height, width = 390) => {
    Object.assign(window, { innerHeight: page, innerWidth: width })
    visible.height = height
    visible.dispatchEvent(new Event('resize'))
    await nextTick()
  }
  Object.assign(window, { innerHeight: 844, innerWidth: 390 })
  const { result } = await mountInNuxt(useKeyboard)
  return { ...result, size, visible, field, box }
}

test('an on-screen keyboard is open from a field’s focus until the page has its full height', async () => {
  const { isOpen, style, size, field, box } = await mountKeyboard()
  await size(480)
  expect(isOpen.value).toBe(false)
  field.focus()
  expect([isOpen.value, style.value]).toEqual([true, {}])
  // A press on a button takes the focus from the field, and the keyboard closes later.
  box.focus()
  await nextTick()
  expect(isOpen.value).toBe(true)
  await size(844)
  expect(isOpen.value).toBe(false)
  await size(480)
  expect(isOpen.value).toBe(false)
})

test('if the keyboard covers the page, as on iOS, the page is as high as the visible part', async () => {
  const { isOpen, style, size, field } = await mountKeyboard()
  field.focus()
  await size(500, 844)
  expect(isOpen.value).toBe(true)
  expect(style.value).toEqual({ '--page-height': '500px', '--dvh': '5px', '--keyboard': '344px' })
  await size(844)
  expect([isOpen.value, style.value]).toEqual([false, {}])
})

test('a rotated or zoomed page, and a window with a mouse, have no on-screen keyboard', async () => {
  const { isOpen, size, field, visible } = await mountKeyboard()
  field.focus()
  await size(390, 390, 844)
  expect(isOpen.value).toBe(false)
  visible.scale = 3
  await size(130, 390, 844)
  expect(isOpen.value).toBe(false)
  const withMouse = await mountKeyboard({ touch: false })
  withMouse.field.focus()
  await withMouse.size(400)
  expect(withMouse.isOpen.value).toBe(false)
})
