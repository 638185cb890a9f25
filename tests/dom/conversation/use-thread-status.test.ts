import { limits } from '#shared/contract/kit/limits'
import type { Thread } from '#shared/contract/thread'
import { expect, test } from 'vitest'
import { ref } from 'vue'
import { useThreadReply } from '~/conversation/use-thread-reply'
import { useThreadStatus } from '~/conversation/use-thread-status'
import { artifact, thread } from '../../support/dom/fixtures'
import { until } from '../../support/dom/mount'
import { mountOnReview, press, toastOf, toasts } from '../../support/dom/review-page'
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

/**
 * Mounts a review of two revisions whose comments 1 and 3 are fixed, and comment 2 is open; `more` comments
 * follow. The form of a reply belongs to comment 1.
 */
async function mountFixes(...more: Thread[]) {
  const threads = [
    thread('1', { status: 'addressed' }),
    thread('2', { number: 2, revision: 2 }),
    thread('3', { number: 3, status: 'addressed' }),
    ...more,
  ]
  const mounted = await mountOnReview(
    () => ({ ...useThreadStatus(), ...useThreadReply(ref(null), () => threads[0] as Thread) }),
    { artifacts: [artifact('a', 2), artifact('b', 2)], threads },
  )
  const { served, api, page, result } = mounted
  api.on({
    'POST /v1/threads/{id}/resolve': ({ params, body }) => {
      const change = (each: Thread) =>
        each.threadId === params.id ? { ...each, ...(body as { status: 'open' }) } : each
      served.threads = served.threads.map(change)
      return served.threads.find(each => each.threadId === params.id) as Thread
    },
  })
  const byNumber = (number: number) =>
    page.source.threads.value.find(each => each.number === number) as Thread
  page.selection.openThread(byNumber(1))
  const shown = () => [page.selected.threadId.value, page.selection.revision.value?.index]
  return { ...mounted, ...result, byNumber, shown }
}

test('resolving a fix selects the next fix, and resolving the last fix shows the latest image', async () => {
  const { setStatus, byNumber, shown, nuxt } = await mountFixes()
  expect(shown()).toEqual(['thr_1', 2])
  await setStatus(byNumber(1), 'resolved')
  expect(shown()).toEqual(['thr_3', 2])
  await setStatus(byNumber(3), 'resolved')
  expect(shown()).toEqual([undefined, 2])
  expect((await toastOf(nuxt, 'Comment 3 resolved')).description).toBe(
    'All fixes are checked, 1 comment still open.',
  )
})

test('after the reply to a refused fix, the next fix is selected instead of the refused fix', async () => {
  const { setStatus, refuse, fixAfter, leaveRefused, byNumber, shown, nuxt } = await mountFixes()
  refuse(byNumber(1))
  await until(() => expect(byNumber(1).status).toBe('open'))
  expect(shown()).toEqual(['thr_1', 2])
  leaveRefused(byNumber(1), fixAfter(byNumber(1)))
  expect(shown()).toEqual(['thr_3', 2])
  await setStatus(byNumber(3), 'resolved')
  leaveRefused(byNumber(1), fixAfter(byNumber(1)))
  expect(shown()).toEqual([undefined, 2])
  // The reopened comment counts as open again.
  const said = () => toasts(nuxt).map(each => each.description)
  await until(() => expect(said()).toContain('All fixes are checked, 2 comments still open.'))
})

test('a refused fix is followed by the next fix on the same image, not by one on another', async () => {
  const elsewhere = thread('4', { number: 4, artifactId: 'art_b', status: 'addressed' })
  const { startReply, endReply, refuse, byNumber, shown } = await mountFixes(elsewhere)
  await startReply()
  refuse(byNumber(1))
  await until(() => expect(byNumber(1).status).toBe('open'))
  await endReply(true)
  expect(shown()).toEqual(['thr_3', 2])
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

test('resolving more comments than a request accepts, and Undo of it, need several requests', async () => {
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
