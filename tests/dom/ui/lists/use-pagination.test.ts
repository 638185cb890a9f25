import { expect, test, vi } from 'vitest'
import { ref } from 'vue'
import { usePagination } from '~/ui/lists/use-pagination'
import { mountInNuxt, until } from '../../../support/dom/mount'

interface Row {
  id: string
}
const row = (id: string): Row => ({ id })

test('pages of a list are appended in order, and an item in two pages is listed once', async () => {
  const read = vi.fn(async (cursor?: string) =>
    cursor === undefined
      ? { items: [row('a'), row('b')], next: 'second' }
      : { items: [row('b'), row('c')], next: null },
  )
  const { result: list } = await mountInNuxt(() => usePagination(() => 'rows', read))
  await until(() => expect(list.items.value.map(each => each.id)).toEqual(['a', 'b']))
  expect(list.nextPage.exists).toBe(true)
  await list.nextPage.load()
  expect(read).toHaveBeenLastCalledWith('second')
  expect(list.items.value.map(each => each.id)).toEqual(['a', 'b', 'c'])
  expect(list.nextPage.exists).toBe(false)
})

test('a list loads only one page at a time', async () => {
  const second = Promise.withResolvers<{ items: Row[]; next: null }>()
  const read = vi.fn((cursor?: string) =>
    cursor === undefined ? Promise.resolve({ items: [row('a')], next: 'second' }) : second.promise,
  )
  const { result: list } = await mountInNuxt(() => usePagination(() => 'rows', read))
  await until(() => expect(list.items.value).toEqual([row('a')]))
  const first = list.nextPage.load()
  await list.nextPage.load()
  expect(list.nextPage.loading).toBe(true)
  second.resolve({ items: [row('b')], next: null })
  await first
  expect(read).toHaveBeenCalledTimes(2)
})

test('if a page of a list fails to load, the list stays as it was, and can be loaded again', async () => {
  let broken = true
  const { result: list } = await mountInNuxt(() =>
    usePagination(
      () => 'rows',
      async (cursor?: string) => {
        if (cursor === undefined) return { items: [row('a')], next: 'second' }
        if (broken) throw new Error('offline')
        return { items: [row('b')], next: null }
      },
    ),
  )
  await until(() => expect(list.items.value).toEqual([row('a')]))
  await list.nextPage.load()
  expect(list.nextPage.error).toMatchObject({ message: 'offline' })
  expect(list.items.value).toEqual([row('a')])
  broken = false
  await list.nextPage.load()
  expect(list.nextPage.error).toBeNull()
  expect(list.items.value).toEqual([row('a'), row('b')])
})

test('a page of a list that arrives after another list was chosen is ignored', async () => {
  const key = ref('open')
  const late = Promise.withResolvers<{ items: Row[]; next: null }>()
  const { result: list } = await mountInNuxt(() =>
    usePagination(
      () => key.value,
      (cursor?: string) =>
        cursor === undefined ? Promise.resolve({ items: [row(key.value)], next: 'more' }) : late.promise,
    ),
  )
  await until(() => expect(list.items.value).toEqual([row('open')]))
  const more = list.nextPage.load()
  key.value = 'resolved'
  await until(() => expect(list.items.value).toEqual([row('resolved')]))
  late.resolve({ items: [row('open-2')], next: null })
  await more
  expect(list.items.value).toEqual([row('resolved')])
})
