import { afterEach, expect, test, vi } from 'vitest'
import { ref } from 'vue'
import { useFormInView } from '~/ui/focus/use-form-in-view'
import { stubObserver } from '../../../support/dom/browser'
import { addElement } from '../../../support/dom/keys'
import { mountInNuxt, until } from '../../../support/dom/mount'

afterEach(() => {
  document.body.innerHTML = ''
})

test('focusing a field scrolls its form into view, but focusing a button does not', async () => {
  const form = addElement('<form><textarea></textarea><button></button></form>')
  const scroll = vi.spyOn(form, 'scrollIntoView')
  await mountInNuxt(() => {
    useFormInView(ref(form), 'aside')
    return {}
  })
  form.querySelector('button')?.focus()
  expect(scroll).not.toHaveBeenCalled()
  form.querySelector('textarea')?.focus()
  expect(scroll).toHaveBeenCalledWith({ block: 'nearest' })
})

test('a form whose field has the focus when it is mounted is in use until a press elsewhere', async () => {
  const form = addElement('<form><textarea></textarea></form>')
  const scroll = vi.spyOn(form, 'scrollIntoView')
  form.querySelector('textarea')?.focus()
  const { result } = await mountInNuxt(() => ({ show: useFormInView(ref(form), 'aside') }))
  expect(scroll).toHaveBeenCalledTimes(1)
  result.show()
  expect(scroll).toHaveBeenCalledTimes(2)
  document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  result.show()
  expect(scroll).toHaveBeenCalledTimes(2)
})

test('useFormInView can scroll a form to the end of its scroll container', async () => {
  const form = addElement('<form><textarea></textarea></form>')
  const scroll = vi.spyOn(form, 'scrollIntoView')
  await mountInNuxt(() => {
    useFormInView(ref(form), 'aside', () => 'end')
    return {}
  })
  form.querySelector('textarea')?.focus()
  expect(scroll).toHaveBeenCalledWith({ block: 'end' })
})

test('a form in use is kept in view while it grows, until the person presses something outside', async () => {
  const observers = stubObserver('ResizeObserver')
  const other = addElement('<button></button>')
  const form = addElement('<form><textarea></textarea></form>')
  const scroll = vi.spyOn(form, 'scrollIntoView')
  await mountInNuxt(() => {
    useFormInView(ref(form), 'aside')
    return {}
  })
  const grow = () => {
    scroll.mockClear()
    observers.at(-1)?.report({})
    return scroll.mock.calls.length
  }
  expect(grow()).toBe(0)
  form.querySelector('textarea')?.focus()
  expect(grow()).toBe(1)
  // If a menu has opened the form, the menu returns the focus to its button without a press.
  other.focus()
  expect(grow()).toBe(1)
  form.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  expect(grow()).toBe(1)
  for (const action of [
    new PointerEvent('pointerdown', { bubbles: true }),
    new KeyboardEvent('keydown', { bubbles: true }),
  ]) {
    form.querySelector('textarea')?.blur()
    form.querySelector('textarea')?.focus()
    expect(grow()).toBe(1)
    other.dispatchEvent(action)
    expect(grow()).toBe(0)
  }
})

test('a form in use is scrolled again after its list changed its order or its sheet its height', async () => {
  const sheet = addElement('<aside><ul><li></li><li><form><textarea></textarea></form></li></ul></aside>')
  const [list, form] = [sheet.querySelector('ul'), sheet.querySelector('form')]
  if (!list || !form) throw new Error('The sheet has a list with a form.')
  const scroll = vi.spyOn(form, 'scrollIntoView')
  await mountInNuxt(() => {
    useFormInView(ref(form), 'ul', () => 'end')
    return {}
  })
  form.querySelector('textarea')?.focus()
  const end = (element: Element) => element.dispatchEvent(new Event('transitionend', { bubbles: true }))
  const reorder = () => list.append(list.firstElementChild as Element)
  scroll.mockClear()
  end(sheet)
  expect(scroll).toHaveBeenCalledTimes(1)
  // A transition in the list next to the form does not move the form.
  end(list.firstElementChild as Element)
  expect(scroll).toHaveBeenCalledTimes(1)
  reorder()
  await until(() => expect(scroll).toHaveBeenCalledTimes(2))
  document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  end(sheet)
  expect(scroll).toHaveBeenCalledTimes(2)
})
