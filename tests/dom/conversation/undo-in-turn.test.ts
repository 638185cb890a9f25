import type { Thread } from '#shared/contract/thread'
import { expect, test } from 'vitest'
import { useReviewSource } from '~/review-state/use-review-source'
import { useThreadStatus } from '~/conversation/use-thread-status'
import { useUndoHistory } from '~/ui/messages/use-undo-history'
import { ErrorResponse } from '../../support/dom/api'
import { thread } from '../../support/dom/fixtures'
import { mountOnReview, toastOf, toasts } from '../../support/dom/review-page'

/** Mounts a review with an undo history and two open comments. The test server stores the status of each. */
async function mountUndo() {
  const mounted = await mountOnReview(
    () => ({ ...useThreadStatus(), source: useReviewSource(), history: useUndoHistory() }),
    { threads: [thread('1'), thread('2', { number: 2 })] },
  )
  const { served, api, result } = mounted
  const setStatus = ({ params, body }: { params: Record<string, string>; body: unknown }) => {
    const changed = {
      ...served.threads.find(each => each.threadId === params.id),
      ...(body as object),
    } as Thread
    served.threads = served.threads.map(each => (each.threadId === params.id ? changed : each))
    return changed
  }
  api.on({ 'POST /v1/threads/{id}/resolve': setStatus, 'PATCH /api/threads/{id}': setStatus })
  const statuses = () => result.source.threads.value.map(each => each.status)
  const resolve = (index: number) =>
    result.setStatus(result.source.threads.value[index] as Thread, 'resolved')
  return { ...mounted, statuses, resolve, undoLast: result.history.undoLast }
}

test('each Undo reopens the comment that was resolved last, even after its toast has closed', async () => {
  const { nuxt, statuses, resolve, undoLast } = await mountUndo()
  await resolve(0)
  await resolve(1)
  expect(statuses()).toEqual(['resolved', 'resolved'])
  // The toast of the second comment replaces the toast of the first, whose resolution can still be undone.
  await toastOf(nuxt, 'Comment 2 resolved')
  expect(toasts(nuxt).map(each => each.title)).toEqual(['Comment 2 resolved'])
  expect(await undoLast()).toBe('Comment 2 resolved')
  expect(statuses()).toEqual(['resolved', 'open'])
  expect(await undoLast()).toBe('Comment 1 resolved')
  expect(statuses()).toEqual(['open', 'open'])
  expect(await undoLast()).toBeUndefined()
})

test('after an Undo that fails with a message, the next Undo reverts the earlier change', async () => {
  const { nuxt, api, resolve, undoLast, served } = await mountUndo()
  await resolve(0)
  await resolve(1)
  api.on({
    'PATCH /api/threads/{id}': ({ params }) => {
      if (params.id === 'thr_2') throw new ErrorResponse('forbidden', 'You may not.')
      served.threads = [thread('1'), thread('2', { number: 2, status: 'resolved' })]
      return thread('1')
    },
  })
  expect(await undoLast()).toBeUndefined()
  await toastOf(nuxt, "Couldn't undo")
  expect(await undoLast()).toBe('Comment 1 resolved')
})
