import type { Artifact } from '#shared/contract/artifact'
import { limits } from '#shared/contract/kit/limits'
import type { ReviewStatus } from '#shared/contract/review-status'
import type { Thread } from '#shared/contract/thread'
import { expect, test } from 'vitest'
import { readDraftText, useDraftText } from '~/conversation/use-draft-text'
import { verdictDraft } from '~/conversation/use-pending'
import { useReviewSource } from '~/review/use-review-source'
import { useUndoHistory } from '~/ui/use-undo-history'
import { useUndoableActions } from '~/review/use-undoable-actions'
import { ErrorResponse, type Handlers } from '../../support/dom/api'
import { artifact, review, thread } from '../../support/dom/fixtures'
import { mountInNuxt, settle, until } from '../../support/dom/mount'
import { mountOnReview, press, toastOf, toasts } from '../../support/dom/review-page'

const variation = (name: string, preferred = false) =>
  artifact(name, 1, { variationGroup: 'Header', preferred })
const UNDO = 'POST /api/reviews/{id}/status/undo'
const AT = '2026-06-02T09:00:00.000Z'
const refuse = () => {
  throw new ErrorResponse('forbidden', 'You may not.')
}

async function mountActions(handlers: Handlers = {}) {
  const mounted = await mountOnReview(() => ({ ...useUndoableActions(), source: useReviewSource() }), {
    artifacts: [variation('a', true), variation('b')],
    threads: [thread('1', { status: 'addressed' })],
  })
  const { served, api, result } = mounted
  const setStatus = (status: Thread['status']) => {
    const changed = thread('1', { status })
    served.threads = [changed]
    return changed
  }
  api.on({
    'POST /v1/threads/{id}/resolve': ({ body }) => setStatus((body as { status: 'open' }).status),
    'PATCH /api/threads/{id}': ({ body }) => setStatus((body as { status: 'open' }).status),
    'POST /api/reviews/{id}/status': ({ body }) =>
      review({ status: (body as { status: ReviewStatus }).status, decidedAt: AT, decidedBy: 'Mara' }),
    [UNDO]: () => ({ review: review(), reviewers: [] }),
    'POST /v1/artifacts/{id}/preferred': ({ params }) => variation((params.id ?? '').slice(4), true),
    ...handlers,
  })
  return {
    ...mounted,
    source: result.source,
    first: () => result.source.threads.value[0] as Thread,
    preferred: () =>
      result.source.payload.value?.artifacts.filter(each => each.preferred).map(each => each.id),
  }
}

test('a resolved comment can be restored to the status it had', async () => {
  const { result, first, nuxt } = await mountActions()
  await result.setStatus(first(), 'resolved')
  expect(first().status).toBe('resolved')
  press(await toastOf(nuxt, 'Comment 1 resolved'), 'Undo')
  await until(() => expect(first().status).toBe('addressed'))
})

test('a comment that could not be resolved offers no Undo and says why', async () => {
  const { result, first, nuxt, page } = await mountActions({ 'POST /v1/threads/{id}/resolve': refuse })
  page.selection.openThread(first())
  await result.setStatus(first(), 'resolved')
  expect((await toastOf(nuxt, 'Comment 1 was not changed')).description).toBe(
    'You may not. No data was lost.',
  )
  // The key works on it again.
  expect(page.selection.threadId.value).toBe('thr_1')
  expect(toasts(nuxt)).toHaveLength(1)
})

test('several comments are resolved together, and Undo restores the status that each had', async () => {
  const STATUSES = 'POST /api/reviews/{id}/threads/status'
  const { result, source, api, nuxt } = await mountActions({
    [STATUSES]: ({ body }) => {
      const { threadIds, status } = body as { threadIds: string[]; status: Thread['status'] }
      return { threads: threadIds.map(id => thread(id.slice('thr_'.length), { status })) }
    },
  })
  const both = [thread('1', { status: 'addressed' }), thread('2')]
  source.update(() => ({ threads: both }))
  await result.setStatuses(both, 'resolved')
  const statuses = () => source.threads.value.map(each => each.status)
  expect(statuses()).toEqual(['resolved', 'resolved'])
  press(await toastOf(nuxt, '2 comments resolved'), 'Undo')
  await until(() => expect(statuses()).toEqual(['addressed', 'open']))
  expect(api.bodies(STATUSES)).toHaveLength(3)
})

test('more comments than a request takes are resolved in several, and Undo reopens all', async () => {
  const STATUSES = 'POST /api/reviews/{id}/threads/status'
  const { result, source, api, nuxt } = await mountActions({
    [STATUSES]: ({ body }) => {
      const { threadIds, status } = body as { threadIds: string[]; status: Thread['status'] }
      return { threads: threadIds.map(id => thread(id.slice('thr_'.length), { status })) }
    },
  })
  const many = Array.from({ length: limits.threadsAtOnce + 1 }, (_, index) => thread(`${index}`))
  source.update(() => ({ threads: many }))
  await result.setStatuses(many, 'resolved')
  const count = (status: Thread['status']) =>
    source.threads.value.filter(each => each.status === status).length
  expect(count('resolved')).toBe(many.length)
  press(await toastOf(nuxt, `${many.length} comments resolved`), 'Undo')
  await until(() => expect(count('open')).toBe(many.length))
  const sent = api.bodies(STATUSES).map(body => (body as { threadIds: string[] }).threadIds.length)
  expect(sent).toEqual([limits.threadsAtOnce, 1, limits.threadsAtOnce, 1])
})

test('an Undo that fails says so', async () => {
  const { result, first, nuxt, api } = await mountActions()
  await result.setStatus(first(), 'resolved')
  const toast = await toastOf(nuxt, 'Comment 1 resolved')
  api.on({ 'PATCH /api/threads/{id}': refuse })
  press(toast, 'Undo')
  expect((await toastOf(nuxt, 'It was not undone')).description).toBe('You may not. No data was lost.')
})

test('a verdict can be undone, and one that is set already does nothing', async () => {
  const { result, source, nuxt, api } = await mountActions()
  await result.decide('open')
  expect(api.bodies('POST /api/reviews/{id}/status')).toEqual([])
  await result.decide('changes_requested')
  const toast = await toastOf(nuxt, 'Verdict: Changes requested')
  expect(toast.description).toBe('\u2068Checkout\u2069 · Previously: In review')
  expect(toast.actions?.map(each => each.label)).toEqual(['Undo', 'Next review (Q)', 'Add a comment'])
  press(toast, 'Undo')
  await until(() => expect(source.payload.value?.review.status).toBe('open'))
  expect(api.bodies(UNDO)).toEqual([{ decidedAt: AT }])
  // It is withdrawn, not replaced by another.
  expect(api.bodies('POST /api/reviews/{id}/status')).toHaveLength(1)
})

test('undoing a verdict that waits for those of others names the time when it was given', async () => {
  const { result, served, nuxt, api } = await mountActions({
    'POST /api/reviews/{id}/status': () => review(),
  })
  served.payload.reviewers = [
    {
      userId: 'usr_me',
      name: 'Mara',
      isRequested: true,
      isAwaited: false,
      status: 'verified',
      comment: null,
      mentions: [],
      decidedAt: AT,
    },
  ]
  await result.decide('verified')
  press(await toastOf(nuxt, 'Your verdict: Verified'), 'Undo')
  await until(() => expect(api.bodies(UNDO)).toEqual([{ decidedAt: AT }]))
})

test('a submission with a verdict offers to undo the verdict, and one without offers nothing', async () => {
  const pending = { id: 'pnd_1', body: 'Too wide', images: [], threadId: null, place: null, createdAt: AT }
  const decided = review({ status: 'changes_requested', decidedAt: AT })
  const { result, source, served, nuxt, api } = await mountActions({
    'POST /api/reviews/{id}/submit': ({ body }) => {
      const { status } = body as { status?: ReviewStatus }
      served.payload = { ...served.payload, review: status ? decided : review() }
      return { review: served.payload.review, sent: [{ id: 'pnd_1', thread: thread('1') }], unsent: [] }
    },
  })
  source.update(() => ({ pending: [pending] }))
  await result.submitReview(undefined, 'Nearly there')
  expect((await toastOf(nuxt, '2 comments sent')).actions).toBeUndefined()
  source.update(() => ({ pending: [pending] }))
  await result.submitReview('changes_requested', 'Two things')
  const toast = await toastOf(nuxt, '1 comment sent')
  expect(toast.description).toBe('\u2068Checkout\u2069 · Your verdict: Changes requested')
  expect(toast.actions?.map(each => each.label)).toEqual(['Undo verdict', 'Next review (Q)'])
  press(toast, 'Undo verdict')
  await until(() => expect(source.payload.value?.review.status).toBe('open'))
  expect(readDraftText(verdictDraft('verdict', source.id))).toBe('Two things')
  expect(api.bodies(UNDO)).toEqual([{ decidedAt: AT }])
})

test('undoing a verdict puts its comment back, before what was written since', async () => {
  localStorage.clear()
  const name = verdictDraft('verdict', 'rev_1')
  const { result, source, nuxt } = await mountActions()
  const form = await mountInNuxt(() => useDraftText(() => name))
  await result.decide('verified', 'All fits now.')
  press(await toastOf(nuxt, 'Verdict: Verified'), 'Undo')
  await until(() => expect(form.result.text.value).toBe('All fits now.'))
  expect(readDraftText(name)).toBe('All fits now.')
  form.result.text.value = 'Something else'
  await settle()
  await result.decide('changes_requested', 'One thing.')
  press(await toastOf(nuxt, 'Verdict: Changes requested'), 'Undo')
  await until(() => expect(form.result.text.value).toBe('One thing.\n\nSomething else'))
  expect(source.payload.value?.review.status).toBe('open')
})

test('a verdict that could not be saved is not shown', async () => {
  const { result, source, nuxt } = await mountActions({ 'POST /api/reviews/{id}/status': refuse })
  await result.decide('verified')
  await toastOf(nuxt, 'The verdict was not saved')
  expect(source.payload.value?.review.status).toBe('open')
})

test('undoing a preference prefers the variation that was preferred before', async () => {
  const { result, source, nuxt, preferred } = await mountActions()
  await result.prefer(source.payload.value?.artifacts[1] as Artifact, true)
  expect(preferred()).toEqual(['art_b'])
  press(await toastOf(nuxt, '“Screen b” is preferred'), 'Undo')
  await until(() => expect(preferred()).toEqual(['art_a']))
})

test('undoing the end of a preference prefers the variation again', async () => {
  const { result, source, nuxt, preferred } = await mountActions()
  await result.prefer(source.payload.value?.artifacts[0] as Artifact, false)
  expect(preferred()).toEqual([])
  press(await toastOf(nuxt, 'No variation is preferred'), 'Undo')
  await until(() => expect(preferred()).toEqual(['art_a']))
})

test('a toast ends with the page of its review, and its Undo too', async () => {
  const { result, nuxt, wrapper } = await mountActions()
  await result.decide('verified')
  await toastOf(nuxt, 'Verdict: Verified')
  wrapper.unmount()
  expect(toasts(nuxt)).toEqual([])
})

test('what is saved after the page was left shows no toast, and no key undoes it', async () => {
  const { result, source, api, nuxt, wrapper } = await mountActions()
  const history = await nuxt.runWithContext(useUndoHistory)
  const answer = Promise.withResolvers<undefined>()
  api.on({
    'POST /api/reviews/{id}/status': async () => {
      await answer.promise
      return review({ status: 'verified', decidedAt: AT, decidedBy: 'Mara' })
    },
  })
  const decided = result.decide('verified')
  await until(() => expect(api.bodies('POST /api/reviews/{id}/status')).toHaveLength(1))
  wrapper.unmount()
  answer.resolve(undefined)
  await decided
  await settle()
  expect(source.payload.value?.review.status).toBe('verified')
  expect(toasts(nuxt)).toEqual([])
  expect(await history.undoLast()).toBeUndefined()
})

test('a failure stays after the page was left, and names its review', async () => {
  const { result, first, api, nuxt, wrapper } = await mountActions({
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
  const decided = result.decide('verified')
  await until(() => expect(api.bodies('POST /api/reviews/{id}/status')).toHaveLength(1))
  wrapper.unmount()
  answer.resolve(undefined)
  await decided
  await toastOf(nuxt, 'The verdict was not saved')
  const named = 'In “\u2068Checkout\u2069”. You may not. No data was lost.'
  expect(toasts(nuxt).map(each => each.description)).toEqual([named, named])
})

test('a toast ends when what it is about changes or is deleted', async () => {
  const { result, source, served, first, nuxt } = await mountActions()
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
  await result.decide('verified')
  await toastOf(nuxt, 'Verdict: Verified')
  const later = review({ status: 'changes_requested', decidedAt: '2026-06-02T10:00:00.000Z' })
  served.payload = { ...served.payload, review: later }
  await source.refresh()
  await isClosed()
})

test('the toast of a new action replaces the one before', async () => {
  const { result, first, nuxt } = await mountActions()
  await result.setStatus(first(), 'resolved')
  await toastOf(nuxt, 'Comment 1 resolved')
  await result.decide('verified')
  await toastOf(nuxt, 'Verdict: Verified')
  await settle()
  expect(toasts(nuxt).map(each => each.title)).toEqual(['Verdict: Verified'])
})
