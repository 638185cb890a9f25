import { expect, onTestFinished, test, vi } from 'vitest'
import { deviceStorage, parseStored } from '~/ui/page/device-storage'

test('a text can be stored on the device, listed and removed', () => {
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

test('if the browser blocks site data, a stored text stays available until the page is closed', () => {
  const blocked = vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  })
  onTestFinished(() => blocked.mockRestore())
  deviceStorage.write('greeting', 'Hello')
  expect([deviceStorage.read('greeting'), deviceStorage.keys()]).toEqual(['Hello', ['greeting']])
  deviceStorage.remove('greeting')
  expect([deviceStorage.read('greeting'), deviceStorage.keys()]).toEqual([null, []])
})

test.each(['', 'no JSON', 'null', '7', '{"at":"x"}'])(
  'a stored text that is not valid is ignored: %s',
  json => {
    expect(parseStored<{ at: number }>(json, ({ at }) => at > 0)).toBeUndefined()
  },
)

test('a stored text that is valid is returned as the parsed value', () => {
  expect(parseStored<{ at: number }>('{"at":7}', ({ at }) => at > 0)).toEqual({ at: 7 })
})
