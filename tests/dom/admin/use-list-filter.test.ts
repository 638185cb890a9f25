import { expect, test } from 'vitest'
import { useListFilter } from '~/admin/use-list-filter'
import { mountInNuxt, until } from '../../support/dom/mount'

test('the URL of an admin list gets the chosen state at once, and the search text later', async () => {
  const { result, router } = await mountInNuxt(() => useListFilter())
  expect(result.query.value).toEqual({ search: undefined, state: undefined })
  result.state.value = 'suspended'
  await until(() => expect(router.currentRoute.value.query).toEqual({ state: 'suspended' }))
  result.search.value = 'Ac'
  result.search.value = 'Acme'
  await until(() => expect(router.currentRoute.value.query).toEqual({ state: 'suspended', search: 'Acme' }))
  expect(result.query.value).toEqual({ search: 'Acme', state: 'suspended' })
  result.search.value = ''
  await until(() => expect(router.currentRoute.value.query).toEqual({ state: 'suspended' }))
})

test('a changed URL updates the search field of an admin list, and an unknown state is ignored', async () => {
  const { result, router } = await mountInNuxt(() => useListFilter())
  await router.push({ query: { search: 'usr_1', state: 'sleeping' } })
  await until(() => expect(result.search.value).toBe('usr_1'))
  expect(result.query.value).toEqual({ search: 'usr_1', state: undefined })
})
