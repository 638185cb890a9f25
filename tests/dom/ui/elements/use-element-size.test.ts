import { expect, test, vi } from 'vitest'
import { shallowRef } from 'vue'
import { useElementSize } from '~/ui/elements/use-element-size'
import { stubObserver } from '../../../support/dom/browser'
import { mountInNuxt } from '../../../support/dom/mount'

test('an element reports its size until it is unmounted', async () => {
  const observers = stubObserver('ResizeObserver')
  const onSize = vi.fn()
  const { wrapper } = await mountInNuxt(() => {
    useElementSize(shallowRef(document.createElement('div')), onSize)
    return {}
  })
  observers[0]?.report({ contentRect: { width: 30, height: 20, top: 0 } })
  expect(onSize.mock.calls).toEqual([[{ width: 30, height: 20 }]])
  wrapper.unmount()
  expect(observers[0]?.observed.size).toBe(0)
})
