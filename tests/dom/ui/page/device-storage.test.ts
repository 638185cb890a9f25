import { expect, onTestFinished, test, vi } from 'vitest'
import { deviceStorage } from '~/ui/page/device-storage'
import { useDraftText } from '~/ui/page/use-draft-text'
import { mountInNuxt } from '../../../support/dom/mount'

test('a text is stored, listed and removed', () => {
  deviceStorage.write('greeting', 'Hello')
  expect([deviceStorage.read('greeting'), deviceStorage.keys()]).toEqual([
    'Hello',
    expect.arrayContaining(['greeting']),
  ])
  deviceStorage.remove('greeting')
  expect([deviceStorage.read('greeting'), deviceStorage.keys()]).toEqual([
    null,
    expect.not.arrayContaining(['greeting']),
  ])
})

test('with blocked site data nothing is stored, and a form still works', async () => {
  const blocked = vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  })
  onTestFinished(() => blocked.mockRestore())
  deviceStorage.write('greeting', 'Hello')
  expect([deviceStorage.read('greeting'), deviceStorage.keys()]).toEqual([null, []])
  const { result } = await mountInNuxt(() => useDraftText(() => 'thread'))
  result.text.value = 'It jumps.'
  const { clear } = result.snapshot()
  clear()
  expect(result.text.value).toBe('')
})
