import type { Artifact } from '#shared/contract/artifact'
import { expect, test } from 'vitest'
import { useUndoHistory } from '~/ui/messages/use-undo-history'
import { review } from '../../support/dom/fixtures'
import { until } from '../../support/dom/mount'
import { press, toastOf, toasts } from '../../support/dom/review-page'
import { verdictTime, mountUndoable, refuse, variation } from '../../support/dom/undoable'

test('a failed Undo shows a toast with the reason', async () => {
  const { result, first, nuxt, api } = await mountUndoable()
  await result.setStatus(first(), 'resolved')
  const toast = await toastOf(nuxt, 'Comment 1 resolved')
  api.on({ 'PATCH /api/threads/{id}': refuse })
  press(toast, 'Undo')
  expect((await toastOf(nuxt, "Couldn't undo")).description).toBe('You may not. No data was lost.')
})

test('leaving the page of a review closes the toast of its last change', async () => {
  const { result, nuxt, wrapper } = await mountUndoable()
  await result.decide('verified', '')
  await toastOf(nuxt, 'Verdict: Verified with 1 open')
  wrapper.unmount()
  expect(toasts(nuxt)).toEqual([])
})

test('a change that is saved after the page was closed shows no toast and cannot be undone', async () => {
  const { result, source, api, nuxt, wrapper } = await mountUndoable()
  const history = await nuxt.runWithContext(useUndoHistory)
  const answer = Promise.withResolvers<undefined>()
  api.on({
    'POST /api/reviews/{id}/status': async () => {
      await answer.promise
      return review({ status: 'verified', decidedAt: verdictTime, decidedBy: 'Mara' })
    },
  })
  const decided = result.decide('verified', '')
  await until(() => expect(api.bodies('POST /api/reviews/{id}/status')).toHaveLength(1))
  wrapper.unmount()
  answer.resolve(undefined)
  await decided
  expect(source.payload.value?.review.status).toBe('verified')
  // The toast of a failed change is shown even on a closed page. If it is the only toast, the saved change
  // has shown no toast.
  api.on({ 'POST /api/reviews/{id}/status': refuse })
  await result.decide('open')
  await toastOf(nuxt, 'The verdict was not saved')
  expect(toasts(nuxt)).toHaveLength(1)
  expect(await history.undoLast()).toBeUndefined()
})

test('the toast of a failed change stays after the page was closed, and names the review', async () => {
  const { result, first, api, nuxt, wrapper } = await mountUndoable({
    'POST /v1/threads/{id}/resolve': refuse,
  })
  const answer = Promise.withResolvers<undefined>()
  api.on({
    'POST /api/reviews/{id}/status': async () => {
      await answer.promise
      return refuse()
    },
  })
  await result.setStatus(first(), 'resolved')
  await toastOf(nuxt, 'Comment 1 was not changed')
  const decided = result.decide('verified', '')
  await until(() => expect(api.bodies('POST /api/reviews/{id}/status')).toHaveLength(1))
  wrapper.unmount()
  answer.resolve(undefined)
  await decided
  await toastOf(nuxt, 'The verdict was not saved')
  const named = 'In “\u2068Checkout\u2069”. You may not. No data was lost.'
  expect(toasts(nuxt).map(each => each.description)).toEqual([named, named])
})

test('the toast of a change closes when the comment, preference or verdict changes again', async () => {
  const { result, source, served, first, nuxt } = await mountUndoable()
  const isClosed = () => until(() => expect(toasts(nuxt)).toEqual([]))
  await result.setStatus(first(), 'resolved')
  await toastOf(nuxt, 'Comment 1 resolved')
  served.threads = []
  await source.refresh()
  await isClosed()
  await result.prefer(source.payload.value?.artifacts[1] as Artifact, true)
  await toastOf(nuxt, '“Screen b” is preferred')
  served.payload = { ...served.payload, artifacts: [variation('a', true)] }
  await source.refresh()
  await isClosed()
  await result.decide('verified', '')
  await toastOf(nuxt, 'Verdict: Verified')
  const later = review({ status: 'changes_requested', decidedAt: '2026-06-02T10:00:00.000Z' })
  served.payload = { ...served.payload, review: later }
  await source.refresh()
  await isClosed()
})

test('the toast of a new action replaces the previous toast', async () => {
  const { result, first, nuxt } = await mountUndoable()
  await result.setStatus(first(), 'resolved')
  await toastOf(nuxt, 'Comment 1 resolved')
  await result.decide('verified', '')
  await until(() => expect(toasts(nuxt).map(each => each.title)).toEqual(['Verdict: Verified']))
})
