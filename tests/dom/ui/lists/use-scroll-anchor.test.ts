import { mount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defineComponent, h, nextTick, ref, type VNodeRef } from 'vue'
import { useScrollAnchor } from '~/ui/lists/use-scroll-anchor'

/** The distance of the list from the top of the page, in pixels. */
const TOP = 120

let resized: (rows: Element[]) => void

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: ResizeObserverCallback) {
        resized = rows => callback(rows.map(target => ({ target })) as ResizeObserverEntry[], this as never)
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

/**
 * Mounts a list that is 100 pixels high. `first` has the heights of its rows, because happy-dom computes no
 * layout.
 */
function mountList(first: Record<string, number>, scrollTop: number, hovered?: string) {
  const rows = ref(first)
  const scroller = ref<HTMLElement | null>(null)
  const wrapper = mount(
    defineComponent({
      setup() {
        const { keepInPlace } = useScrollAnchor(scroller, () => true)
        const observe: VNodeRef = row => row instanceof Element && keepInPlace(row)
        const list: VNodeRef = element => {
          scroller.value = element as HTMLElement | null
          if (scroller.value) layOut(scroller.value, hovered)
        }
        return () =>
          h(
            'ul',
            { ref: list },
            Object.entries(rows.value).map(([id, height], index) =>
              h('li', { 'key': id, id, 'data-index': index, 'data-height': height, 'ref': observe }),
            ),
          )
      },
    }),
    { attachTo: document.body },
  )
  const list = wrapper.element as HTMLElement
  // A ResizeObserver also reports each row when it starts to observe the row.
  resized([...list.children])
  list.scrollTop = scrollTop
  return {
    list,
    row: (id: string) => list.querySelector(`#${id}`) as HTMLElement,
    async change(next: Record<string, number>) {
      rows.value = next
      await nextTick()
    },
  }
}

function layOut(list: HTMLElement, hovered?: string) {
  const heightOf = (row: Element) => (row.isConnected ? Number((row as HTMLElement).dataset.height) : 0)
  const topOf = (row: Element): number => {
    const before = row.previousElementSibling
    return before ? topOf(before) + heightOf(before) : 0
  }
  list.getBoundingClientRect = () => new DOMRect(0, TOP, 100, 100)
  Object.defineProperty(list, 'clientHeight', { get: () => 100, configurable: true })
  const rows = HTMLLIElement.prototype
  vi.spyOn(rows, 'getBoundingClientRect').mockImplementation(function (this: HTMLLIElement) {
    return this.isConnected
      ? new DOMRect(0, TOP + topOf(this) - list.scrollTop, 100, heightOf(this))
      : new DOMRect()
  })
  vi.spyOn(rows, 'clientHeight', 'get').mockImplementation(function (this: HTMLLIElement) {
    return heightOf(this)
  })
  vi.spyOn(rows, 'matches').mockImplementation(function (this: HTMLLIElement, selector: string) {
    return selector.includes(':hover') && this.id === hovered
  })
}

test('the row under the pointer stays in place when a row above it grows', async () => {
  const { list, row, change } = mountList({ a: 40, b: 40, c: 40, d: 40 }, 10, 'c')
  await change({ a: 40, b: 70, c: 40, d: 40 })
  expect(list.scrollTop).toBe(40)
  resized([row('b')])
  expect(list.scrollTop).toBe(40)
})

test('without a row under the pointer, the first fully visible row stays in place', async () => {
  const { list, change } = mountList({ a: 40, b: 40, c: 40, d: 40 }, 10)
  await change({ a: 60, b: 40, c: 70, d: 40 })
  expect(list.scrollTop).toBe(30)
})

test('after a row above was removed, the scroll position is corrected only once', async () => {
  const { list, row, change } = mountList({ a: 40, b: 40, c: 40, d: 40, e: 40 }, 80, 'd')
  const removed = row('a')
  await change({ b: 40, c: 40, d: 40, e: 40 })
  expect(list.scrollTop).toBe(40)
  resized([removed])
  expect(list.scrollTop).toBe(40)
})

test('after a row was added above, the scroll position is corrected only once', async () => {
  const { list, row, change } = mountList({ b: 40, c: 40, d: 40 }, 10, 'c')
  await change({ a: 40, b: 40, c: 40, d: 40 })
  expect(list.scrollTop).toBe(50)
  resized([row('a')])
  expect(list.scrollTop).toBe(50)
})

test('rows that are added at the start of a list are shown, unless a row below is in use', async () => {
  const { list, change } = mountList({ b: 40, c: 40, d: 40 }, 0)
  await change({ a: 40, b: 40, c: 40, d: 40 })
  expect(list.scrollTop).toBe(0)
  const used = mountList({ b: 40, c: 40, d: 40 }, 0, 'c')
  await used.change({ a: 40, b: 40, c: 40, d: 40 })
  expect(used.list.scrollTop).toBe(40)
})

test('the scroll position is corrected when a row above the visible rows grows', () => {
  const { list, row } = mountList({ a: 40, b: 40, c: 40, d: 40 }, 80)
  row('a').dataset.height = '60'
  resized([row('a')])
  expect(list.scrollTop).toBe(100)
})
