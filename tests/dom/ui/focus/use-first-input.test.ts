import { expect, test, vi } from 'vitest'
import { useFirstInput } from '~/ui/focus/use-first-input'
import { fakeTimers } from '../../../support/dom/browser'
import { mountInNuxt } from '../../../support/dom/mount'

const mounted = async () => {
  let calls = 0
  const page = await mountInNuxt(() => {
    useFirstInput(() => calls++)
    return {}
  })
  return { ...page, calls: () => calls }
}
const input = (type: string) => window.dispatchEvent(new Event(type))

test.each(['keydown', 'pointerdown', 'pointermove'])(
  'the callback for the first input runs only at the first %s',
  async type => {
    const { calls } = await mounted()
    expect(calls()).toBe(0)
    input(type)
    input(type)
    input('keydown')
    expect(calls()).toBe(1)
  },
)

test('the callback for the first input does not run after the component is unmounted', async () => {
  const { wrapper, calls } = await mounted()
  wrapper.unmount()
  input('keydown')
  expect(calls()).toBe(0)
})

test('without an input, the callback runs once when the page has been idle for two seconds', async () => {
  fakeTimers()
  const { calls } = await mounted()
  await vi.advanceTimersByTimeAsync(1900)
  expect(calls()).toBe(0)
  await vi.advanceTimersByTimeAsync(300)
  expect(calls()).toBe(1)
  input('keydown')
  expect(calls()).toBe(1)
})

test('the callback does not run on an idle page after the component is unmounted', async () => {
  fakeTimers()
  const { wrapper, calls } = await mounted()
  await vi.advanceTimersByTimeAsync(100)
  wrapper.unmount()
  await vi.advanceTimersByTimeAsync(5000)
  expect(calls()).toBe(0)
})
