import type { Thread } from '#shared/contract/thread'
import { expect, test } from 'vitest'
import { useSentElsewhere } from '~/conversation/use-sent-elsewhere'
import { useThreadChanges } from '~/conversation/use-thread-changes'
import { useOpenForms } from '~/review-state/use-open-forms'
import { useThreadSelection } from '~/review-state/use-thread-selection'
import { useReadState } from '~/review-state/use-read-state'
import { useReviewAccess } from '~/review-state/use-review-access'
import { useConversation } from '~/conversation/use-conversation'
import { useDraft } from '~/review-state/use-draft'
import { useGuestName } from '~/comment/use-guest-name'
import { shareLoader } from '~/review-state/review-loader'
import { useReviewSource } from '~/review-state/use-review-source'
import { useSelection } from '~/review-state/use-selection'
import { nextTick } from 'vue'
import { ErrorResponse } from '../../support/dom/api'
import { agent, artifact, comment, sharedReview, sharedThread, thread } from '../../support/dom/fixtures'
import { until } from '../../support/dom/mount'
import { mountOnReview, press, toastOf, toasts } from '../../support/dom/review-page'

const mountConversation = (options: Parameters<typeof mountOnReview>[1] = {}) =>
  mountOnReview(
    () => ({
      ...useConversation(),
      ...useThreadChanges(),
      showSentElsewhere: useSentElsewhere(),
      source: { ...useReviewSource(), ...useReviewAccess(), ...useReadState() },
      selection: { ...useSelection(), ...useThreadSelection() },
      draft: { ...useDraft(), ...useOpenForms() },
    }),
    options,
  )
const ids = (threads: Thread[]) => threads.map(each => each.threadId)
const onReview = (name: string) =>
  thread(name, { number: null, artifactId: null, revision: null, kind: 'review', geometry: null })
const byAgent = (name: string) =>
  thread(name, { comments: [comment(`cmt_${name}`, 'Look', { author: agent })] })
const refuse = () => {
  throw new ErrorResponse('forbidden')
}

test('the conversation lists threads of the chosen status, and threads with an open reply form', async () => {
  const { result } = await mountConversation({
    threads: [thread('1'), thread('2', { status: 'resolved' }), thread('3', { status: 'addressed' })],
  })
  expect(ids(result.visibleThreads.value)).toEqual(['thr_1', 'thr_3'])
  result.selection.filter.value = 'addressed'
  expect(ids(result.visibleThreads.value)).toEqual(['thr_3'])
  result.selection.filter.value = 'resolved'
  expect(ids(result.visibleThreads.value)).toEqual(['thr_2'])
  result.draft.openReply('thr_3')
  expect(ids(result.visibleThreads.value)).toEqual(['thr_2', 'thr_3'])
  result.draft.closeReply('thr_3')
  expect(ids(result.visibleThreads.value)).toEqual(['thr_2'])
})

test('the selected thread stays listed when another person changes its status', async () => {
  const { result, served } = await mountConversation({ threads: [thread('1'), thread('2')] })
  result.selection.openThread(result.source.threads.value[0])
  await nextTick()
  served.threads = [thread('1', { status: 'resolved' }), thread('2', { status: 'resolved' })]
  await result.refresh()
  expect(ids(result.visibleThreads.value)).toEqual(['thr_1'])
  result.selection.openThread(undefined)
  await nextTick()
  expect(result.visibleThreads.value).toEqual([])
})

test('the selected thread leaves the list when the person resolves it', async () => {
  const { result } = await mountConversation({
    threads: [thread('1')],
    handlers: { 'POST /v1/threads/{id}/resolve': () => thread('1', { status: 'resolved' }) },
  })
  result.selection.openThread(result.source.threads.value[0])
  await nextTick()
  await result.refresh()
  await result.setStatus(result.source.threads.value[0] as Thread, 'resolved')
  expect(result.visibleThreads.value).toEqual([])
})

test('the stage shows threads of its revision, but resolved ones only if selected or listed', async () => {
  const { result } = await mountConversation({
    artifacts: [artifact('a', 2), artifact('b')],
    threads: [
      thread('1', { revision: 1 }),
      thread('2', { revision: 2 }),
      thread('3', { revision: 2, status: 'resolved' }),
      thread('4', { artifactId: 'art_b', revision: 1 }),
    ],
  })
  expect(ids(result.marks.value)).toEqual(['thr_2'])
  result.selection.threadId.value = 'thr_3'
  expect(ids(result.marks.value)).toEqual(['thr_2', 'thr_3'])
  result.selection.threadId.value = undefined
  result.selection.filter.value = 'resolved'
  expect(ids(result.marks.value)).toEqual(['thr_2', 'thr_3'])
})

test('the counts of threads match the list: open threads are all that are not resolved', async () => {
  const { result } = await mountConversation({
    threads: [thread('1'), thread('2'), onReview('3'), thread('4', { status: 'addressed' })],
  })
  expect(result.counts.value).toEqual({ open: 4, addressed: 1, resolved: 0, all: 4 })
})

test('comments by others are new until they are seen; a person’s own comments are never new', async () => {
  const { result } = await mountConversation({
    threads: [thread('1'), byAgent('2'), byAgent('3')],
    payload: { seenItemIds: ['cmt_3'] },
  })
  expect([...result.newComments.value]).toEqual(['cmt_2'])
  result.source.markSeen(['cmt_2'])
  expect(result.newComments.value.size).toBe(0)
})

test('if all comments are new when the page opens, only comments that arrive later have dots', async () => {
  const payload = { seenItemIds: ['rvs_1a'] }
  const all = await mountConversation({ threads: [byAgent('1'), byAgent('2')], payload })
  expect([all.result.newComments.value.size, all.result.dottedComments.value.size]).toEqual([2, 0])
  all.served.threads.push(byAgent('3'))
  await all.result.refresh()
  expect([...all.result.dottedComments.value]).toEqual(['cmt_3'])
  const some = await mountConversation({ threads: [thread('1'), byAgent('2')], payload })
  expect([...some.result.dottedComments.value]).toEqual(['cmt_2'])
})

test('on the first visit of a review, only comments that arrive later have dots', async () => {
  const { result, served } = await mountConversation({ threads: [thread('1'), byAgent('2')] })
  expect([result.newComments.value.size, result.dottedComments.value.size]).toEqual([1, 0])
  served.threads.push(byAgent('3'))
  await result.refresh()
  expect([...result.dottedComments.value]).toEqual(['cmt_3'])
})

test('no comment is marked as new for the visitor of a share link', async () => {
  const { result } = await mountConversation({
    loader: () => shareLoader('token'),
    handlers: { 'GET /api/share/{token}': () => sharedReview({ threads: [sharedThread(byAgent('1'))] }) },
  })
  expect(result.source.threads.value).toHaveLength(1)
  expect(result.newComments.value.size).toBe(0)
})

test('a guest can comment and reply under a name, and then delete their own thread', async () => {
  const author = { type: 'guest', id: 'gst_1', name: 'Gwen' } as const
  const written = thread('1', { comments: [comment('cmt_1', 'Too wide', { author })] })
  const answer = () => ({ thread: sharedThread(written), guestId: 'gst_1' })
  const { result, api } = await mountConversation({
    loader: () => shareLoader('token'),
    handlers: {
      'GET /api/share/{token}': () => sharedReview({ allowComments: true }),
      'POST /api/share/{token}/threads': answer,
      'POST /api/share/{token}/threads/{id}/replies': answer,
      'DELETE /api/share/{token}/comments/{id}': () => undefined,
    },
    onPage: () => {
      useGuestName().name.value = 'Gwen'
    },
  })
  expect(result.source.authorId.value).toBeUndefined()
  await result.addComment('Too wide', null)
  await result.reply(written, 'And here')
  expect(api.bodies('POST /api/share/{token}/threads')).toEqual([
    { kind: 'review', name: 'Gwen', body: 'Too wide' },
  ])
  expect(api.bodies('POST /api/share/{token}/threads/{id}/replies')).toEqual([
    { name: 'Gwen', body: 'And here' },
  ])
  expect(result.source.authorId.value).toBe('gst_1')
  await result.remove(written)
  expect(api.calls.at(-1)?.params).toEqual({ token: 'token', id: 'cmt_1' })
  expect(result.source.threads.value).toEqual([])
})

test('a comment on a spot is sent with its coordinates and then selected, and its form closes', async () => {
  const added = thread('9', { status: 'open' })
  const { result, api } = await mountConversation({
    handlers: { 'POST /v1/artifacts/{id}/annotations': () => added },
  })
  const geometry = { x: 0.25, y: 0.5 }
  const draft = {
    artifactId: 'art_a',
    revisionId: 'rvs_1a',
    shape: { kind: 'point' as const, geometry },
    timestampMs: null,
  }
  result.selection.filter.value = 'resolved'
  result.draft.open(draft)
  await result.addComment('Too wide', draft)
  expect(api.bodies('POST /v1/artifacts/{id}/annotations')).toEqual([
    { kind: 'point', body: 'Too wide', revisionId: 'rvs_1a', geometry },
  ])
  expect(result.draft.draft.value).toBeNull()
  expect([result.selection.filter.value, result.selection.thread.value?.threadId]).toEqual(['open', 'thr_9'])
})

test('a comment that is sent after other evidence was opened is not selected; a toast shows it', async () => {
  const response = Promise.withResolvers<Thread>()
  const { result, page, nuxt } = await mountConversation({
    artifacts: [artifact('a'), artifact('b')],
    handlers: { 'POST /v1/artifacts/{id}/annotations': () => response.promise },
  })
  const [first, second] = page.selection.artifacts.value
  const shape = { kind: 'point' as const, geometry: { x: 0.25, y: 0.5 } }
  const draft = { artifactId: 'art_a', revisionId: 'rvs_1a', shape, timestampMs: null }
  result.selection.filter.value = 'resolved'
  result.draft.open(draft)
  const sent = result.addComment('Too wide', draft)
  result.selection.openArtifact(second)
  response.resolve(thread('9', { number: 9 }))
  const added = await sent
  expect([result.selection.filter.value, result.selection.threadId.value]).toEqual(['resolved', undefined])

  expect(result.showSentElsewhere(added)).toBe(true)
  press(await toastOf(nuxt, 'Comment 9 sent'), 'Show')
  expect([result.selection.artifact.value?.id, result.selection.threadId.value]).toEqual([first?.id, 'thr_9'])
  await until(() => expect(toasts(nuxt)).toEqual([]))
  expect(result.showSentElsewhere(added)).toBe(false)
})

test('comments on a video time, on a whole image and on the review are sent as different kinds', async () => {
  const { result, api } = await mountConversation({
    handlers: {
      'POST /v1/artifacts/{id}/annotations': () => thread('8'),
      'POST /v1/reviews/{id}/threads': () => onReview('9'),
    },
  })
  const place = { artifactId: 'art_a', revisionId: 'rvs_1a', shape: null }
  await result.addComment('Here', { ...place, timestampMs: 1200 })
  await result.addComment('All of it', { ...place, timestampMs: null })
  await result.addComment('Fine', null)
  expect(api.bodies('POST /v1/artifacts/{id}/annotations')).toEqual([
    { kind: 'timestamp', body: 'Here', revisionId: 'rvs_1a', timestampMs: 1200 },
    { kind: 'artifact', body: 'All of it', revisionId: 'rvs_1a' },
  ])
  expect(api.bodies('POST /v1/reviews/{id}/threads')).toEqual([{ kind: 'review', body: 'Fine' }])
})

test('a mark on a range of a video is sent with the start, the end and the frame of the mark', async () => {
  const { result, api } = await mountConversation({
    handlers: { 'POST /v1/artifacts/{id}/annotations': () => thread('8') },
  })
  const shape = { kind: 'point' as const, geometry: { x: 0.25, y: 0.5 } }
  const range = { timestampMs: 400, endMs: 1200, frameMs: 800 }
  await result.addComment('Slow', { artifactId: 'art_a', revisionId: 'rvs_1a', shape, ...range })
  expect(api.bodies('POST /v1/artifacts/{id}/annotations')).toEqual([
    { ...shape, body: 'Slow', revisionId: 'rvs_1a', ...range },
  ])
})

test('a mark on a single video time, and a range without a mark, are sent without a frame', async () => {
  const { result, api } = await mountConversation({
    handlers: { 'POST /v1/artifacts/{id}/annotations': () => thread('8') },
  })
  const place = { artifactId: 'art_a', revisionId: 'rvs_1a' }
  const shape = { kind: 'point' as const, geometry: { x: 0.25, y: 0.5 } }
  await result.addComment('Here', { ...place, shape, timestampMs: 800, frameMs: 800 })
  await result.addComment('Slow', { ...place, shape: null, timestampMs: 400, endMs: 1200, frameMs: 800 })
  expect(api.bodies('POST /v1/artifacts/{id}/annotations')).toEqual([
    { ...shape, body: 'Here', revisionId: 'rvs_1a', timestampMs: 800 },
    { kind: 'timestamp', body: 'Slow', revisionId: 'rvs_1a', timestampMs: 400, endMs: 1200 },
  ])
})

test('resolving a thread is shown at once, and is reverted if the server rejects the request', async () => {
  const { result, api } = await mountConversation({ threads: [thread('1')] })
  api.on({ 'POST /v1/threads/{id}/resolve': refuse })
  const done = result.setStatus(result.source.threads.value[0] as Thread, 'resolved')
  expect(result.source.threads.value[0]?.status).toBe('resolved')
  await expect(done).rejects.toThrow()
  expect(result.source.threads.value[0]?.status).toBe('open')
})

test('a reply that arrives during a status change stays if the server rejects the change', async () => {
  const { result, api, served } = await mountConversation({ threads: [thread('1')] })
  api.on({
    'POST /v1/threads/{id}/resolve': async () => {
      served.threads = [thread('1', { comments: [comment('cmt_1', 'Look'), comment('cmt_2', 'I agree')] })]
      await result.source.refresh()
      return refuse()
    },
  })
  await expect(result.setStatus(result.source.threads.value[0] as Thread, 'resolved')).rejects.toThrow()
  expect(result.source.threads.value[0]).toMatchObject({ status: 'open' })
  expect(result.source.threads.value[0]?.comments).toHaveLength(2)
})

test('a rejected status change does not restore a thread that was deleted during the change', async () => {
  const { result, api, served } = await mountConversation({ threads: [thread('1')] })
  api.on({
    'POST /v1/threads/{id}/resolve': async () => {
      served.threads = []
      await result.source.refresh()
      return refuse()
    },
  })
  await expect(result.setStatus(result.source.threads.value[0] as Thread, 'resolved')).rejects.toThrow()
  expect(result.source.threads.value).toEqual([])
})

test('a deleted thread is removed and deselected at once', async () => {
  const { result } = await mountConversation({
    threads: [thread('1'), thread('2')],
    handlers: { 'DELETE /api/threads/{id}': () => undefined },
  })
  result.selection.threadId.value = 'thr_1'
  const done = result.remove(result.source.threads.value[0] as Thread)
  expect(ids(result.source.threads.value)).toEqual(['thr_2'])
  expect(result.selection.threadId.value).toBeUndefined()
  await done
})

test('a thread whose deletion fails returns to its position in the list without a duplicate', async () => {
  const { result, api } = await mountConversation({ threads: [thread('1'), thread('2'), thread('3')] })
  api.on({ 'DELETE /api/threads/{id}': refuse })
  await expect(result.remove(result.source.threads.value[1] as Thread)).rejects.toThrow()
  expect(ids(result.source.threads.value)).toEqual(['thr_1', 'thr_2', 'thr_3'])
  api.on({
    'DELETE /api/threads/{id}': async () => {
      await result.source.refresh()
      return refuse()
    },
  })
  await expect(result.remove(result.source.threads.value[1] as Thread)).rejects.toThrow()
  expect(ids(result.source.threads.value)).toEqual(['thr_1', 'thr_2', 'thr_3'])
})

test('after a reply, the thread that the server returns replaces the thread on the page', async () => {
  const answered = thread('1', { comments: [comment('cmt_1', 'Look'), comment('cmt_2', 'Done')] })
  const { result } = await mountConversation({
    threads: [thread('1'), thread('2')],
    handlers: { 'POST /v1/threads/{id}/replies': () => answered },
  })
  await result.reply(result.source.threads.value[0] as Thread, 'Done')
  expect(result.source.threads.value.map(each => each.comments.length)).toEqual([2, 1])
})
