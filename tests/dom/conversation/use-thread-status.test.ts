import { limits } from '#shared/contract/kit/limits'
import type { Thread } from '#shared/contract/thread'
import { expect, test } from 'vitest'
import { thread } from '../../support/dom/fixtures'
import { until } from '../../support/dom/mount'
import { press, toastOf, toasts } from '../../support/dom/review-page'
import { mountUndoable, refuse } from '../../support/dom/undoable'

test('Undo gives a resolved comment the status that it had before', async () => {
  const { result, first, nuxt } = await mountUndoable()
  await result.setStatus(first(), 'resolved')
  expect(first().status).toBe('resolved')
  press(await toastOf(nuxt, 'Comment 1 resolved'), 'Undo')
  await until(() => expect(first().status).toBe('addressed'))
})

test('if a comment cannot be resolved, a toast shows the reason and offers no Undo', async () => {
  const { result, first, nuxt, page } = await mountUndoable({ 'POST /v1/threads/{id}/resolve': refuse })
  page.selection.openThread(first())
  await result.setStatus(first(), 'resolved')
  expect((await toastOf(nuxt, 'Comment 1 was not changed')).description).toBe(
    'You may not. No data was lost.',
  )
  // The comment stays selected, so that the shortcut for resolving can be used again.
  expect(page.selected.threadId.value).toBe('thr_1')
  expect(toasts(nuxt)).toHaveLength(1)
})

test('several comments are resolved together, and Undo restores the earlier status of each', async () => {
  const STATUSES = 'POST /api/reviews/{id}/threads/status'
  const { result, source, api, nuxt } = await mountUndoable({
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

test('more comments than a request accepts are resolved in several requests; Undo reopens all', async () => {
  const STATUSES = 'POST /api/reviews/{id}/threads/status'
  const { result, source, api, nuxt } = await mountUndoable({
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
