import type { ReviewStatus } from '#shared/contract/review-status'
import { expect, test } from 'vitest'
import { verdictDraftName } from '~/comment/draft-names'
import { readDraftText, useDraftText } from '~/ui/page/use-draft-text'
import { review, thread } from '../../support/dom/fixtures'
import { mountInNuxt, until } from '../../support/dom/mount'
import { press, toastOf } from '../../support/dom/review-page'
import { verdictTime, mountUndoable, refuse, undoOperation } from '../../support/dom/undoable'

test('Undo withdraws a verdict; choosing the same verdict again only shows its toast', async () => {
  const { result, source, nuxt, api } = await mountUndoable()
  await result.decide('open')
  await toastOf(nuxt, 'Verdict: In review')
  expect(api.bodies('POST /api/reviews/{id}/status')).toEqual([])
  await result.decide('changes_requested')
  const toast = await toastOf(nuxt, 'Verdict: Changes requested')
  expect(toast.description).toBe('Previously: In review')
  expect(toast.actions?.map(each => each.label)).toEqual(['Undo', 'Next review (Q)', 'Add a comment'])
  press(toast, 'Undo')
  await until(() => expect(source.payload.value?.review.status).toBe('open'))
  expect(api.bodies(undoOperation)).toEqual([{ decidedAt: verdictTime }])
  // Undo has withdrawn the verdict. It has not set another verdict.
  expect(api.bodies('POST /api/reviews/{id}/status')).toHaveLength(1)
})

test('Undo of a verdict sends the time of the verdict, even while other verdicts are awaited', async () => {
  const { result, served, nuxt, api } = await mountUndoable({
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
      decidedAt: verdictTime,
    },
  ]
  await result.decide('verified', '')
  press(await toastOf(nuxt, 'Your verdict: Verified with 1 open'), 'Undo')
  await until(() => expect(api.bodies(undoOperation)).toEqual([{ decidedAt: verdictTime }]))
})

test('a submission offers Undo only if it has a verdict, and Undo withdraws only this verdict', async () => {
  const pending = {
    id: 'pnd_1',
    body: 'Too wide',
    images: [],
    threadId: null,
    place: null,
    createdAt: verdictTime,
  }
  const decided = review({ status: 'changes_requested', decidedAt: verdictTime })
  const { result, source, served, nuxt, api } = await mountUndoable({
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
  expect(toast.description).toBe('Your verdict: Changes requested')
  expect(toast.actions?.map(each => each.label)).toEqual(['Undo verdict', 'Next review (Q)'])
  press(toast, 'Undo verdict')
  await until(() => expect(source.payload.value?.review.status).toBe('open'))
  expect(readDraftText(verdictDraftName(source.id))).toBe('Two things')
  expect(api.bodies(undoOperation)).toEqual([{ decidedAt: verdictTime }])
})

test('Undo of a verdict puts its comment into the text field, above text written later', async () => {
  localStorage.clear()
  const name = verdictDraftName('rev_1')
  const { result, source, nuxt } = await mountUndoable()
  const form = await mountInNuxt(() => useDraftText(() => name))
  await result.decide('verified', 'All fits now.')
  press(await toastOf(nuxt, 'Verdict: Verified with 1 open'), 'Undo')
  await until(() => expect(form.result.text.value).toBe('All fits now.'))
  expect(readDraftText(name)).toBe('All fits now.')
  form.result.text.value = 'Something else'
  await until(() => expect(readDraftText(name)).toBe('Something else'))
  await result.decide('changes_requested', 'One thing.')
  press(await toastOf(nuxt, 'Verdict: Changes requested'), 'Undo')
  await until(() => expect(form.result.text.value).toBe('One thing.\n\nSomething else'))
  expect(source.payload.value?.review.status).toBe('open')
})

test('a verdict that could not be saved is reverted', async () => {
  const { result, source, nuxt } = await mountUndoable({ 'POST /api/reviews/{id}/status': refuse })
  await result.decide('verified', '')
  await toastOf(nuxt, 'The verdict was not saved')
  expect(source.payload.value?.review.status).toBe('open')
})
