import { limits } from '#shared/contract/kit/limits'
import { expect, test, vi } from 'vitest'
import { memberLoader } from '~/review-state/review-loader'
import { useReadState } from '~/review-state/use-read-state'
import { fakeTimers } from '../../support/dom/browser'
import { artifact } from '../../support/dom/fixtures'
import { until } from '../../support/dom/mount'
import { mountOnReview } from '../../support/dom/review-page'

const SEEN = 'POST /v1/reviews/{id}/seen'

async function mountReadState(options: Parameters<typeof mountOnReview>[1] = {}) {
  const { result, wrapper, api, page } = await mountOnReview(() => useReadState(), {
    payload: { seenItemIds: ['rvs_1'] },
    handlers: { [SEEN]: () => ({ reviewId: 'rev_1', seenItemIds: [] }) },
    ...options,
  })
  fakeTimers()
  const sent = () => api.bodies(SEEN).map(each => (each as { itemIds: string[] }).itemIds)
  const pass = () => vi.advanceTimersByTimeAsync(1000)
  /** Waits until the page has sent exactly these requests. Each request is a list of item ids. */
  const sends = (...requests: string[][]) => until(() => expect(sent()).toEqual(requests))
  return { ...result, api, page, sent, sends, pass, wrapper }
}

test('items that a person sees soon after each other are sent as seen in one request', async () => {
  const { markSeen, sends, pass } = await mountReadState()
  markSeen(['rvs_2'])
  markSeen(['cmt_1', 'cmt_2'])
  await pass()
  await sends(['rvs_2', 'cmt_1', 'cmt_2'])
})

test('a seen item counts as seen at once, and is sent to the server only once', async () => {
  const { markSeen, seen, sends, pass } = await mountReadState()
  markSeen(['rvs_1', 'rvs_2'])
  markSeen(['rvs_2'])
  expect([...seen.value]).toEqual(['rvs_1', 'rvs_2'])
  await pass()
  await sends(['rvs_2'])
  markSeen(['rvs_2'])
  await pass()
  markSeen(['rvs_2', 'rvs_3'])
  await pass()
  await sends(['rvs_2'], ['rvs_3'])
})

test('seen items beyond the limit of a request are sent in several requests', async () => {
  const { markSeen, sent, pass } = await mountReadState()
  markSeen(Array.from({ length: limits.seenIds + 1 }, (_, index) => `cmt_${index}`))
  await pass()
  await until(() => expect(sent().map(each => each.length)).toEqual([limits.seenIds, 1]))
})

test('seen items that were not sent yet are sent when the person goes to another page', async () => {
  const { markSeen, sends, wrapper } = await mountReadState()
  markSeen(['rvs_2'])
  wrapper.unmount()
  expect(vi.getTimerCount()).toBe(0)
  await sends(['rvs_2'])
})

test('a failed request for seen items is not retried, and later items are still sent', async () => {
  const { markSeen, seen, sends, pass, api } = await mountReadState()
  api.offline = true
  markSeen(['rvs_2'])
  await pass()
  api.offline = false
  markSeen(['rvs_3'])
  await pass()
  await sends(['rvs_3'])
  expect(seen.value.has('rvs_2')).toBe(true)
})

test('items that the visitor of a share link sees are not recorded as seen', async () => {
  const { markSeen, seen, sent } = await mountReadState({
    loader: () => ({ ...memberLoader('rev_1'), canAnnotate: false }),
  })
  const timers = vi.getTimerCount()
  markSeen(['rvs_2'])
  expect(vi.getTimerCount()).toBe(timers)
  expect(seen.value.has('rvs_2')).toBe(false)
  expect(sent()).toEqual([])
})

test('evidence that the person has uploaded in this tab is not new for them', async () => {
  const { newRevisions, page, sends, pass } = await mountReadState()
  page.readState.ownRevisionIds.value.add('rvs_1b')
  const { payload } = page.source
  const uploaded = [...(payload.value?.artifacts ?? []), artifact('b'), artifact('c')]
  page.source.update(({ payload }) => ({ payload: { ...payload, artifacts: uploaded } }))
  expect(newRevisions.value.has('rvs_1b')).toBe(false)
  expect(newRevisions.value.has('rvs_1c')).toBe(true)
  await pass()
  await sends(['rvs_1b'])
})

test('on the first visit of a review, only evidence that arrives later is new', async () => {
  const { newRevisions, unseenRevisions, isFirstVisit, page } = await mountReadState({
    payload: { seenItemIds: [], artifacts: [artifact('a')] },
  })
  expect(isFirstVisit.value).toBe(true)
  expect([[...newRevisions.value], [...unseenRevisions.value]]).toEqual([[], ['rvs_1a']])
  page.source.update(({ payload }) => ({
    payload: { ...payload, artifacts: [...payload.artifacts, artifact('b')] },
  }))
  expect([[...newRevisions.value], [...unseenRevisions.value]]).toEqual([['rvs_1b'], ['rvs_1a', 'rvs_1b']])
})

test('on a later visit, all evidence that the person has not seen is new', async () => {
  const { newRevisions } = await mountReadState({
    payload: { seenItemIds: ['rvs_1a'], artifacts: [artifact('a'), artifact('b')] },
  })
  expect([...newRevisions.value]).toEqual(['rvs_1b'])
})

test('items also count as seen if the server reports them as seen later', async () => {
  const { seen, page } = await mountReadState()
  page.source.update(({ payload }) => ({ payload: { ...payload, seenItemIds: ['rvs_1', 'cmt_9'] } }))
  expect(seen.value.has('cmt_9')).toBe(true)
})
