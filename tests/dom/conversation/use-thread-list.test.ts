import { beforeEach, expect, test } from 'vitest'
import { nextTick } from 'vue'
import { useThreadList } from '~/conversation/use-thread-list'
import { useReviewSource } from '~/review/use-review-source'
import { useSelection } from '~/review/use-selection'
import { artifact, thread } from '../../support/dom/fixtures'
import { mountOnReview } from '../../support/dom/review-page'

beforeEach(() => localStorage.clear())

const threads = [
  thread('1', { comment: 'The total wraps' }),
  thread('2', { artifactId: 'art_b', comment: 'The logo is missing' }),
]
const mountList = (artifacts = [artifact('a'), artifact('b')]) =>
  mountOnReview(() => ({ ...useThreadList(), selection: useSelection(), source: useReviewSource() }), {
    artifacts,
    threads,
  })
const keys = (rows: { key: string }[]) => rows.map(each => each.key)

test('threads are listed under the titles of their evidence', async () => {
  const { result } = await mountList()
  expect(keys(result.rows.value)).toEqual(['heading-art_a', 'thr_1', 'heading-art_b', 'thr_2'])
})

test('one artifact with one revision has no headings', async () => {
  const { result } = await mountList([artifact('a')])
  expect(result.canGroup.value).toBe(false)
  expect(keys(result.rows.value)).toEqual(['thr_1', 'thr_2'])
})

test('a search lists the threads with its words', async () => {
  const { result } = await mountList()
  result.query.value = 'logo'
  expect(result.found.value.map(each => each.threadId)).toEqual(['thr_2'])
})

test('a thread that is asked for is listed, whatever was searched for', async () => {
  const { result } = await mountList()
  const [first, second] = result.source.threads.value
  result.query.value = 'logo'
  result.selection.openThread(second)
  await nextTick()
  expect(result.query.value).toBe('logo')
  result.selection.openThread(first)
  await nextTick()
  expect(result.query.value).toBe('')
})

test('the chosen grouping is stored on the device, and one it does not know is ignored', async () => {
  const { result, wrapper } = await mountList()
  result.grouping.value = 'none'
  await nextTick()
  wrapper.unmount()
  const next = await mountList()
  expect(next.result.grouping.value).toBe('none')
  next.wrapper.unmount()
  for (const key of Object.keys(localStorage)) localStorage.setItem(key, 'by-weather')
  expect((await mountList()).result.grouping.value).toBe('evidence')
})
