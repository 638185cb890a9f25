import { expect, onTestFinished, test } from 'vitest'
import { nextTick, ref } from 'vue'
import { useMentionInput } from '~/comment/use-mention-input'
import { ignoreImeKeys } from '~/ui/keys/ime-keys'
import { ErrorResponse } from '../../support/dom/api'
import { addElement, imeKey } from '../../support/dom/keys'
import { until } from '../../support/dom/mount'
import { mountOnReview } from '../../support/dom/review-page'

const MEMBERS = 'GET /api/workspaces/{id}/members'
const member = (userId: string, name: string) => ({
  userId,
  name,
  email: `${userId}@example.org`,
  role: 'member' as const,
  joinedAt: '2026-06-01T09:00:00.000Z',
})
const served = () => ({
  members: [member('usr_me', 'Mara'), member('usr_mia', 'Mia Wong'), member('usr_max', 'Max')],
  invitations: [],
  agentInvitations: true,
  scriptedSessions: [],
})

async function mountInput() {
  const element = addElement('<textarea></textarea>') as HTMLTextAreaElement
  const mounted = await mountOnReview(() => useMentionInput(ref(element)), {
    handlers: { [MEMBERS]: served },
  })
  const { result } = mounted
  element.addEventListener('input', result.track)
  element.addEventListener('keydown', result.onKeydown)
  /** Types a text at the caret, as a person does. */
  async function type(text: string) {
    const { value, selectionStart, selectionEnd } = element
    element.value = value.slice(0, selectionStart) + text + value.slice(selectionEnd)
    element.setSelectionRange(selectionStart + text.length, selectionStart + text.length)
    element.dispatchEvent(new Event('input'))
    await nextTick()
  }
  /** Presses a key. Returns whether the list of suggestions handled the key. */
  async function press(key: string, modifiers: KeyboardEventInit = {}) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers })
    element.dispatchEvent(event)
    await nextTick()
    return event.defaultPrevented
  }
  const names = () => result.suggested.value.map(each => each.name)
  const suggests = (...wanted: string[]) => until(() => expect(names()).toEqual(wanted))
  return { ...mounted, element, type, press, names, suggests }
}

test('typing @ suggests the other members of the workspace; Enter inserts the selected name', async () => {
  const { element, type, press, suggests, result } = await mountInput()
  await type('Right, @')
  await suggests('Max', 'Mia Wong')
  await type('m')
  await suggests('Max', 'Mia Wong')
  expect(result.active.value?.name).toBe('Max')
  expect(await press('ArrowDown')).toBe(true)
  expect(result.active.value?.name).toBe('Mia Wong')
  await press('ArrowDown')
  expect(result.active.value?.name).toBe('Max')
  await press('ArrowUp')
  expect(result.active.value?.name).toBe('Mia Wong')
  expect(await press('Enter')).toBe(true)
  expect([element.value, element.selectionStart]).toEqual(['Right, @Mia Wong ', 17])
  await suggests()
  await type('?')
  expect(element.value).toBe('Right, @Mia Wong ?')
})

test('Tab inserts the first suggested name, and a choice in the list inserts the chosen name', async () => {
  const { element, type, press, suggests, result } = await mountInput()
  await type('@m')
  await suggests('Max', 'Mia Wong')
  expect(await press('Tab')).toBe(true)
  expect(element.value).toBe('@Max ')
  await type('@m')
  await suggests('Max', 'Mia Wong')
  const [, mia] = result.suggested.value
  if (mia) result.choose(mia)
  expect(element.value).toBe('@Max @Mia Wong ')
})

test('Escape closes the suggested names until the next @ and keeps the text', async () => {
  const { element, type, press, suggests, names } = await mountInput()
  await type('@')
  await suggests('Max', 'Mia Wong')
  expect(await press('Escape')).toBe(true)
  await type('mi')
  expect([element.value, names()]).toEqual(['@mi', []])
  // A second Escape is not handled by the suggestions, so the form receives it.
  expect(await press('Escape')).toBe(false)
  await type(' @mi')
  await suggests('Mia Wong')
})

test('no name is suggested in an email address, while text is selected, or outside the field', async () => {
  const { element, type, names, suggests, result } = await mountInput()
  await type('@')
  await suggests('Max', 'Mia Wong')
  await type(' mail@max')
  expect(names()).toEqual([])
  await type(' @ma')
  await suggests('Max')
  element.setSelectionRange(0, element.value.length)
  result.track()
  expect(names()).toEqual([])
  element.setSelectionRange(element.value.length, element.value.length)
  result.track()
  expect(names()).toEqual(['Max'])
  result.close()
  expect(names()).toEqual([])
})

test('keys with modifiers and keys of an input method do not control the suggestions', async () => {
  const { element, type, press, suggests } = await mountInput()
  await type('@m')
  await suggests('Max', 'Mia Wong')
  expect(await press('Enter', { ctrlKey: true })).toBe(false)
  expect(await press('Tab', { shiftKey: true })).toBe(false)
  onTestFinished(ignoreImeKeys())
  expect(await press('Enter', { isComposing: true })).toBe(false)
  element.dispatchEvent(imeKey('Enter'))
  expect(await press('x')).toBe(false)
  expect(element.value).toBe('@m')
})

test('the members are loaded when the first @ is typed, and again only if loading failed', async () => {
  const { type, suggests, api, result } = await mountInput()
  const reads = () => api.calls.filter(each => each.operation === MEMBERS).length
  await type('Hi ')
  expect(reads()).toBe(0)
  api.on({
    [MEMBERS]: () => {
      throw new ErrorResponse('internal_error')
    },
  })
  await type('@')
  await until(() => expect(reads()).toBe(1))
  api.on({ [MEMBERS]: served })
  // The members are loaded again only after the first request has failed.
  await until(() => {
    result.track()
    expect(reads()).toBe(2)
  })
  await type('m')
  await suggests('Max', 'Mia Wong')
  const before = reads()
  await type('i')
  await suggests('Mia Wong')
  expect(reads()).toBe(before)
})
