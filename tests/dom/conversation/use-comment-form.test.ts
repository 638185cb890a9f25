import { limits } from '#shared/contract/kit/limits'
import { beforeEach, expect, test, vi } from 'vitest'
import { nextTick } from 'vue'
import { useCommentForm } from '~/conversation/use-comment-form'
import { useThreadChanges } from '~/conversation/use-thread-changes'
import { usePending } from '~/conversation/use-pending'
import { readDraftText, saveDraftText } from '~/ui/page/use-draft-text'
import { useConnection } from '~/ui/network/use-connection'
import { useUndoHistory } from '~/ui/messages/use-undo-history'
import { ErrorResponse } from '../../support/dom/api'
import { image, thread } from '../../support/dom/fixtures'
import { until } from '../../support/dom/mount'
import { mountOnReview, press, toastOf, toasts } from '../../support/dom/review-page'
import { png, stubUploads } from '../../support/dom/uploads'

const CREATE = 'POST /v1/reviews/{id}/threads'

beforeEach(() => localStorage.clear())

async function mountForm(drawn = '') {
  const onSent = vi.fn()
  const reopen = vi.fn()
  const close = vi.fn()
  const mounted = await mountOnReview(
    () => {
      const { addComment } = useThreadChanges()
      const { add } = usePending()
      return useCommentForm<{ body: string; later: boolean; imageIds: string[] }>({
        name: () => 'rev_1:review',
        compose: (body, later, imageIds) => ({ body, later, imageIds }),
        async post({ body, later, imageIds }) {
          if (later) return add(body, null, imageIds)
          await addComment(body, null, imageIds)
          return undefined
        },
        written: () => [],
        onSent,
        close,
        opener: () => reopen,
        drawn: () => drawn,
        discardedTitle: 'Draft discarded',
        addedTitle: 'Comment added',
      })
    },
    { handlers: { [CREATE]: ({ body }) => thread('9', { comment: (body as { body: string }).body }) } },
  )
  const write = async (text: string) => {
    mounted.result.text.value = text
    await nextTick()
  }
  return { ...mounted, form: mounted.result, write, onSent, close, reopen }
}

test('sending a comment form clears its text on the page and in the storage of the device', async () => {
  const { form, write, onSent, page } = await mountForm()
  await write('Looks right')
  await form.submit()
  expect(onSent).toHaveBeenCalledTimes(1)
  expect(form.text.value).toBe('')
  await nextTick()
  expect(localStorage).toHaveLength(0)
  expect(page.source.threads.value.map(each => each.comment)).toEqual(['Looks right'])
})

test('a comment form without text, or with a text that is too long, cannot be sent', async () => {
  const { form, write, api } = await mountForm()
  await write(' \n ')
  expect(form.canSend.value).toBe(false)
  await form.submit()
  await write('x'.repeat(limits.commentBody + 1))
  expect([form.canSend.value, form.tooLong.value]).toEqual([
    false,
    expect.stringContaining('1 characters over'),
  ])
  await form.submit()
  expect(api.bodies(CREATE)).toEqual([])
  await write('x'.repeat(limits.commentBody))
  expect([form.canSend.value, form.tooLong.value]).toEqual([true, ''])
})

test('Undo turns a pending comment into a draft again, unless its text has changed since then', async () => {
  const { form, write, reopen, nuxt, page, api } = await mountForm()
  const added = {
    id: 'pnd_1',
    images: [],
    threadId: null,
    place: null,
    createdAt: '2026-11-21T06:00:00.000Z',
  }
  api.on({
    'POST /api/reviews/{id}/pending-comments': ({ body }) => ({
      ...added,
      body: (body as { body: string }).body,
    }),
    'DELETE /api/pending-comments/{id}': () => undefined,
  })
  const { undoLast } = await nuxt.runWithContext(useUndoHistory)
  await write('Too narrow')
  await form.submit(true)
  expect([form.text.value, toasts(nuxt)]).toEqual(['', []])
  expect(await undoLast()).toBe('Comment added')
  expect([form.text.value, page.source.pending.value]).toEqual(['Too narrow', []])
  expect(reopen).toHaveBeenCalledTimes(1)

  await form.submit(true)
  page.source.update(({ pending }) => ({ pending: pending.map(each => ({ ...each, body: 'Too wide' })) }))
  expect(await undoLast()).toBeUndefined()
  expect(page.source.pending.value).toHaveLength(1)
})

test('a text that the server rejects stays in its comment form and in the device’s storage', async () => {
  const { form, write, onSent, api } = await mountForm()
  api.on({
    [CREATE]: () => {
      throw new ErrorResponse('internal_error', 'It failed.')
    },
  })
  await write('Looks right')
  await form.submit()
  expect(onSent).not.toHaveBeenCalled()
  expect([form.text.value, readDraftText('rev_1:review')]).toEqual(['Looks right', 'Looks right'])
  expect(form.failureText.value).toBe('It failed. Your text is saved.')
  form.onInput()
  expect(form.failureText.value).toBe('')
})

test('a text that is changed while its comment form is being sent stays in the form', async () => {
  const { form, write, onSent, api } = await mountForm()
  const sent = Promise.withResolvers<undefined>()
  api.on({
    [CREATE]: async () => {
      await sent.promise
      return thread('9')
    },
  })
  await write('Looks right')
  const done = form.submit()
  await until(() => expect(api.bodies(CREATE)).toHaveLength(1))
  await write('Looks right, except the total')
  form.onInput()
  sent.resolve(undefined)
  await done
  expect(onSent).toHaveBeenCalledTimes(1)
  expect(form.text.value).toBe('Looks right, except the total')
  await nextTick()
  expect(readDraftText('rev_1:review')).toBe('Looks right, except the total')
})

test('a comment form that is discarded can be restored and opened again with Undo', async () => {
  const { form, write, close, reopen, nuxt } = await mountForm()
  await write('Half a thought')
  form.discard()
  expect(close).toHaveBeenCalledTimes(1)
  expect(form.text.value).toBe('')
  const toast = await toastOf(nuxt, 'Draft discarded')
  expect(toast.description).toBe('Half a thought')
  press(toast, 'Undo')
  expect(form.text.value).toBe('Half a thought')
  expect(readDraftText('rev_1:review')).toBe('Half a thought')
  expect(reopen).toHaveBeenCalledTimes(1)
})

test('Undo of a discarded comment does not replace newer text in the form', async () => {
  const { form, write, reopen, nuxt } = await mountForm()
  await write('First')
  form.discard()
  const toast = await toastOf(nuxt, 'Draft discarded')
  await write('Second')
  press(toast, 'Undo')
  const refusal = await toastOf(nuxt, "Couldn't undo")
  expect(refusal.description).toContain('Send or discard the comment that you are writing first.')
  expect([form.text.value, readDraftText('rev_1:review')]).toEqual(['Second', 'Second'])
  expect(reopen).not.toHaveBeenCalled()
})

test('a pending comment added offline is saved exactly once after the server responds again', async () => {
  const { form, write, api, nuxt, page, onSent } = await mountForm()
  const ADD = 'POST /api/reviews/{id}/pending-comments'
  api.on({
    [ADD]: ({ body }) => ({
      ...{ id: 'pnd_1', images: [], threadId: null, place: null, createdAt: '2026-11-21T06:00:00.000Z' },
      body: (body as { body: string }).body,
    }),
  })
  const { reportStatus } = await nuxt.runWithContext(useConnection)
  await write('Too narrow')
  api.offline = true
  await form.submit(true)
  expect(form.failureText.value).toContain('Your text is saved and is sent as soon as')
  api.offline = false
  reportStatus(200, true)
  await until(() => expect(onSent).toHaveBeenCalledTimes(1))
  expect(api.bodies(ADD)).toEqual([{ kind: 'review', body: 'Too narrow' }])
  expect(page.source.pending.value.map(each => each.body)).toEqual(['Too narrow'])
  expect(form.text.value).toBe('')
})

test('discarding an empty comment form closes it without a toast', async () => {
  const { form, close, nuxt } = await mountForm()
  form.discard()
  await nextTick()
  expect(close).toHaveBeenCalledTimes(1)
  expect(toasts(nuxt)).toEqual([])
})

test('discarding a comment form with several shapes but no text can be undone', async () => {
  const { form, reopen, nuxt } = await mountForm('2 shapes')
  form.discard()
  const toast = await toastOf(nuxt, 'Draft discarded')
  expect(toast.description).toBe('2 shapes')
  press(toast, 'Undo')
  await until(() => expect(reopen).toHaveBeenCalledTimes(1))
})

test('a comment form contains the text that was written in it on an earlier visit', async () => {
  saveDraftText('rev_1:review', 'Half a thought')
  const { form } = await mountForm()
  expect(form.text.value).toBe('Half a thought')
})

test('a comment can be sent only after all its images are uploaded, and never without text', async () => {
  const sent = stubUploads()
  const { form, write, api } = await mountForm()
  form.images?.add([png('a')])
  await until(() => expect(sent).toHaveLength(1))
  await write('As here')
  expect(form.canSend.value).toBe(false)
  sent[0]?.respond(201, image)
  await until(() => expect(form.canSend.value).toBe(true))
  await write('')
  expect(form.canSend.value).toBe(false)
  await write('As here')
  await form.submit()
  expect(api.bodies(CREATE)).toEqual([{ kind: 'review', body: 'As here', imageIds: [image.id] }])
  expect(form.images?.items.value).toEqual([])
  await nextTick()
  expect(localStorage).toHaveLength(0)
})

test('Undo restores the images of a discarded comment form that has no text', async () => {
  const sent = stubUploads()
  const { form, nuxt } = await mountForm()
  form.images?.add([png('a')])
  await until(() => expect(sent).toHaveLength(1))
  sent[0]?.respond(201, image)
  await until(() => expect(form.images?.ids.value).toEqual([image.id]))
  form.discard()
  expect(form.images?.ids.value).toEqual([])
  const toast = await toastOf(nuxt, 'Draft discarded')
  expect(toast.description).toBe('1 image')
  press(toast, 'Undo')
  expect(form.images?.ids.value).toEqual([image.id])
})

test('a comment form says that its changed text is not sent by itself, until it is deleted', async () => {
  const { form, write, api } = await mountForm()
  api.offline = true
  await write('Looks right')
  await form.submit()
  expect(form.failureText.value).toContain('is sent as soon as')
  await write('Looks right now')
  form.onInput()
  expect(form.failureText.value).toBe('You changed this text, so it waits until you send it.')
  await write('')
  form.onInput()
  expect([form.failureText.value, form.isWaiting.value]).toEqual(['', false])
})
