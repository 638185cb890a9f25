import { expect, test } from 'vitest'
import { useNuxtApp } from '#app/nuxt'
import { useReadState } from '~/review-state/use-read-state'
import { useReviewAccess } from '~/review-state/use-review-access'
import { useReviewSource } from '~/review-state/use-review-source'
import { useVerdict } from '~/verdict/use-verdict'
import { useConversation } from '~/conversation/use-conversation'
import { usePending } from '~/conversation/use-pending'
import { useThreadList } from '~/conversation/use-thread-list'
import { memberLoader, shareLoader, type ReviewLoader } from '~/review-state/review-loader'
import { ApiError } from '#shared/client'
import { ErrorResponse } from '../../support/dom/api'
import {
  artifact,
  review,
  reviewPayload,
  revision,
  sharedReview,
  sharedThread,
  thread,
} from '../../support/dom/fixtures'
import { settle, until } from '../../support/dom/mount'
import { mountOnReview } from '../../support/dom/review-page'
import { verdictTime } from '../../support/dom/undoable'

test('a review is loaded with its threads, and is loaded again on request', async () => {
  const { result, served } = await mountOnReview(
    () => ({ ...useReviewSource(), ...useReviewAccess(), ...useReadState() }),
    { threads: [thread('1')] },
  )
  expect(result.payload.value?.review.title).toBe('Checkout')
  expect(result.threads.value.map(each => each.threadId)).toEqual(['thr_1'])
  served.threads = [thread('1'), thread('2')]
  await result.refresh()
  expect(result.threads.value).toHaveLength(2)
})

test('evidence is listed only if one of its revisions is complete', async () => {
  const uploading = artifact('b', 1, { currentRevision: revision('rvs_1b', 1, { completedAt: null }) })
  const declared = artifact('c', 0)
  const { result } = await mountOnReview(
    () => ({ ...useReviewSource(), ...useReviewAccess(), ...useReadState() }),
    {
      artifacts: [artifact('a'), uploading, declared],
    },
  )
  expect(result.completedArtifacts.value.map(each => each.id)).toEqual(['art_a'])
})

test('if a review cannot be read again, the page keeps showing it and shows the error', async () => {
  const { result, api } = await mountOnReview(() => ({
    ...useReviewSource(),
    ...useReviewAccess(),
    ...useReadState(),
  }))
  api.offline = true
  await result.refresh()
  expect(result.error.value).toBeDefined()
  expect(result.payload.value?.review.id).toBe('rev_1')
  api.offline = false
  await result.refresh()
  expect(result.error.value).toBeUndefined()
})

test('the response to an earlier read does not undo a later change on the page', async () => {
  const { result, served, api } = await mountOnReview(() => ({ ...useReviewSource(), ...usePending() }))
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>()
  let reads = 0
  api.on({
    'GET /api/reviews/{id}/pending-comments': async () => {
      const pendingComments = served.pending
      if ((reads += 1) === 1) await held
      return { pendingComments }
    },
    'POST /api/reviews/{id}/pending-comments': ({ body }) => {
      const { body: written } = body as { body: string }
      const place = { images: [], threadId: null, place: null }
      const added = { id: 'pnd_1', body: written, ...place, createdAt: '2026-11-21T06:00:00.000Z' }
      served.pending = [added]
      return added
    },
  })
  const read = result.refresh()
  await until(() => expect(reads).toBe(1))
  await result.add('Too narrow', null)
  release(undefined)
  await read
  expect([result.pending.value.map(each => each.body), reads]).toEqual([['Too narrow'], 2])
})

test('a review that no longer exists is not shown any more', async () => {
  const { result, api } = await mountOnReview(() => ({
    ...useReviewSource(),
    ...useReviewAccess(),
    ...useReadState(),
  }))
  api.on({
    'GET /v1/reviews/{id}': () => {
      throw new ErrorResponse('not_found')
    },
  })
  await result.refresh()
  expect(result.payload.value).toBeUndefined()
  expect(result.error.value?.status).toBe(404)
})

test('a page that deletes its review ignores newly read data, unless the deletion fails', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>()
  const { result, served } = await mountOnReview(
    () => ({ ...useReviewSource(), ...useReviewAccess(), ...useReadState() }),
    {
      handlers: {
        'DELETE /api/reviews/{id}': async () => {
          await answered
          throw new ErrorResponse('conflict')
        },
      },
    },
  )
  const removed = result.remove()
  served.threads = [thread('1')]
  await result.refresh()
  expect(result.threads.value).toEqual([])
  answer(undefined)
  await expect(removed).rejects.toThrow(ApiError)
  await result.refresh()
  expect(result.threads.value).toHaveLength(1)
})

test('after a review was deleted, its project opens unless the person has left the page', async () => {
  for (const leaves of [false, true]) {
    const deleted = Promise.withResolvers<undefined>()
    const { result, router, wrapper } = await mountOnReview(() => useReviewSource(), {
      handlers: { 'DELETE /api/reviews/{id}': () => deleted.promise },
    })
    const removed = result.remove()
    if (leaves) {
      wrapper.unmount()
      await router.push('/account')
    }
    deleted.resolve(undefined)
    await removed
    await settle()
    expect(router.currentRoute.value.path).toBe(leaves ? '/account' : '/projects/prj_1')
  }
})

test('the event stream starts at the update time of the last read, even after a verdict', async () => {
  const { result, served, page } = await mountOnReview(() => ({ ...useReviewSource(), ...useVerdict() }), {
    handlers: {
      'POST /api/reviews/{id}/status': () =>
        review({ status: 'verified', decidedAt: verdictTime, updatedAt: '2026-06-01T11:00:00.000Z' }),
    },
  })
  expect(page.eventsPath()).toBe('/api/reviews/rev_1/events?since=2026-06-01T09:00:00.000Z')
  await result.decide('verified')
  expect(result.payload.value?.review.status).toBe('verified')
  expect(page.eventsPath()).toContain('since=2026-06-01T09:00:00.000Z')
  served.payload = { ...served.payload, review: review({ updatedAt: '2026-06-01T12:00:00.000Z' }) }
  await result.refresh()
  expect(page.eventsPath()).toContain('since=2026-06-01T12:00:00.000Z')
})

test('a shared page reads the review without a session, and records nothing as seen', async () => {
  const { result, api } = await mountOnReview(
    () => ({ ...useReviewSource(), ...useReviewAccess(), ...useReadState() }),
    {
      loader: () => shareLoader('tokentokentokentokentokentokentoken'),
      handlers: {
        'GET /api/share/{token}': () => sharedReview({ threads: [sharedThread(thread('1'))] }),
      },
    },
  )
  expect(result.threads.value).toHaveLength(1)
  result.markSeen(['rvs_1a'])
  await until(() => expect(api.calls).toHaveLength(1))
  expect([result.canAnnotate, result.canComment.value]).toEqual([false, false])
})

test('a guest may comment while the link allows it, and sees no review once a password is set', async () => {
  let isLocked = false
  let allowComments = true
  const { result } = await mountOnReview(
    () => ({ ...useReviewSource(), ...useReviewAccess(), ...useReadState() }),
    {
      loader: () => shareLoader('token'),
      handlers: {
        'GET /api/share/{token}': () => {
          if (isLocked) throw new ErrorResponse('password_required')
          return sharedReview({ allowComments, guestId: 'gst_1' })
        },
      },
    },
  )
  expect([result.canComment.value, result.authorId.value]).toEqual([true, 'gst_1'])
  allowComments = false
  await result.refresh()
  expect(result.canComment.value).toBe(false)
  isLocked = true
  await result.refresh()
  expect(result.payload.value).toBeUndefined()
})

/** Imitates a page rendered by the server: only its first read requests a limited part of the threads. */
function renderedByServer(loader: ReviewLoader): ReviewLoader {
  let reads = 0
  return { ...loader, load: () => loader.load((reads += 1) === 1 ? 10_000 : undefined) }
}

test('a page rendered with some of the threads shows the counts of all, and loads the others', async () => {
  const threads = [thread('1'), thread('2', { status: 'resolved' }), thread('3')]
  const queries: unknown[] = []
  const { promise: whole, resolve: sendWhole } = Promise.withResolvers<undefined>()
  const { result } = await mountOnReview(
    () => ({
      ...useReviewSource(),
      totals: useConversation().counts,
      list: useThreadList(),
    }),
    {
      loader: () => renderedByServer(memberLoader('rev_1')),
      artifacts: [artifact('a', 1, { threadCounts: { open: 2, addressed: 0, resolved: 1, total: 3 } })],
      payload: { threadCounts: { open: 2, addressed: 0, resolved: 1, total: 3 } },
      handlers: {
        'GET /api/reviews/{id}/threads': ({ query }) => {
          queries.push(query)
          return { reviewId: 'rev_1', threads: threads.slice(0, 1), more: true }
        },
        'GET /v1/reviews/{id}/threads': async () => {
          await whole
          return {
            reviewId: 'rev_1',
            status: 'all',
            reviewStatus: 'open',
            decisionComment: null,
            cursor: '1',
            count: threads.length,
            threads,
            nextAction: { action: 'wait_for_person', summary: '' },
            counts: { open: 2, addressed: 0, resolved: 1, total: 3 },
          }
        },
      },
    },
  )
  const counts = { open: 2, addressed: 0, resolved: 1, all: 3 }
  expect([result.isPartial.value, result.threads.value.length]).toEqual([true, 1])
  expect([result.totals.value, result.list.counts.value]).toEqual([counts, counts])
  expect(queries).toEqual([{ size: 10_000 }])
  sendWhole(undefined)
  await until(() => expect(result.threads.value).toHaveLength(3))
  expect(result.isPartial.value).toBe(false)
  expect([result.totals.value, result.list.counts.value]).toEqual([counts, counts])
})

test('a page that was rendered with only the first threads loads the others while it hydrates', async () => {
  const threads = [thread('1'), thread('2')]
  const { result } = await mountOnReview(useReviewSource, {
    threads,
    loader: () => {
      const nuxt = useNuxtApp()
      nuxt.isHydrating = true
      nuxt.payload.serverRendered = true
      nuxt.payload.data['review-rev_1'] = {
        payload: reviewPayload([artifact('a')]),
        threads: threads.slice(0, 1),
        isPartial: true,
        pending: [],
        share: null,
      }
      return memberLoader('rev_1')
    },
  })
  await until(() => expect(result.threads.value).toHaveLength(2))
  expect(result.isPartial.value).toBe(false)
})
