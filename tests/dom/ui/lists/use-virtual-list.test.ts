import { expect, test } from 'vitest'
import { nextTick, ref, shallowRef } from 'vue'
import { useVirtualList } from '~/ui/lists/use-virtual-list'
import { mountInNuxt, until } from '../../../support/dom/mount'

const ROW = 90
const keysOf = (count: number) => Array.from({ length: count }, (_, index) => `thr_${index}`)

/**
 * Mounts a list in a scroller that is ten rows high. Heights are stubbed, because happy-dom computes no
 * layout.
 */
async function mountList(count: number) {
  const keys = ref(keysOf(count))
  const scroller = document.createElement('div')
  Object.defineProperties(scroller, {
    clientHeight: { value: 10 * ROW },
    scrollHeight: { get: () => keys.value.length * ROW },
  })
  const { result } = await mountInNuxt(() =>
    useVirtualList({ scroller: shallowRef(scroller), keys, estimate: ROW }),
  )
  return { ...result, keys, scroller }
}

test('a list of up to sixty rows is rendered whole, so that the browser can search its text', async () => {
  const { shown, before, after } = await mountList(60)
  expect([shown.value.length, before.value, after.value]).toEqual([60, 0, 0])
})

test('a longer list renders only some rows and reserves the space of the others', async () => {
  const { shown, before, after } = await mountList(500)
  expect(shown.value[0]).toBe(0)
  expect(shown.value.length).toBeLessThan(30)
  expect(before.value + after.value + shown.value.length * ROW).toBe(500 * ROW)
})

test('a long list renders the rows that are scrolled into view', async () => {
  const { shown, before, after, scroller } = await mountList(500)
  scroller.scrollTop = 100 * ROW
  scroller.dispatchEvent(new Event('scroll'))
  await until(() => expect(shown.value).toContain(100))
  expect(shown.value).not.toContain(0)
  expect(before.value + after.value + shown.value.length * ROW).toBe(500 * ROW)
})

test('revealing a row scrolls to the row, unless the row is unknown or already visible', async () => {
  const { reveal, scroller } = await mountList(500)
  reveal('thr_400')
  await until(() => expect(scroller.scrollTop).toBeGreaterThan(380 * ROW))
  const before = scroller.scrollTop
  reveal('thr_900')
  reveal('thr_401')
  await nextTick()
  expect(scroller.scrollTop).toBe(before)
})

test('the row with the focus stays rendered, at its position, when it is scrolled out of view', async () => {
  const { shown, before, after, gapAbove, scroller } = await mountList(500)
  const row = document.createElement('button')
  row.dataset.index = '3'
  scroller.append(row)
  const scrollTo = (index: number) => {
    scroller.scrollTop = index * ROW
    scroller.dispatchEvent(new Event('scroll'))
  }
  row.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  scrollTo(100)
  await until(() => expect(shown.value).toContain(100))
  expect(shown.value[0]).toBe(3)
  const [, next = 0] = shown.value
  expect([before.value, gapAbove(next), gapAbove(next + 1)]).toEqual([
    3 * ROW,
    { marginTop: `${(next - 4) * ROW}px` },
    undefined,
  ])
  expect(before.value + (next - 4) * ROW + shown.value.length * ROW + after.value).toBe(500 * ROW)
  row.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  scrollTo(200)
  await until(() => expect(shown.value).toContain(200))
  expect(shown.value).not.toContain(3)
})

test('a list that shrinks renders no removed rows', async () => {
  const { shown, keys, after } = await mountList(500)
  keys.value = keysOf(3)
  await nextTick()
  expect([shown.value, after.value]).toEqual([[0, 1, 2], 0])
})
