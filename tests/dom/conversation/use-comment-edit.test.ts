import type { Comment } from '#shared/contract/thread'
import { beforeEach, expect, test, vi } from 'vitest'
import { useThreadChanges } from '~/conversation/use-thread-changes'
import { useOpenForms } from '~/review-state/use-open-forms'
import { nextTick } from 'vue'
import { useCommentEdit } from '~/conversation/use-comment-edit'
import { readDraftText } from '~/ui/page/use-draft-text'
import { useConnection } from '~/ui/network/use-connection'
import { useDraft } from '~/review-state/use-draft'
import { useReviewSource } from '~/review-state/use-review-source'
import { ErrorResponse } from '../../support/dom/api'
import { comment, image, thread } from '../../support/dom/fixtures'
import { until } from '../../support/dom/mount'
import { mountOnReview, press, toastOf, toasts } from '../../support/dom/review-page'

beforeEach(() => localStorage.clear())

const EDIT = 'PATCH /api/comments/{id}'
async function mountEdit(overrides: Partial<Comment> = {}) {
  const written = comment('cmt_1', 'Too wide', overrides)
  const close = vi.fn()
  const mounted = await mountOnReview(
    () => {
      const { editComment } = useThreadChanges()
      const form = useCommentEdit(written, editComment.bind(null, written), close)
      return {
        ...form,
        source: useReviewSource(),
        draft: { ...useDraft(), ...useOpenForms() },
        connection: useConnection(),
      }
    },
    { threads: [thread('1', { comments: [written] })] },
  )
  return { ...mounted, close }
}

test('an edited comment is saved and shown with its new text', async () => {
  const { result, api, close } = await mountEdit()
  expect(result.text.value).toBe('Too wide')
  api.on({ [EDIT]: ({ body }) => thread('1', { comment: (body as { body: string }).body }) })
  result.text.value = 'Too narrow'
  await result.submit()
  expect(api.bodies(EDIT)).toEqual([{ body: 'Too narrow' }])
  expect(result.source.threads.value[0]?.comment).toBe('Too narrow')
  expect(close).toHaveBeenCalledTimes(1)
  expect(readDraftText('edit:cmt_1')).toBe('')
})

test('saving an edit without a change or without text sends no request', async () => {
  const { result, api, close } = await mountEdit()
  result.text.value = ' '
  await result.submit()
  expect([api.bodies(EDIT), close.mock.calls.length]).toEqual([[], 0])
  result.text.value = 'Too wide'
  await result.submit()
  expect([api.bodies(EDIT), close.mock.calls.length]).toEqual([[], 1])
})

test('the edit form of a comment stays open with its text if saving fails', async () => {
  const { result, api, close } = await mountEdit()
  api.on({
    [EDIT]: () => {
      throw new ErrorResponse('internal_error', 'It failed.')
    },
  })
  result.text.value = 'Too narrow'
  await result.submit()
  expect(result.failureText.value).toBe('It failed. Your text is saved.')
  expect([result.text.value, close.mock.calls.length]).toEqual(['Too narrow', 0])
  result.onInput()
  expect(result.failureText.value).toBe('')
})

test('an edit that is submitted offline is sent automatically when the server responds again', async () => {
  const { result, api, close } = await mountEdit()
  api.on({ [EDIT]: ({ body }) => thread('1', { comment: (body as { body: string }).body }) })
  api.offline = true
  result.text.value = 'Too narrow'
  await result.submit()
  expect(result.failureText.value).toContain('is sent as soon as the server responds again')
  expect([result.isWaiting.value, close.mock.calls.length]).toEqual([true, 0])
  api.offline = false
  result.connection.reportStatus(200, true)
  await until(() => expect(close).toHaveBeenCalledTimes(1))
  expect(api.bodies(EDIT)).toEqual([{ body: 'Too narrow' }])
  expect(readDraftText('edit:cmt_1')).toBe('')
})

test('an edit whose text changes while it waits for the server says that it is not sent', async () => {
  const { result, api } = await mountEdit()
  api.offline = true
  result.text.value = 'Too narrow'
  await result.submit()
  result.text.value = 'Too narrow by 2 px'
  result.onInput()
  expect(result.failureText.value).toBe('You changed this text, so it waits until you send it.')
  result.discard()
  expect(result.failureText.value).toBe('')
})

test('a reopened edit form of a comment restores changed text, and stores no unchanged text', async () => {
  const { result, wrapper } = await mountEdit()
  result.text.value = 'Too narrow'
  await nextTick()
  wrapper.unmount()
  const again = await mountEdit()
  expect(again.result.text.value).toBe('Too narrow')
  again.result.text.value = 'Too wide'
  await nextTick()
  again.wrapper.unmount()
  expect(readDraftText('edit:cmt_1')).toBe('')
})

test('the discarded changes of a comment edit can be restored', async () => {
  const { result, close, nuxt } = await mountEdit()
  result.discard()
  expect([close.mock.calls.length, toasts(nuxt)]).toEqual([1, []])
  result.text.value = 'Too narrow'
  await nextTick()
  result.discard()
  expect(readDraftText('edit:cmt_1')).toBe('')
  press(await toastOf(nuxt, 'Changes discarded'), 'Undo')
  await until(() => expect(result.draft.editedId.value).toBe('cmt_1'))
  expect(readDraftText('edit:cmt_1')).toBe('Too narrow')
})

test('removing an image from a comment saves the comment without the image', async () => {
  const { result, api } = await mountEdit({ images: [image] })
  api.on({ [EDIT]: () => thread('1') })
  const [shown] = result.images?.items.value ?? []
  if (shown) result.images?.remove(shown)
  await result.submit()
  expect(api.bodies(EDIT)).toEqual([{ body: 'Too wide', imageIds: [] }])
})
