import { expect, test } from 'vitest'
import type { AdminPerson } from '#shared/contract/admin'
import { usePersonSearch } from '~/admin/use-person-search'
import { stubApi } from '../../support/dom/api'
import { mountInNuxt, until } from '../../support/dom/mount'

const personOf = (number: number): AdminPerson => ({
  id: `usr_01AAAAAAAAAAAAAAAAAAAAAA0${number}`,
  name: `Ann ${number}`,
  email: `ann${number}@example.org`,
  emailVerified: true,
  admin: false,
  state: 'active',
  deletesAt: null,
  createdAt: '2026-11-28T00:00:00.000Z',
  lastSeenAt: null,
  workspaceCount: 1,
})

test('people are searched once when typing pauses, and an empty field finds no one', async () => {
  const api = stubApi({
    'GET /api/admin/people': () => ({ people: [personOf(1)], next: null }),
  })
  const { result } = await mountInNuxt(() => usePersonSearch())
  expect(result.people.value).toBeUndefined()
  result.search.value = 'A'
  result.search.value = ' Ann '
  await until(() => expect(result.people.value?.map(each => each.name)).toEqual(['Ann 1']))
  expect(api.calls.map(each => each.query)).toEqual([{ search: 'Ann', state: 'active' }])
  expect(result.hasMore.value).toBe(false)
  result.search.value = ''
  await until(() => expect(result.people.value).toBeUndefined())
})

test('a search for people lists at most six people, and says that there are more', async () => {
  const people = Array.from({ length: 7 }, (_, index) => personOf(index))
  stubApi({ 'GET /api/admin/people': () => ({ people, next: null }) })
  const { result } = await mountInNuxt(() => usePersonSearch())
  result.search.value = 'Ann'
  await until(() => expect(result.people.value).toHaveLength(6))
  expect(result.hasMore.value).toBe(true)
})
