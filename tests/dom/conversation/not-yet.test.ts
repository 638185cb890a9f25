import type { Thread } from '#shared/contract/thread'
import { beforeEach, expect, test } from 'vitest'
import { h, ref } from 'vue'
import { useThreadReply } from '~/conversation/use-thread-reply'
import { useUndoHistory } from '~/ui/messages/use-undo-history'
import AppButton from '~~/components/common/AppButton.vue'
import AppIcon from '~~/components/common/AppIcon'
import KeyCap from '~~/components/common/KeyCap.vue'
import AttachImage from '~~/components/comment/AttachImage.vue'
import CommentField from '~~/components/comment/CommentField.vue'
import MentionTextarea from '~~/components/comment/MentionTextarea.vue'
import ReplyForm from '~~/components/comment/ReplyForm.vue'
import NotYetButton from '~~/components/fix/NotYetButton.vue'
import { comment, thread } from '../../support/dom/fixtures'
import { until } from '../../support/dom/mount'
import { mountOnReview, press, toastOf, toasts } from '../../support/dom/review-page'
import { refuse } from '../../support/dom/undoable'

const RESTORE = 'PATCH /api/threads/{id}'
const reopened = 'Comment 1 reopened'

beforeEach(() => localStorage.clear())

/** Mounts an addressed comment with the form of its reply, and presses its button "Not yet". */
async function pressNotYet() {
  const fixed = thread('1', { status: 'addressed' })
  const item = ref<HTMLElement | null>(null)
  const form = { current: () => fixed, replying: () => false }
  const mounted = await mountOnReview(
    () => {
      const reply = useThreadReply(item, () => fixed)
      form.replying = () => reply.replying.value
      return { ...reply, history: useUndoHistory() }
    },
    {
      threads: [fixed],
      view: () =>
        h('div', { ref: item }, [
          h(NotYetButton, { thread: form.current(), onReply: () => void mounted.result.startReply() }),
          form.replying() &&
            h(ReplyForm, {
              thread: form.current(),
              onDone: (isSent: boolean) => void mounted.result.endReply(isSent),
            }),
        ]),
      components: { AppButton, AppIcon, AttachImage, CommentField, KeyCap, MentionTextarea },
    },
  )
  const { served, api, page, wrapper, nuxt } = mounted
  const store = (change: Partial<Thread>) => {
    served.threads = served.threads.map(each => ({ ...each, ...change }))
    return served.threads[0] as Thread
  }
  const saveStatus = ({ body }: { body: unknown }) => store(body as Partial<Thread>)
  api.on({
    'POST /v1/threads/{id}/resolve': saveStatus,
    [RESTORE]: saveStatus,
    'POST /v1/threads/{id}/replies': () =>
      store({ comments: [...fixed.comments, comment('cmt_2', 'The right edge is still cut off.')] }),
  })
  const shown = () => page.source.threads.value[0]?.status
  const notYet = () => wrapper.get<HTMLElement>('[data-not-yet]')
  const button = (name: string) => {
    const found = wrapper.findAll('form button').find(each => each.text() === name)
    if (!found) throw new Error(`The form has no button “${name}”.`)
    return found
  }
  await notYet().trigger('click')
  await toastOf(nuxt, reopened)
  await until(() => expect(document.activeElement).toBe(wrapper.get('textarea').element))
  expect(shown()).toBe('open')
  return { ...mounted, shown, notYet, button, field: () => wrapper.get('textarea') }
}

for (const [way, cancel] of [
  ['Cancel', ({ button }: Awaited<ReturnType<typeof pressNotYet>>) => button('Cancel').trigger('click')],
  [
    'Escape',
    ({ field }: Awaited<ReturnType<typeof pressNotYet>>) => field().trigger('keydown', { key: 'Escape' }),
  ],
] as const)
  test(`${way} of the reply after “Not yet” reverts the reopening and closes its toast`, async () => {
    const mounted = await pressNotYet()
    const { api, nuxt, shown, served, notYet, wrapper, result } = mounted
    await cancel(mounted)
    await until(() => expect(served.threads[0]?.status).toBe('addressed'))
    expect(shown()).toBe('addressed')
    expect(toasts(nuxt)).toEqual([])
    expect(wrapper.find('textarea').exists()).toBe(false)
    expect(document.activeElement).toBe(notYet().element)
    expect(api.bodies(RESTORE)).toEqual([{ status: 'addressed' }])
    await until(() => expect(result.history.undone.value).toBe(reopened))
    // The shortcut for Undo finds no change, so the reopening cannot be undone twice.
    expect(await result.history.undoLast()).toBeUndefined()
  })

test('pressing Cancel before the request of “Not yet” ends makes the comment addressed again', async () => {
  const { api, button, served, shown, nuxt, notYet, field } = await pressNotYet()
  await button('Cancel').trigger('click')
  await until(() => expect(served.threads[0]?.status).toBe('addressed'))
  const answer = Promise.withResolvers<undefined>()
  api.on({
    'POST /v1/threads/{id}/resolve': async () => {
      await answer.promise
      served.threads = served.threads.map(each => ({ ...each, status: 'open' as const }))
      return served.threads[0] as Thread
    },
  })
  await notYet().trigger('click')
  await until(() => field())
  await button('Cancel').trigger('click')
  answer.resolve(undefined)
  await until(() => expect(api.bodies(RESTORE)).toHaveLength(2))
  await until(() => expect([served.threads[0]?.status, shown()]).toEqual(['addressed', 'addressed']))
  expect(toasts(nuxt)).toEqual([])
})

test('a sent reply after “Not yet” is followed by a toast that all fixes are checked', async () => {
  const { api, nuxt, page, shown, field, wrapper } = await pressNotYet()
  page.selection.openThread(page.source.threads.value[0])
  await field().setValue('The right edge is still cut off.')
  await wrapper.get('form').trigger('submit')
  await until(() => expect(wrapper.find('textarea').exists()).toBe(false))
  const lastFix = 'All fixes are checked, 1 comment still open.'
  await until(() => expect(toasts(nuxt).map(each => each.description)).toEqual([lastFix]))
  expect(shown()).toBe('open')
  expect(api.bodies(RESTORE)).toEqual([])
  // No comment is selected, so that the key for resolving the selected comment does not resolve the refused
  // comment.
  expect(page.selected.threadId.value).toBeUndefined()
})

test('Undo of a cancelled reply after “Not yet” reopens the comment and restores the text', async () => {
  const { nuxt, shown, field, button } = await pressNotYet()
  await field().setValue('Still cut off.')
  await button('Cancel').trigger('click')
  await until(() => expect(shown()).toBe('addressed'))
  press(await toastOf(nuxt, 'Reply discarded'), 'Undo')
  await until(() => expect((field().element as HTMLTextAreaElement).value).toBe('Still cut off.'))
  await until(() => expect(shown()).toBe('open'))
})

test('Cancel changes nothing after the toast of “Not yet” has undone the reopening', async () => {
  const { api, nuxt, shown, button } = await pressNotYet()
  press(await toastOf(nuxt, reopened), 'Undo')
  await until(() => expect(shown()).toBe('addressed'))
  await button('Cancel').trigger('click')
  await until(() => expect(toasts(nuxt)).toEqual([]))
  expect(api.bodies(RESTORE)).toHaveLength(1)
})

test('if the server refuses to revert the reopening after Cancel, a toast shows the reason', async () => {
  const { api, nuxt, shown, button } = await pressNotYet()
  api.on({ [RESTORE]: refuse })
  await button('Cancel').trigger('click')
  expect((await toastOf(nuxt, "Couldn't undo")).description).toBe('You may not. No data was lost.')
  expect(shown()).toBe('open')
})
