import { afterEach, expect, test } from 'vitest'
import { isCharacterKey, useCharacterKeys } from '~/ui/keys/use-character-keys'
import { mountInNuxt, until } from '../../../support/dom/mount'

afterEach(() => {
  document.cookie = 'character-keys=; Max-Age=0; Path=/'
})

/** Mounts a new page, as a reload does, so that only the cookie keeps the choice. */
const openPage = async () => (await mountInNuxt(() => ({ isOn: useCharacterKeys() }))).result.isOn

test('single-character shortcuts can be turned off and on, and later pages keep the choice', async () => {
  const first = await openPage()
  expect(first.value).toBe(true)
  first.value = false
  await until(() => expect(document.cookie).toContain('character-keys=false'))
  const second = await openPage()
  expect(second.value).toBe(false)
  second.value = true
  await until(() => expect(document.cookie).toContain('character-keys=true'))
  expect((await openPage()).value).toBe(true)
})

test('a cookie with an invalid value leaves the single-character shortcuts on', async () => {
  document.cookie = 'character-keys=%7B; Path=/'
  expect((await openPage()).value).toBe(true)
})

test('letters, digits and symbols are character keys; arrows, Escape and keys with Ctrl are not', () => {
  const press = (key: string, more: KeyboardEventInit = {}) =>
    isCharacterKey(new KeyboardEvent('keydown', { key, ...more }))
  expect(['r', 'R', '?', '+', ' '].filter(key => !press(key))).toEqual([])
  expect(['ArrowDown', 'Escape', 'Enter', 'F1'].filter(key => press(key))).toEqual([])
  expect([press('z', { ctrlKey: true }), press('k', { metaKey: true })]).toEqual([false, false])
})
