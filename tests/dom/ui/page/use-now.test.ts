import { expect, test, vi } from 'vitest'
import { useNow } from '~/ui/page/use-now'
import { fakeTimers } from '../../../support/dom/browser'
import { mountInNuxt } from '../../../support/dom/mount'

test('the current time is updated every half minute by one timer that all components share', async () => {
  fakeTimers()
  const { result, wrapper } = await mountInNuxt(() => ({ now: useNow() }))
  const start = result.now.value
  await vi.advanceTimersByTimeAsync(60_000)
  expect(result.now.value).toBe(start + 60_000)
  expect(vi.getTimerCount()).toBe(1)
  wrapper.unmount()
  expect(vi.getTimerCount()).toBe(0)
})

test('the current time is updated until the last component that shows it is unmounted', async () => {
  fakeTimers()
  const first = await mountInNuxt(() => ({ now: useNow() }))
  const second = await mountInNuxt(() => ({ now: useNow() }))
  second.wrapper.unmount()
  const before = first.result.now.value
  await vi.advanceTimersByTimeAsync(30_000)
  expect(first.result.now.value).toBe(before + 30_000)
})
