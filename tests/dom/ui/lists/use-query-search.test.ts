import { expect, test, vi } from 'vitest'
import { nextTick } from 'vue'
import { useQuerySearch } from '~/ui/lists/use-query-search'
import { fakeTimers } from '../../../support/dom/browser'
import { mountInNuxt, settle, until } from '../../../support/dom/mount'

const PAUSE_MS = 250

async function mountSearch(path = '/') {
  const { result, router } = await mountInNuxt(() => useQuerySearch(), { path })
  fakeTimers()
  return {
    ...result,
    router,
    type: async (text: string) => {
      result.search.value = text
      await nextTick()
    },
    pause: () => vi.advanceTimersByTimeAsync(PAUSE_MS),
    query: () => router.currentRoute.value.query.search,
  }
}

test('the text of a search field is stored in the URL query when the person pauses typing', async () => {
  const { type, pause, query, searched } = await mountSearch()
  await type('a')
  await type('ab ')
  expect(query()).toBeUndefined()
  await pause()
  await until(() => expect([query(), searched.value]).toEqual(['ab', 'ab']))
  await type('')
  await pause()
  await until(() => expect(query()).toBeUndefined())
})

test('letters typed in a search field while the URL is updated stay, and are searched later', async () => {
  const { type, pause, query, router, search } = await mountSearch()
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const remove = router.beforeEach(async () => {
    await promise
  })
  await type('a')
  await pause()
  await type('ab')
  resolve(undefined)
  await until(() => expect(query()).toBe('a'))
  await settle()
  expect(search.value).toBe('ab')
  remove()
  await pause()
  await until(() => expect(query()).toBe('ab'))
})

test('a search text that is deleted while the URL is updated is also removed from the URL', async () => {
  const { type, pause, query, router, search } = await mountSearch()
  const { promise, resolve } = Promise.withResolvers<undefined>()
  router.beforeEach(async () => {
    await promise
  })
  await type('a')
  await pause()
  await type('')
  resolve(undefined)
  await until(() => expect(query()).toBe('a'))
  await pause()
  await until(() => expect(query()).toBeUndefined())
  expect(search.value).toBe('')
})

test('following a link with a search shows its text in the search field', async () => {
  const { type, pause, router, search, query } = await mountSearch('/?search=old')
  expect(search.value).toBe('old')
  await router.push('/?search=new')
  await until(() => expect(search.value).toBe('new'))
  await type('newer')
  await pause()
  await until(() => expect(query()).toBe('newer'))
  for (const path of ['/', '/?search=newer']) {
    await router.push(path)
    await until(() => expect(search.value).toBe(path === '/' ? '' : 'newer'))
  }
})
