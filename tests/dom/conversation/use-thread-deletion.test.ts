import type { Thread } from '#shared/contract/thread'
import { expect, test } from 'vitest'
import { useThreadDeletion } from '~/conversation/use-thread-deletion'
import { useReviewSource } from '~/review/use-review-source'
import { ErrorResponse } from '../../support/dom/api'
import { agent, comment, thread } from '../../support/dom/fixtures'
import { mountOnReview, toastOf, toasts } from '../../support/dom/review-page'

const threads = [
  thread('1'),
  thread('2', { comments: [comment('cmt_2', 'Look', { author: agent })] }),
  thread('3', {
    comments: [comment('cmt_3', 'Hm', { author: { type: 'human', id: 'usr_ann', name: 'Ann' } })],
  }),
]
const mountDeletion = async () => {
  const mounted = await mountOnReview(() => ({ ...useThreadDeletion(), source: useReviewSource() }), {
    threads,
  })
  const [own, agents, others] = mounted.result.source.threads.value as [Thread, Thread, Thread]
  return { ...mounted, own, agents, others }
}

test('the person is asked about their own thread, and about no other', async () => {
  const { result, own, agents, others } = await mountDeletion()
  result.request(agents)
  result.request(others)
  expect(result.threadToDelete.value).toBeUndefined()
  result.request(own)
  expect(result.threadToDelete.value?.threadId).toBe('thr_1')
  result.cancel()
  expect(result.threadToDelete.value).toBeUndefined()
})

test('a confirmed deletion closes the question and deletes the thread once', async () => {
  const { result, own, api } = await mountDeletion()
  api.on({ 'DELETE /api/threads/{id}': () => undefined })
  result.request(own)
  const done = result.confirm()
  expect(result.threadToDelete.value).toBeUndefined()
  await done
  await result.confirm()
  expect(api.bodies('DELETE /api/threads/{id}')).toHaveLength(1)
})

test('a deletion that fails restores the thread and says so', async () => {
  const { result, own, api, nuxt } = await mountDeletion()
  api.on({
    'DELETE /api/threads/{id}': () => {
      throw new ErrorResponse('internal_error', 'It failed.')
    },
  })
  result.request(own)
  await result.confirm()
  const toast = await toastOf(nuxt, 'The comment was not deleted')
  expect(toast.description).toContain('It failed.')
  expect(result.source.threads.value).toHaveLength(3)
})

test('the dialog closes when another person deletes its thread', async () => {
  const { result, own, served, api, nuxt } = await mountDeletion()
  result.request(own)
  served.threads = []
  await result.source.refresh()
  expect(result.threadToDelete.value).toBeUndefined()
  await result.confirm()
  expect(api.bodies('DELETE /api/threads/{id}')).toEqual([])
  expect(toasts(nuxt)).toEqual([])
})
