import { afterEach, expect, test, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import { useCharacterKeys } from '~/ui/keys/use-character-keys'
import { useActiveShortcuts, useShortcuts } from '~/ui/keys/use-shortcuts'
import { mountInNuxt } from '../../../support/dom/mount'
import { addElement, pressKey } from '../../../support/dom/keys'

afterEach(() => {
  document.body.innerHTML = ''
  document.cookie = 'character-keys=; Max-Age=0; Path=/'
})

async function mountKeys() {
  const handlers = {
    'verify': vi.fn(),
    'inbox': vi.fn(),
    'pan-or-play': vi.fn(),
    'zoom-in': vi.fn(),
    'resolve': vi.fn(),
    'escape': vi.fn(),
  }
  const mounted = await mountInNuxt(() => {
    useShortcuts(handlers)
    return { ...useActiveShortcuts(), characterKeys: useCharacterKeys() }
  })
  return { ...mounted, handlers }
}

test('a shortcut calls its action and prevents the default action of the browser', async () => {
  const { handlers } = await mountKeys()
  expect(pressKey('y')).toBe(true)
  expect(handlers.verify).toHaveBeenCalledTimes(1)
  expect(pressKey('n')).toBe(false)
})

test('a keyboard event without a key, as when a browser fills in a form, is ignored', async () => {
  const { handlers } = await mountKeys()
  window.dispatchEvent(new Event('keydown', { cancelable: true }))
  pressKey('y')
  expect(handlers.verify).toHaveBeenCalledTimes(1)
})

test('a sequence of two keys calls its action, unless another key is pressed between them', async () => {
  const { handlers } = await mountKeys()
  pressKey('g')
  pressKey('i')
  expect(handlers.inbox).toHaveBeenCalledTimes(1)
  pressKey('g')
  pressKey('y')
  pressKey('i')
  expect(handlers.inbox).toHaveBeenCalledTimes(1)
})

test('a pause, a pointer press or a change of focus ends a sequence of two keys', async () => {
  const { handlers } = await mountKeys()
  pressKey('g', { at: 10_000 })
  pressKey('i', { at: 11_500 })
  pressKey('g')
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  pressKey('i')
  pressKey('g')
  addElement('<button>Send</button>').focus()
  pressKey('i')
  expect(handlers.inbox).not.toHaveBeenCalled()
  pressKey('g', { at: 20_000 })
  pressKey('Shift', { at: 21_400 })
  pressKey('i', { at: 21_499 })
  expect(handlers.inbox).toHaveBeenCalledTimes(1)
})

test('a held key resolves, verifies or approves once, but a held zoom key zooms repeatedly', async () => {
  const handlers = { 'resolve': vi.fn(), 'verify': vi.fn(), 'approve': vi.fn(), 'zoom-in': vi.fn() }
  await mountInNuxt(() => {
    useShortcuts(handlers)
    return {}
  })
  let at = 100_000
  for (const [key, action] of [
    ['e', 'resolve'],
    ['y', 'verify'],
    ['g', 'approve'],
  ] as const) {
    pressKey(key, { at: (at += 1000) })
    expect(pressKey(key, { at, repeat: true })).toBe(true)
    expect(handlers[action]).toHaveBeenCalledTimes(1)
  }
  pressKey('+')
  pressKey('+', { repeat: true })
  expect(handlers['zoom-in']).toHaveBeenCalledTimes(2)
})

test('shortcuts do not work in a text field, a menu, a list or a dialog', async () => {
  const { handlers } = await mountKeys()
  for (const html of [
    '<input>',
    '<textarea></textarea>',
    '<div contenteditable="true"></div>',
    '<div role="dialog"></div>',
    '<div role="alertdialog"></div>',
    '<div role="menu"></div>',
    '<div role="listbox"></div>',
    '<div role="dialog"><select><option>Never</option></select></div>',
    '<div role="dialog"><input type="range"></div>',
    '<div role="alertdialog"><input type="checkbox"></div>',
  ]) {
    const element = addElement(html)
    const control = element.querySelector('select, input') ?? element
    expect([html, pressKey('y', { on: control })]).toEqual([html, false])
  }
  expect(handlers.verify).not.toHaveBeenCalled()
})

test('a focused select receives the keys that choose its options, and other keys are shortcuts', async () => {
  const { handlers } = await mountKeys()
  const select = addElement('<select><option>Yellow</option></select>')
  pressKey('y', { on: select })
  pressKey(' ', { on: select })
  expect(handlers.verify).not.toHaveBeenCalled()
  pressKey('Escape', { on: select })
  expect(handlers.escape).toHaveBeenCalledTimes(1)
  pressKey('+', { on: select })
  expect(handlers['zoom-in']).toHaveBeenCalledTimes(1)
})

test('a focused slider receives only the keys that move it, and other keys are shortcuts', async () => {
  const { handlers } = await mountKeys()
  const slider = addElement('<input type="range">')
  expect(pressKey('ArrowLeft', { on: slider })).toBe(false)
  pressKey('y', { on: slider })
  expect(handlers.verify).toHaveBeenCalledTimes(1)
})

test('a focused checkbox receives only Space, and other keys are shortcuts', async () => {
  const { handlers } = await mountKeys()
  const box = addElement('<input type="checkbox">')
  expect(pressKey(' ', { on: box })).toBe(false)
  pressKey('y', { on: box })
  expect(handlers.verify).toHaveBeenCalledTimes(1)
})

test('Space presses a button focused by keyboard; after a mouse click Space is a shortcut', async () => {
  const { handlers } = await mountKeys()
  const button = addElement('<button>Send</button>')
  button.focus()
  pressKey('Tab', { on: button })
  pressKey(' ', { on: button })
  expect(handlers['pan-or-play']).not.toHaveBeenCalled()
  button.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  pressKey(' ', { on: button })
  expect(handlers['pan-or-play']).toHaveBeenCalledTimes(1)
  expect(document.activeElement).not.toBe(button)
})

test('a key that another listener has already handled does not call its shortcut', async () => {
  const { handlers } = await mountKeys()
  const take = (event: Event) => event.preventDefault()
  document.body.addEventListener('keydown', take)
  pressKey('y')
  document.body.removeEventListener('keydown', take)
  expect(handlers.verify).not.toHaveBeenCalled()
})

test('the active shortcuts are listed and can be called without a key', async () => {
  const { result, handlers } = await mountKeys()
  expect([...result.active.value]).toEqual(Object.keys(handlers))
  result.call('inbox')
  expect(handlers.inbox).toHaveBeenCalledTimes(1)
})

test('the shortcuts of a component end when the component is unmounted', async () => {
  const first = await mountKeys()
  const second = await mountKeys()
  first.wrapper.unmount()
  pressKey('y')
  expect(first.handlers.verify).not.toHaveBeenCalled()
  expect(second.handlers.verify).toHaveBeenCalledTimes(1)
  expect(second.result.active.value.has('verify')).toBe(true)
  second.wrapper.unmount()
  const { result } = await mountInNuxt(() => useActiveShortcuts())
  expect(result.active.value.size).toBe(0)
})

test('the innermost handler of a shortcut is called, and the next one only if it returns false', async () => {
  const page = vi.fn()
  const part = vi.fn()
  const Part = defineComponent(() => {
    useShortcuts({ escape: part })
    return () => null
  })
  const { result } = await mountInNuxt(
    () => {
      useShortcuts({ escape: page })
      return useActiveShortcuts()
    },
    { view: () => h(Part) },
  )
  const calls = () => [part.mock.calls.length, page.mock.calls.length]
  pressKey('Escape')
  expect(calls()).toEqual([1, 0])
  result.call('escape')
  expect(calls()).toEqual([2, 0])
  part.mockReturnValue(false)
  pressKey('Escape')
  result.call('escape')
  expect(calls()).toEqual([4, 2])
})

test('shortcuts of single characters do nothing while they are turned off', async () => {
  const { handlers, result } = await mountKeys()
  result.characterKeys.value = false
  pressKey('y')
  pressKey('g')
  pressKey('i')
  pressKey(' ')
  expect(handlers.verify).not.toHaveBeenCalled()
  expect(handlers.inbox).not.toHaveBeenCalled()
  expect(handlers['pan-or-play']).not.toHaveBeenCalled()
  result.characterKeys.value = true
  pressKey('y')
  expect(handlers.verify).toHaveBeenCalledTimes(1)
})

test('Y, N and G decide if pressed alone or after a pause, but not as part of typed text', async () => {
  const verify = vi.fn()
  const requestChanges = vi.fn()
  const approve = vi.fn()
  await mountInNuxt(() => {
    useShortcuts({ verify, 'request-changes': requestChanges, approve })
    return {}
  })
  let now = 0
  const press = (keys: string, pace: number) => {
    for (const key of keys) pressKey(key, { at: (now += pace) })
    now += 1000
    const times = [verify, requestChanges, approve].map(each => each.mock.calls.length)
    for (const each of [verify, requestChanges, approve]) each.mockClear()
    return times
  }
  expect(press('any wage', 299)).toEqual([0, 0, 0])
  expect(press('type and keg', 100)).toEqual([0, 0, 0])
  expect(press('yng', 300)).toEqual([1, 1, 1])
  expect(press('y', 100)).toEqual([1, 0, 0])
  expect(press('g', 100)).toEqual([0, 0, 1])
})

test('E resolves a thread after a pause or after the keys T or E, but not within a typed word', async () => {
  const { resolve } = (await mountKeys()).handlers
  let now = 0
  const press = (keys: string, pace: number) => {
    for (const key of keys) pressKey(key, { at: (now += pace) })
    // A pause separates these keys from the keys of the next call.
    now += 1000
    const times = resolve.mock.calls.length
    resolve.mockClear()
    return times
  }
  expect(press('please take the rest', 299)).toBe(0)
  expect(press('please', 300)).toBe(2)
  expect(press('tete', 100)).toBe(2)
  expect(press('ee', 100)).toBe(2)
  expect(press('ue', 100)).toBe(0)
  expect(press('e', 100)).toBe(1)
})
