import { expect, test, vi } from 'vitest'
import { nextTick, ref, shallowRef } from 'vue'
import { useVisibilityDwell } from '~/ui/elements/use-visibility-dwell'
import { fakeTimers, setVisibility, stubObserver } from '../../../support/dom/browser'
import { mountInNuxt } from '../../../support/dom/mount'

async function mountDwell(first = ['cmt_1']) {
  fakeTimers()
  const observers = stubObserver('IntersectionObserver')
  const ids = ref(first)
  const onShown = vi.fn()
  const mounted = await mountInNuxt(() => {
    useVisibilityDwell(shallowRef(document.createElement('li')), () => ids.value, onShown)
    return {}
  })
  const show = (isIntersecting: boolean) => observers.at(-1)?.report({ isIntersecting })
  return { ...mounted, ids, onShown, show, observers }
}

test('an element is reported as seen, only once, after it was visible for two seconds', async () => {
  const { show, onShown } = await mountDwell()
  show(true)
  await vi.advanceTimersByTimeAsync(1999)
  expect(onShown).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(onShown.mock.calls).toEqual([[['cmt_1']]])
})

test('an element that is scrolled past is not reported as seen', async () => {
  const { show, onShown } = await mountDwell()
  show(true)
  await vi.advanceTimersByTimeAsync(1500)
  show(false)
  await vi.advanceTimersByTimeAsync(5000)
  expect(onShown).not.toHaveBeenCalled()
})

test('time in a hidden tab does not count; the two seconds start again when the tab is shown', async () => {
  const { show, onShown } = await mountDwell()
  show(true)
  await vi.advanceTimersByTimeAsync(1500)
  setVisibility('hidden')
  await vi.advanceTimersByTimeAsync(5000)
  expect(onShown).not.toHaveBeenCalled()
  setVisibility('visible')
  await vi.advanceTimersByTimeAsync(1500)
  expect(onShown).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(500)
  expect(onShown).toHaveBeenCalledTimes(1)
})

test('if an item is added to a visible element, the two seconds until it is seen start again', async () => {
  const { show, ids, onShown, observers } = await mountDwell()
  show(true)
  await vi.advanceTimersByTimeAsync(1500)
  ids.value = ['cmt_1', 'cmt_2']
  await nextTick()
  expect(observers[0]?.observed.size).toBe(0)
  show(true)
  await vi.advanceTimersByTimeAsync(1500)
  expect(onShown).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(500)
  expect(onShown.mock.calls).toEqual([[['cmt_1', 'cmt_2']]])
})

test('an element without new items is not observed', async () => {
  const { observers } = await mountDwell([])
  expect(observers).toEqual([])
})

test('an element that is unmounted is not reported as seen any more', async () => {
  const { show, onShown, wrapper, observers } = await mountDwell()
  show(true)
  wrapper.unmount()
  setVisibility('visible')
  await vi.advanceTimersByTimeAsync(5000)
  expect(onShown).not.toHaveBeenCalled()
  expect(observers[0]?.observed.size).toBe(0)
})
