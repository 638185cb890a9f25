import { expect, test } from 'vitest'
import { nextTick, ref } from 'vue'
import { useFoundEvidence } from '~/palette/use-found-evidence'
import { ErrorResponse, stubApi, type Handlers } from '../../support/dom/api'
import { me } from '../../support/dom/fixtures'
import { mountInNuxt, until } from '../../support/dom/mount'

const evidence = {
  id: 'art_1',
  kind: 'image',
  title: 'At the till',
  viewport: null,
  scenario: null,
  variationGroup: null,
  route: null,
  reviewId: 'rev_1',
  reviewTitle: 'Totals',
} as const

async function mountSearch(handlers: Handlers = { 'GET /api/evidence': () => ({ evidence: [evidence] }) }) {
  const api = stubApi(handlers)
  const query = ref('')
  const { result, router } = await mountInNuxt(() => useFoundEvidence(query), { me: me() })
  return { api, query, router, titles: () => result.found.value.map(each => each.label), ...result }
}

test('evidence is searched only once, after typing pauses, and a result can be opened', async () => {
  const { api, query, titles, found, router } = await mountSearch()
  for (const text of ['at', 'at t', ' at the till ']) query.value = text
  await until(() => expect(titles()).toEqual(['At the till']))
  const searches = api.calls.filter(each => each.operation === 'GET /api/evidence')
  expect(searches.map(each => each.query)).toEqual([{ workspaceId: 'ws_1', search: 'at the till' }])
  await found.value[0]?.run()
  await until(() => expect(router.currentRoute.value.fullPath).toBe('/reviews/rev_1#art_1'))
  query.value = 'a'
  await until(() => expect(titles()).toEqual([]))
})

test('if the search for evidence fails, the palette lists no evidence', async () => {
  const { api, query, titles, isSearching } = await mountSearch({
    'GET /api/evidence': () => {
      throw new ErrorResponse('internal_error')
    },
  })
  query.value = 'till'
  await until(() => expect(api.calls).toHaveLength(1))
  await until(() => expect(isSearching.value).toBe(false))
  expect(titles()).toEqual([])
})

test('found evidence with equal titles is listed with details that distinguish it', async () => {
  const phone = { ...evidence, id: 'art_2', viewport: { width: 390, height: 844 } }
  const laptop = { ...evidence, id: 'art_3', viewport: { width: 1440, height: 900 } }
  const other = { ...evidence, id: 'art_4', reviewId: 'rev_2', reviewTitle: 'Checkout' }
  const { query, found, isSearching } = await mountSearch({
    'GET /api/evidence': () => ({ evidence: [phone, laptop, other] }),
  })
  query.value = 'till'
  await nextTick()
  expect(isSearching.value).toBe(true)
  await until(() => expect(isSearching.value).toBe(false))
  expect(found.value.map(each => each.detail)).toEqual(['390×844 · Totals', '1440×900 · Totals', 'Checkout'])
  query.value = 't'
  await until(() => expect(found.value).toEqual([]))
  expect(isSearching.value).toBe(false)
})
