import type { PendingComment } from '#shared/contract/pending-comment'
import { expect, test } from 'vitest'
import { useThreadSelection } from '~/review-state/use-thread-selection'
import { usePending } from '~/conversation/use-pending'
import { useSelection } from '~/review-state/use-selection'
import { ErrorResponse } from '../../support/dom/api'
import { pendingComment, review, thread } from '../../support/dom/fixtures'
import { mountOnReview } from '../../support/dom/review-page'

const SUBMIT = 'POST /api/reviews/{id}/submit'
const mountPending = (some: PendingComment[]) =>
  mountOnReview(() => ({ ...usePending(), selection: { ...useSelection(), ...useThreadSelection() } }), {
    threads: [thread('1')],
    pending: some,
  })

test('opening a pending reply selects its thread; selecting another thread closes the reply', async () => {
  const reply = pendingComment('2', { threadId: 'thr_1', place: null })
  const { result } = await mountPending([reply])
  result.open(reply)
  expect([result.selection.threadId.value, result.opened.value?.id]).toEqual(['thr_1', 'pnd_2'])
  result.selection.openThread(thread('2'))
  expect(result.opened.value).toBeUndefined()
})

test('opening a pending comment asks the stage to show its mark, but adding a comment does not', async () => {
  const { result, api } = await mountPending([pendingComment('1')])
  api.on({ 'POST /api/reviews/{id}/pending-comments': () => pendingComment('2') })
  const draft = { artifactId: 'art_a', revisionId: 'rvs_1a', shape: null, timestampMs: null }
  await result.add('Here', draft)
  expect([result.opened.value?.id, result.openRequest.value]).toEqual(['pnd_2', 0])
  result.open(pendingComment('1'))
  expect([result.opened.value?.id, result.openRequest.value]).toEqual(['pnd_1', 1])
})

test('after a submission, the page shows the sent threads, the verdict and the unsent comments', async () => {
  const { result, served, api, page } = await mountPending([pendingComment('1'), pendingComment('2')])
  const sent = thread('9', { comment: 'Comment 1' })
  const decided = review({ status: 'changes_requested' })
  api.on({
    [SUBMIT]() {
      served.pending = [pendingComment('2')]
      served.threads = [thread('1'), sent]
      served.payload = { ...served.payload, review: decided }
      const unsent = [{ id: 'pnd_2', reason: 'Its evidence was deleted.' }]
      return { review: decided, sent: [{ id: 'pnd_1', thread: sent }], unsent }
    },
  })
  const unsent = await result.submit('changes_requested', 'Two things.')
  expect(api.bodies(SUBMIT)).toEqual([
    {
      pendingCommentIds: ['pnd_1', 'pnd_2'],
      status: 'changes_requested',
      comment: 'Two things.',
      lastChangeAt: '2026-06-01T09:00:00.000Z',
    },
  ])
  expect(unsent.map(each => each.id)).toEqual(['pnd_2'])
  expect(result.pending.value.map(each => each.id)).toEqual(['pnd_2'])
  expect(page.source.threads.value.map(each => each.threadId)).toEqual(['thr_1', 'thr_9'])
  expect(page.source.payload.value?.review.status).toBe('changes_requested')
})

test('submitting comments that another tab has already sent fails and empties the pending list', async () => {
  const { result, served, api } = await mountPending([pendingComment('1')])
  api.on({
    [SUBMIT]() {
      served.pending = []
      throw new ErrorResponse('conflict', 'These comments were already sent or discarded.')
    },
  })
  await expect(result.submit()).rejects.toThrow('already sent')
  expect(result.pending.value).toEqual([])
})
