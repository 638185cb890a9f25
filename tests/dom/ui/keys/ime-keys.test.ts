import { expect, onTestFinished, test } from 'vitest'
import { ignoreImeKeys, isImeKey } from '~/ui/keys/ime-keys'
import { useShortcuts } from '~/ui/keys/use-shortcuts'
import { addElement, imeKey, pressKey } from '../../../support/dom/keys'
import { mountInNuxt } from '../../../support/dom/mount'

test('a key belongs to the input method during a composition, and if the key ends it', () => {
  expect(isImeKey(new KeyboardEvent('keydown', { key: 'Enter' }))).toBe(false)
  expect(isImeKey(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true }))).toBe(true)
  expect(isImeKey(imeKey('Enter'))).toBe(true)
})

test('the handlers of the page do not receive keys of an input method', async () => {
  onTestFinished(ignoreImeKeys())
  const called: string[] = []
  const field = addElement('<textarea></textarea>')
  const log = (place: string) => (event: KeyboardEvent) => called.push(`${place} ${event.key}`)
  field.addEventListener('keydown', log('field'))
  field.addEventListener('keydown', log('capture'), true)
  document.addEventListener('keydown', log('document'), true)
  await mountInNuxt(() => {
    useShortcuts({ 'command-palette': log('shortcut'), 'escape': log('shortcut') })
    return {}
  })
  for (const event of [
    imeKey('Enter'),
    imeKey('Enter', { ctrlKey: true }),
    imeKey('Escape'),
    imeKey('k', { ctrlKey: true }),
    new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, isComposing: true, cancelable: true }),
  ]) {
    field.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(false)
  }
  expect(called).toEqual([])
  pressKey('Enter', { on: field })
  expect(called.toSorted()).toEqual(['capture Enter', 'document Enter', 'field Enter'])
})
