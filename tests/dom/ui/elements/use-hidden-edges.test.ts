import { expect, test } from 'vitest'
import { shallowRef } from 'vue'
import { useHiddenEdges } from '~/ui/elements/use-hidden-edges'
import { stubObserver } from '../../../support/dom/browser'
import { mountInNuxt } from '../../../support/dom/mount'

/** Mounts a list that is 500 CSS pixels wide, of which 300 are visible. */
async function mountList() {
  const observer = stubObserver('ResizeObserver')
  const list = document.createElement('ul')
  const size = { scrollWidth: 500, clientWidth: 300 }
  Object.defineProperties(list, {
    scrollWidth: { get: () => size.scrollWidth },
    clientWidth: { get: () => size.clientWidth },
  })
  const { result, wrapper } = await mountInNuxt(() => ({ edges: useHiddenEdges(shallowRef(list)) }))
  const scrollTo = (left: number) => {
    list.scrollLeft = left
    list.dispatchEvent(new Event('scroll'))
  }
  const resize = (width: number) => {
    size.clientWidth = width
    observer[0]?.report({})
  }
  return { edges: result.edges, scrollTo, resize, wrapper, observer }
}

test('useHiddenEdges returns which ends of a list hide content, after each scroll and resize', async () => {
  const { edges, scrollTo, resize } = await mountList()
  resize(300)
  expect(edges).toEqual({ start: false, end: true })
  scrollTo(100)
  expect(edges).toEqual({ start: true, end: true })
  scrollTo(200)
  expect(edges).toEqual({ start: true, end: false })
  scrollTo(0)
  resize(500)
  expect(edges).toEqual({ start: false, end: false })
})

test('in a right-to-left list, useHiddenEdges returns the right end as the start', async () => {
  const { edges, scrollTo } = await mountList()
  scrollTo(-200)
  expect(edges).toEqual({ start: true, end: false })
})

test('useHiddenEdges stops observing a list that is unmounted', async () => {
  const { wrapper, observer } = await mountList()
  expect(observer[0]?.observed.size).toBe(1)
  wrapper.unmount()
  expect(observer[0]?.observed.size).toBe(0)
})
