import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { nextTick, ref } from 'vue'
import {
  clearDraftTexts,
  keepDraftsOf,
  readDraftText,
  saveDraftText,
  storedDraftNames,
  useDraftText,
} from '~/ui/page/use-draft-text'
import { mountInNuxt } from '../../../support/dom/mount'

beforeEach(() => localStorage.clear())

const mountText = (name: () => string) => mountInNuxt(() => useDraftText(name))

test('typed text is stored under the name of its form and loaded by the next form of that name', async () => {
  const first = await mountText(() => 'rev_1:review')
  first.result.text.value = 'Half a thought'
  await nextTick()
  first.wrapper.unmount()
  const second = await mountText(() => 'rev_1:review')
  expect(second.result.text.value).toBe('Half a thought')
})

test('emptying a form deletes its stored text', async () => {
  saveDraftText('rev_1:review', 'Half a thought')
  const { result } = await mountText(() => 'rev_1:review')
  result.text.value = ''
  await nextTick()
  expect(localStorage).toHaveLength(0)
})

test('a form that gets another name shows the text stored under that name', async () => {
  saveDraftText('one', 'First')
  const name = ref('one')
  const { result } = await mountText(() => name.value)
  name.value = 'two'
  await nextTick()
  expect(result.text.value).toBe('')
  result.text.value = 'Second'
  await nextTick()
  name.value = 'one'
  await nextTick()
  expect(result.text.value).toBe('First')
  expect(readDraftText('two')).toBe('Second')
})

test('a snapshot of a form’s text can restore the text after the form was unmounted', async () => {
  const { result, wrapper } = await mountText(() => 'one')
  result.text.value = 'Half a thought'
  await nextTick()
  const { clear, restore } = result.snapshot()
  clear()
  await nextTick()
  expect(readDraftText('one')).toBe('')
  wrapper.unmount()
  restore()
  expect(readDraftText('one')).toBe('Half a thought')
})

test('clearing or restoring the text snapshot of one form does not change another form’s text', async () => {
  const name = ref('one')
  const { result } = await mountText(() => name.value)
  result.text.value = 'First'
  await nextTick()
  const { clear, restore } = result.snapshot()
  name.value = 'two'
  await nextTick()
  result.text.value = 'Second'
  await nextTick()
  clear()
  expect([readDraftText('one'), result.text.value]).toEqual(['', 'Second'])
  restore()
  expect([readDraftText('one'), result.text.value]).toEqual(['First', 'Second'])
})

test('clearing a text snapshot does not delete a text that was changed after the snapshot', async () => {
  const { result } = await mountText(() => 'one')
  result.text.value = 'Sent'
  await nextTick()
  const { clear } = result.snapshot()
  result.text.value = 'Sent, and more'
  await nextTick()
  clear()
  await nextTick()
  expect(result.text.value).toBe('Sent, and more')
  expect(readDraftText('one')).toBe('Sent, and more')
})

/** Makes the storage of the browser full until the test ends. */
function fillStorage() {
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const full = new Proxy(localStorage, {
    get: (storage, key) => (key === 'setItem' ? setItem : (Reflect.get(storage, key) as unknown)),
  })
  const spy = vi.spyOn(globalThis, 'localStorage', 'get').mockReturnValue(full)
  onTestFinished(() => {
    clearDraftTexts()
    spy.mockRestore()
  })
}

test('with a full browser storage, sending one text does not delete other texts on the page', async () => {
  saveDraftText('one', 'Older')
  const [one, two] = [await mountText(() => 'one'), await mountText(() => 'two')]
  fillStorage()
  one.result.text.value = 'First'
  two.result.text.value = 'Second'
  await nextTick()
  two.result.snapshot().clear()
  expect([one.result.text.value, two.result.text.value]).toEqual(['First', ''])
})

test('with a full browser storage, a reopened form still shows its text', async () => {
  fillStorage()
  const { result, wrapper } = await mountText(() => 'one')
  result.text.value = 'Half a thought'
  wrapper.unmount()
  const next = await mountText(() => 'one')
  expect([next.result.text.value, storedDraftNames()]).toEqual(['Half a thought', ['one']])
})

test('all open forms with the same name show the same text', async () => {
  const [one, other] = [await mountText(() => 'one'), await mountText(() => 'one')]
  one.result.text.value = 'Half a thought'
  expect(other.result.text.value).toBe('Half a thought')
})

test('clearing all drafts deletes no other stored data', () => {
  saveDraftText('one', 'First')
  saveDraftText('two', 'Second')
  localStorage.setItem('threads-by', 'round')
  clearDraftTexts()
  expect(Object.keys(localStorage)).toEqual(['threads-by'])
})

test('drafts are deleted when another person signs in, and stay when the same person signs in', () => {
  saveDraftText('rev_1:review', 'Written as a guest')
  keepDraftsOf('usr_mara')
  keepDraftsOf('usr_mara')
  expect(readDraftText('rev_1:review')).toBe('Written as a guest')
  keepDraftsOf('usr_noor')
  expect(readDraftText('rev_1:review')).toBe('')
  saveDraftText('rev_1:review', 'By Noor')
  keepDraftsOf('usr_noor')
  expect(readDraftText('rev_1:review')).toBe('By Noor')
})
