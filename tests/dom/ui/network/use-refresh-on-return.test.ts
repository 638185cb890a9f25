import { expect, test, vi } from 'vitest'
import { useRefreshEachMinute, useRefreshOnReturn } from '~/ui/network/use-refresh-on-return'
import { fakeTimers, setVisibility } from '../../../support/dom/browser'
import { mountInNuxt } from '../../../support/dom/mount'

async function mountRefresh() {
  const refreshes = [vi.fn(), vi.fn()]
  const mounted = await mountInNuxt(() => {
    useRefreshOnReturn(...refreshes)
    return {}
  })
  return { ...mounted, calls: () => refreshes.map(each => each.mock.calls.length) }
}

test('data is read again when the tab is shown and when the network returns', async () => {
  const { calls } = await mountRefresh()
  setVisibility('hidden')
  expect(calls()).toEqual([0, 0])
  setVisibility('visible')
  expect(calls()).toEqual([1, 1])
  window.dispatchEvent(new Event('online'))
  expect(calls()).toEqual([2, 2])
})

test('no data is read again when a tab is shown while the browser is offline', async () => {
  const { calls } = await mountRefresh()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  setVisibility('visible')
  vi.restoreAllMocks()
  expect(calls()).toEqual([0, 0])
})

test('no data is read again after the component is unmounted', async () => {
  const { calls, wrapper } = await mountRefresh()
  wrapper.unmount()
  setVisibility('visible')
  window.dispatchEvent(new Event('online'))
  expect(calls()).toEqual([0, 0])
})

test('data is read again every minute, but not in a hidden tab', async () => {
  fakeTimers()
  const refresh = vi.fn()
  const { wrapper } = await mountInNuxt(() => {
    useRefreshEachMinute(refresh)
    return {}
  })
  await vi.advanceTimersByTimeAsync(120_000)
  expect(refresh).toHaveBeenCalledTimes(2)
  setVisibility('hidden')
  await vi.advanceTimersByTimeAsync(120_000)
  expect(refresh).toHaveBeenCalledTimes(2)
  setVisibility('visible')
  expect(refresh).toHaveBeenCalledTimes(3)
  wrapper.unmount()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(refresh).toHaveBeenCalledTimes(3)
})
