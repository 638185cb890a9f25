import { afterEach, expect, test } from 'vitest'
import { useFocusInRows } from '~/ui/lists/use-focus-in-rows'
import { mountInNuxt, until } from '../../../support/dom/mount'
import { addElement } from '../../../support/dom/keys'

afterEach(() => {
  document.body.innerHTML = ''
})

/**
 * Mounts three rows with two links each. The controls are links, because happy-dom does not support
 * `:enabled`.
 */
async function mountRows() {
  addElement('<h1>Tokens</h1>')
  const rows = ['one', 'two', 'three'].map(
    name => `<li><a href="#${name}">${name}</a><a href="#revoke">Revoke ${name}</a></li>`,
  )
  const list = addElement(`<ul>${rows.join('')}</ul>`)
  await mountInNuxt(() => {
    useFocusInRows(() => list)
    return {}
  })
  const controlOf = (name: string) => {
    const found = [...list.querySelectorAll('a')].find(each => each.textContent === `Revoke ${name}`)
    if (!found) throw new Error(`There is no control of ${name}.`)
    return found
  }
  return {
    controlOf,
    /** Removes the row of a control, as the page does after a response of the server. */
    remove: (name: string) => controlOf(name).closest('li')?.remove(),
    /**
     * Waits until the rows have changed. This observer is created last, so the tested one has been called
     * before.
     */
    changed: () =>
      new Promise<void>(resolve => {
        const observer = new MutationObserver(() => {
          observer.disconnect()
          resolve()
        })
        observer.observe(list, { childList: true, subtree: true })
      }),
    focused: () => document.activeElement?.textContent,
  }
}

test('when the focused row is removed, the same control of the next row gets the focus', async () => {
  const { controlOf, remove, focused } = await mountRows()
  controlOf('two').focus()
  remove('two')
  await until(() => expect(focused()).toBe('Revoke three'))
})

test('removing the last row focuses the row above, or the heading if no row is left', async () => {
  const { controlOf, remove, focused } = await mountRows()
  controlOf('three').focus()
  remove('three')
  await until(() => expect(focused()).toBe('Revoke two'))
  remove('two')
  await until(() => expect(focused()).toBe('Revoke one'))
  remove('one')
  await until(() => expect(focused()).toBe('Tokens'))
})

test('when a row without the focus is removed, the focus stays where it is', async () => {
  const { controlOf, remove, changed, focused } = await mountRows()
  controlOf('three').focus()
  const isChanged = changed()
  remove('one')
  await isChanged
  expect(focused()).toBe('Revoke three')
  remove('three')
  await until(() => expect(focused()).toBe('Revoke two'))
})

test('removing a row moves no focus if the focus or the last click is outside of the list', async () => {
  const { controlOf, remove, changed, focused } = await mountRows()
  const field = addElement('<input>')
  controlOf('one').focus()
  field.focus()
  const first = changed()
  remove('one')
  await first
  expect(document.activeElement).toBe(field)

  controlOf('two').focus()
  field.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  const second = changed()
  remove('two')
  await second
  expect(focused()).not.toBe('Revoke three')
})

test('a click in a dialog or a menu counts as a click in the row that opened it', async () => {
  const { controlOf, remove, focused } = await mountRows()
  const dialog = addElement('<div role="dialog"><button>Revoke token</button></div>')
  controlOf('one').focus()
  dialog.firstElementChild?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  dialog.remove()
  remove('one')
  await until(() => expect(focused()).toBe('Revoke two'))
})
