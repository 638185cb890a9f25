import type { PendingComment } from '#shared/contract/pending-comment'
import type { Thread } from '#shared/contract/thread'
import { beforeEach, expect, test } from 'vitest'
import { useThreadChoice } from '~/conversation/use-thread-choice'
import { useThreadSearch } from '~/conversation/use-thread-search'
import { useOpenForms } from '~/review-state/use-open-forms'
import { useThreadSelection } from '~/review-state/use-thread-selection'
import { useReadState } from '~/review-state/use-read-state'
import { useReviewAccess } from '~/review-state/use-review-access'
import { nextTick } from 'vue'
import { useThreadList } from '~/conversation/use-thread-list'
import { useReviewSource } from '~/review-state/use-review-source'
import { useSelection } from '~/review-state/use-selection'
import { agent, artifact, comment, pendingComment, pendingPlace, thread } from '../../support/dom/fixtures'
import { mountOnReview } from '../../support/dom/review-page'

beforeEach(() => localStorage.clear())

const onReview = (name: string) =>
  thread(name, { number: null, artifactId: null, revision: null, kind: 'review', geometry: null })
const threads = [
  thread('1', { comment: 'The total wraps' }),
  thread('2', { artifactId: 'art_b', comment: 'The logo is missing' }),
]
const mountList = (artifacts = [artifact('a'), artifact('b')], pending: PendingComment[] = []) =>
  mountOnReview(
    () => ({
      ...useThreadList(),
      ...useThreadSearch(),
      ...useThreadChoice(),
      selection: { ...useSelection(), ...useThreadSelection() },
      forms: useOpenForms(),
      source: { ...useReviewSource(), ...useReviewAccess(), ...useReadState() },
    }),
    {
      artifacts,
      threads,
      pending,
    },
  )
const keys = (rows: { key: string }[]) => rows.map(each => each.key)

test('at first, only the threads of the artifact on the stage are listed, without headings', async () => {
  const { result } = await mountList()
  expect(keys(result.rows.value)).toEqual(['thr_1'])
  result.selection.openArtifact(result.source.completedArtifacts.value[1])
  expect(keys(result.rows.value)).toEqual(['thr_2'])
  expect([result.scopeCounts.value, result.counts.value.open]).toEqual([{ artifact: 1, review: 2 }, 1])
  result.scope.value = 'review'
  expect(result.counts.value.open).toBe(2)
})

test('pending comments and replies are listed with the evidence or review that they are about', async () => {
  const reply = (name: string) => pendingComment(`to${name}`, { threadId: `thr_${name}`, place: null })
  const { result } = await mountList(undefined, [
    pendingComment('a'),
    pendingComment('b', { place: { ...pendingPlace, artifactId: 'art_b' } }),
    pendingComment('whole', { place: { ...pendingPlace, artifactId: null, revisionId: null } }),
    reply('1'),
    reply('2'),
    reply('unknown'),
  ])
  const listed = () => result.foundPending.value.map(each => each.id.slice(4))
  // Replies to listed threads are not in this list, because they are shown with their threads.
  expect(listed()).toEqual(['a', 'whole', 'tounknown'])
  result.scope.value = 'review'
  expect(listed()).toEqual(['a', 'b', 'whole', 'tounknown'])
  result.query.value = 'logo'
  expect(listed()).toEqual(['a', 'b', 'whole', 'to1', 'tounknown'])
})

test('a status filter is marked as new only if the list has new comments with that status', async () => {
  const byAgent = (name: string) => [comment(`cmt_${name}`, 'Fixed', { author: agent })]
  const { result, served } = await mountList()
  served.threads = [
    thread('1'),
    thread('2', { artifactId: 'art_b', status: 'addressed', comments: byAgent('2') }),
  ]
  await result.source.refresh()
  expect([result.hasNew('addressed'), result.hasNewElsewhere.value]).toEqual([false, true])
  result.scope.value = 'review'
  expect([result.hasNew('addressed'), result.hasNewElsewhere.value]).toEqual([true, false])
  expect(result.hasNew('open')).toBe(false)
})

test('a review with one artifact lists all threads of the artifact and of the whole review', async () => {
  const { result, served } = await mountList([artifact('a')])
  served.threads = [thread('1'), onReview('2')]
  await result.source.refresh()
  expect(result.canScope.value).toBe(false)
  expect(keys(result.rows.value)).toEqual(['thr_1', 'thr_2'])
})

test('threads on the whole review are last in the list of every artifact', async () => {
  const { result, served } = await mountList()
  served.threads = [...threads, onReview('3')]
  await result.source.refresh()
  expect(keys(result.rows.value)).toEqual(['thr_1', 'thr_3'])
  expect([result.counts.value.open, result.scopeCounts.value]).toEqual([2, { artifact: 2, review: 3 }])
  result.selection.openArtifact(result.source.completedArtifacts.value[1])
  expect(keys(result.rows.value)).toEqual(['thr_2', 'thr_3'])
})

test('the list of all threads has a heading with the title of each artifact', async () => {
  const { result } = await mountList()
  result.scope.value = 'review'
  expect(keys(result.rows.value)).toEqual(['heading-art_a', 'thr_1', 'heading-art_b', 'thr_2'])
})

test('the list of threads has no headings for one artifact with one revision', async () => {
  const { result } = await mountList([artifact('a')])
  expect(result.canGroup.value).toBe(false)
  expect(keys(result.rows.value)).toEqual(['thr_1', 'thr_2'])
})

test('the threads of an artifact with several revisions have headings only if grouped by round', async () => {
  const { result, served } = await mountList([artifact('a', 2)])
  served.threads = [thread('1'), onReview('2')]
  await result.source.refresh()
  expect(result.canGroup.value).toBe(true)
  expect(keys(result.rows.value)).toEqual(['thr_1', 'thr_2'])
  result.grouping.value = 'round'
  expect(keys(result.rows.value)).toContain('heading-whole')
})

test('the comments on the only video are listed in the order of their video times', async () => {
  const { result, served } = await mountList([artifact('a', 2, { kind: 'video' })])
  served.threads = [thread('1', { timestampMs: 1200 }), thread('2', { timestampMs: 1000 })]
  await result.source.refresh()
  expect(keys(result.rows.value)).toEqual(['thr_2', 'thr_1'])
})

test('a thread keeps its place in the list while the person writes in it', async () => {
  const { result, served } = await mountList([artifact('a')])
  const [open, addressed] = ['open', 'addressed'] as const
  const store = async (...statuses: ('open' | 'addressed')[]) => {
    served.threads = statuses.map((status, index) => thread(`${index + 1}`, { status }))
    await result.source.refresh()
    return keys(result.rows.value)
      .map(each => each.slice('thr_'.length))
      .join(' ')
  }
  expect(await store(open, open, addressed)).toBe('3 1 2')
  result.forms.openReply('thr_3')
  result.forms.openReply('thr_2')
  expect(await store(open, open, addressed)).toBe('3 1 2')
  // "Not yet" reopens the comment whose form is open, and an agent addresses the other one.
  expect(await store(open, addressed, open)).toBe('3 1 2')
  result.forms.closeReply('thr_3')
  result.forms.closeReply('thr_2')
  expect(await store(open, addressed, open)).toBe('2 1 3')
})

test('a search lists the matching threads on any evidence until the search is cleared', async () => {
  const { result } = await mountList()
  result.query.value = 'logo'
  expect(result.found.value.map(each => each.threadId)).toEqual(['thr_2'])
  expect(result.scope.value).toBe('review')
  result.query.value = ''
  expect(result.scope.value).toBe('artifact')
})

test('stepping through threads continues on other artifacts and stops at the ends of the list', async () => {
  const { result, served } = await mountList()
  served.threads = [threads[1] as Thread, threads[0] as Thread, thread('3'), onReview('4')]
  await result.source.refresh()
  const neighbor = (name: string, by: 1 | -1) =>
    result.neighborOf(
      result.source.threads.value.find(each => each.threadId === name),
      by,
    )?.threadId
  expect(['thr_1', 'thr_3', 'thr_2', 'thr_4'].map(each => neighbor(each, 1))).toEqual([
    'thr_3',
    'thr_2',
    'thr_4',
    undefined,
  ])
  expect([neighbor('thr_2', -1), neighbor('thr_1', -1)]).toEqual(['thr_3', undefined])
})

test('without a selected thread, stepping starts at the first or last thread of the artifact', async () => {
  const { result } = await mountList()
  result.selection.openArtifact(result.source.completedArtifacts.value[1])
  expect(result.neighborOf(undefined, 1)?.threadId).toBe('thr_2')
  expect(result.neighborOf(undefined, -1)?.threadId).toBe('thr_2')
  result.selection.filter.value = 'resolved'
  expect(result.neighborOf(undefined, 1)).toBeUndefined()
})

test('opening a thread that the search does not match clears the search', async () => {
  const { result } = await mountList()
  const [first, second] = result.source.threads.value
  result.query.value = 'logo'
  result.selection.openThread(second)
  await nextTick()
  expect(result.query.value).toBe('logo')
  result.selection.openThread(first)
  await nextTick()
  expect(result.query.value).toBe('')
})

test('the chosen grouping of threads is stored on the device; an unknown value is ignored', async () => {
  const { result, wrapper } = await mountList()
  result.grouping.value = 'none'
  await nextTick()
  wrapper.unmount()
  const next = await mountList()
  expect(next.result.grouping.value).toBe('none')
  next.wrapper.unmount()
  for (const key of Object.keys(localStorage)) localStorage.setItem(key, 'by-weather')
  expect((await mountList()).result.grouping.value).toBe('evidence')
})

const byAgent = (name: string) =>
  thread(name, { comments: [comment(`cmt_${name}`, 'Look', { author: agent })] })

test('threads can be filtered by author, by unread comments, and by the person’s participation', async () => {
  const { result, served } = await mountList([artifact('a')])
  const answered = thread('2', {
    comments: [comment('cmt_2', 'Hm'), comment('cmt_3', 'Done', { author: agent })],
  })
  served.threads = [thread('1'), answered, byAgent('4')]
  await result.source.refresh()
  expect(result.authors.value).toEqual([{ id: agent.id, name: agent.name }])
  const filtered = async (by: string) => {
    result.filter.value = by
    await nextTick()
    return keys(result.rows.value)
  }
  expect(await filtered('mine')).toEqual(['thr_1', 'thr_2'])
  expect(await filtered(agent.id)).toEqual(['thr_2', 'thr_4'])
  expect(await filtered('unread')).toEqual(['thr_2', 'thr_4'])
  result.source.markSeen(['cmt_3', 'cmt_4'])
  expect(keys(result.rows.value)).toEqual(['thr_2', 'thr_4'])
  expect(await filtered('all')).toEqual(['thr_1', 'thr_2', 'thr_4'])
  expect(await filtered('unread')).toEqual([])
})

test('only threads that are in the list can be selected for an action on several threads', async () => {
  const { result } = await mountList()
  result.scope.value = 'review'
  expect(result.chosen.value).toBeNull()
  result.choose(result.found.value, true)
  expect(result.chosen.value).toBeNull()
  result.selectSeveral(true)
  result.choose(result.found.value, true)
  expect(result.chosen.value?.map(each => each.threadId)).toEqual(['thr_1', 'thr_2'])
  result.choose(result.found.value.slice(0, 1), false)
  expect(result.chosen.value?.map(each => each.threadId)).toEqual(['thr_2'])
  result.scope.value = 'artifact'
  expect(result.chosen.value).toEqual([])
  result.selectSeveral(false)
  expect(result.chosen.value).toBeNull()
})
