import type { Thread } from '#shared/contract/thread'
import { expect, test } from 'vitest'
import { useThreadDeletion } from '~/conversation/use-thread-deletion'
import { shareLoader } from '~/review-state/review-loader'
import { useReviewSource } from '~/review-state/use-review-source'
import { ErrorResponse } from '../../support/dom/api'
import { agent, comment, me, sharedReview, thread } from '../../support/dom/fixtures'
import { until } from '../../support/dom/mount'
import { mountOnReview, toastOf, toasts } from '../../support/dom/review-page'

const threads = [
  thread('1'),
  thread('2', { comments: [comment('cmt_2', 'Look', { author: agent })] }),
  thread('3', {
    comments: [comment('cmt_3', 'Hm', { author: { type: 'human', id: 'usr_ann', name: 'Ann' } })],
  }),
]
const mountDeletion = async (person = me()) => {
  const mounted = await mountOnReview(() => ({ ...useThreadDeletion(), source: useReviewSource() }), {
    threads,
    me: person,
  })
  const [own, agents, others] = mounted.result.source.threads.value as [Thread, Thread, Thread]
  return { ...mounted, own, agents, others }
}

test('a member can request the deletion of their own thread only', async () => {
  const { result, own, agents, others } = await mountDeletion()
  result.request(agents)
  result.request(others)
  expect(result.threadToDelete.value).toBeUndefined()
  result.request(own)
  expect(result.threadToDelete.value?.threadId).toBe('thr_1')
  result.cancel()
  expect(result.threadToDelete.value).toBeUndefined()
})

test('an owner may delete any thread or reply, and a member only their own', async () => {
  const mine = thread('4', {
    comments: [comment('cmt_4', 'Look'), comment('cmt_5', 'Done', { author: agent })],
  })
  const [own, reply] = mine.comments
  const { result } = await mountDeletion()
  expect([result.canDelete(mine), result.canDelete(mine, own), result.canDelete(mine, reply)]).toEqual([
    false,
    true,
    false,
  ])
  const workspace = { id: 'ws_1', name: 'Team', plan: 'team' as const, role: 'owner' as const }
  const asOwner = await mountDeletion(me({ workspace, workspaces: [workspace] }))
  expect([asOwner.result.canDelete(mine), asOwner.result.canDelete(mine, reply)]).toEqual([true, true])
})

test('a guest’s comments may be deleted by the guest, by members, and all together by owners', async () => {
  const guest = { type: 'guest', id: 'gst_1', name: 'Gwen' } as const
  const other = { ...guest, id: 'gst_2' }
  const mine = thread('1', { comments: [comment('cmt_1', 'x', { author: guest })] })
  const theirs = thread('2', { comments: [comment('cmt_2', 'x', { author: other })] })
  const replied = thread('3', { comments: [...mine.comments, comment('cmt_3', 'x', { author: guest })] })
  const { result } = await mountOnReview(() => useThreadDeletion(), {
    loader: () => shareLoader('token'),
    handlers: { 'GET /api/share/{token}': () => sharedReview({ allowComments: true, guestId: 'gst_1' }) },
  })
  expect([mine, theirs, replied].map(each => result.canDelete(each))).toEqual([true, false, false])
  expect(result.canDelete(replied, replied.comments[1])).toBe(true)
  expect(result.canDeleteAllOf(other)).toBe(false)

  const member = await mountDeletion()
  expect([mine, theirs].map(each => member.result.canDelete(each))).toEqual([true, true])
  expect(member.result.canDeleteAllOf(guest)).toBe(false)
  const workspace = { id: 'ws_1', name: 'Team', plan: 'team' as const, role: 'owner' as const }
  const owner = await mountDeletion(me({ workspace, workspaces: [workspace] }))
  expect([owner.result.canDeleteAllOf(guest), owner.result.canDeleteAllOf(agent)]).toEqual([true, false])
})

test('a deleted reply disappears at once and returns if the deletion fails', async () => {
  const { result, own, api, page } = await mountDeletion()
  const reply = comment('cmt_9', 'And this')
  result.source.update(({ threads }) => ({
    threads: threads.map(each =>
      each.threadId === own.threadId ? { ...each, comments: [...each.comments, reply] } : each,
    ),
  }))
  const bodies = () => result.source.threads.value[0]?.comments.map(each => each.body)
  const answered = result.source.threads.value[0] as Thread
  api.on({
    'DELETE /api/comments/{id}': () => {
      throw new ErrorResponse('internal_error', 'It failed.')
    },
  })
  result.request(answered, reply)
  expect(result.replyToDelete.value?.id).toBe('cmt_9')
  await result.confirm()
  expect(bodies()).toEqual(['Comment 1', 'And this'])
  api.on({ 'DELETE /api/comments/{id}': () => undefined })
  result.request(answered, reply)
  const done = result.confirm()
  expect(bodies()).toEqual(['Comment 1'])
  await done
  await until(() => expect(page.announcements.message.value).toBe('Reply deleted'))
})

test('confirming a deletion closes the dialog and deletes the thread only once', async () => {
  const { result, own, api, page } = await mountDeletion()
  api.on({ 'DELETE /api/threads/{id}': () => undefined })
  result.request(own)
  const done = result.confirm()
  expect(result.threadToDelete.value).toBeUndefined()
  await done
  await result.confirm()
  expect(api.bodies('DELETE /api/threads/{id}')).toHaveLength(1)
  await until(() => expect(page.announcements.message.value).toBe('Comment 1 deleted'))
})

test('a thread whose deletion fails is restored, and a toast shows the reason', async () => {
  const { result, own, api, nuxt } = await mountDeletion()
  api.on({
    'DELETE /api/threads/{id}': () => {
      throw new ErrorResponse('internal_error', 'It failed.')
    },
  })
  result.request(own)
  await result.confirm()
  const toast = await toastOf(nuxt, 'The comment was not deleted')
  expect(toast.description).toContain('It failed.')
  expect(result.source.threads.value).toHaveLength(3)
})

test('the deletion dialog closes when another person deletes the thread', async () => {
  const { result, own, served, api, nuxt } = await mountDeletion()
  result.request(own)
  served.threads = []
  await result.source.refresh()
  expect(result.threadToDelete.value).toBeUndefined()
  await result.confirm()
  expect(api.bodies('DELETE /api/threads/{id}')).toEqual([])
  expect(toasts(nuxt)).toEqual([])
})
