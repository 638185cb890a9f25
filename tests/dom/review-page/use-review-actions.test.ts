import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useCompare } from '~/compare/use-compare'
import { useDraft } from '~/review-state/use-draft'
import { useThreadDeletion } from '~/conversation/use-thread-deletion'
import { shareLoader } from '~/review-state/review-loader'
import { useReviewActions } from '~/review-page/use-review-actions'
import { useVideoTime } from '~/video/use-video-time'
import { useVerdictCheck } from '~/verdict/use-verdict-check'
import { thread, artifact, review } from '../../support/dom/fixtures'
import { addElement, pressKey } from '../../support/dom/keys'
import { until } from '../../support/dom/mount'
import { mountOnReview, toastOf } from '../../support/dom/review-page'

beforeEach(() => localStorage.clear())
afterEach(() => {
  document.body.innerHTML = ''
})

async function mountActions(options: Parameters<typeof mountOnReview>[1] = {}) {
  const showKeys = vi.fn()
  const mounted = await mountOnReview(
    () => {
      useReviewActions(showKeys)
      return {
        compare: useCompare(),
        draft: useDraft(),
        deletion: useThreadDeletion(),
        time: useVideoTime(),
        check: useVerdictCheck(),
      }
    },
    { artifacts: [artifact('a', 2), artifact('b')], threads: [thread('1', { revision: 2 })], ...options },
  )
  return {
    ...mounted,
    showKeys,
    selection: { ...mounted.page.selected, ...mounted.page.selection },
    source: mounted.page.source,
  }
}

test('the arrow keys step through the evidence and stop at its ends', async () => {
  const { selection } = await mountActions()
  pressKey('ArrowUp')
  expect(selection.artifact.value?.id).toBe('art_a')
  pressKey('ArrowDown')
  expect(selection.artifact.value?.id).toBe('art_b')
  pressKey('ArrowDown')
  expect(selection.artifact.value?.id).toBe('art_b')
})

test('the keys [ and ] step through the revisions and stop at the first and the last revision', async () => {
  const { selection } = await mountActions()
  pressKey('[')
  expect(selection.revision.value?.index).toBe(1)
  pressKey('[')
  expect(selection.revision.value?.index).toBe(1)
  pressKey(']')
  expect(selection.revision.value?.index).toBe(2)
})

test('the keys [ and ] step through pairs of revisions, with the older one always on the left', async () => {
  const { result } = await mountActions({ artifacts: [artifact('a', 4)], threads: [] })
  const pair = () => result.compare.pair.value?.map(each => each.revision.index)
  pressKey('w')
  expect(pair()).toEqual([3, 4])
  pressKey('[')
  expect(pair()).toEqual([2, 3])
  pressKey('[')
  expect(pair()).toEqual([1, 2])
  pressKey(']')
  expect(pair()).toEqual([2, 3])
})

test('the key of a compare mode opens the mode, and pressing the key again changes nothing', async () => {
  const { result } = await mountActions()
  pressKey('w')
  expect(result.compare.view.value).toBe('swipe')
  pressKey('d')
  pressKey('d')
  expect(result.compare.view.value).toBe('difference')
})

test('a compare key shows a message if there is nothing to compare', async () => {
  const { result, nuxt } = await mountActions({ artifacts: [artifact('a')] })
  pressKey('s')
  const { description } = await toastOf(nuxt, 'Nothing to compare with yet')
  expect(description).toContain('second revision')
  expect(result.compare.view.value).toBeNull()
})

test('repeated Escape leaves the comparison, then closes the draft, then deselects the thread', async () => {
  const { result, selection } = await mountActions()
  selection.threadId.value = 'thr_1'
  result.draft.open({ artifactId: 'art_a', revisionId: 'rvs_2a', shape: null, timestampMs: null })
  pressKey('s')
  pressKey('Escape')
  expect(result.compare.view.value).toBeNull()
  expect([selection.threadId.value, result.draft.draft.value]).toEqual(['thr_1', expect.anything()])
  pressKey('Escape')
  expect([selection.threadId.value, result.draft.draft.value]).toEqual(['thr_1', null])
  pressKey('Escape')
  expect(selection.threadId.value).toBeUndefined()
})

test('Escape clears the selected range of the video on the stage', async () => {
  const { result } = await mountActions()
  result.time.value = { seconds: 1, range: { startMs: 400, endMs: null } }
  pressKey('Escape')
  expect(result.time.value).toMatchObject({ seconds: 1, range: { startMs: null, endMs: null } })
})

const RESOLVE = 'POST /v1/threads/{id}/resolve'
const comments = [thread('1', { revision: 2 }), thread('2', { revision: 2 })]

test('E resolves the selected thread and selects the next; further presses reopen no thread', async () => {
  const { selection, source, api } = await mountActions({ threads: comments })
  api.on({
    [RESOLVE]: ({ params, body }) =>
      thread(params.id?.slice('thr_'.length) ?? '', {
        revision: 2,
        status: (body as { status: 'open' }).status,
      }),
  })
  pressKey('e')
  selection.openThread(source.threads.value[0])
  pressKey('e')
  expect(selection.threadId.value).toBe('thr_2')
  pressKey('e', { repeat: true })
  pressKey('e')
  expect(selection.threadId.value).toBeUndefined()
  pressKey('e')
  await until(() => expect(api.bodies(RESOLVE)).toEqual([{ status: 'resolved' }, { status: 'resolved' }]))
})

test('after E on the last thread, the first open thread is selected', async () => {
  const { selection, source, api } = await mountActions({ threads: comments })
  api.on({ [RESOLVE]: () => thread('2', { revision: 2, status: 'resolved' }) })
  selection.openThread(source.threads.value[1])
  pressKey('e')
  expect(selection.threadId.value).toBe('thr_1')
})

test('if resolved threads are listed, E resolves a thread, and a second E does not reopen it', async () => {
  const { selection, source, api } = await mountActions({ threads: comments })
  api.on({ [RESOLVE]: () => thread('1', { revision: 2, status: 'resolved' }) })
  selection.openThread(source.threads.value[0])
  selection.filter.value = 'resolved'
  pressKey('e')
  await until(() => expect(source.threads.value[0]?.status).toBe('resolved'))
  pressKey('e')
  expect(api.bodies(RESOLVE)).toEqual([{ status: 'resolved' }])
})

test('E without a selected comment selects the first fix to check, and a second E resolves it', async () => {
  const fixes = [thread('1', { revision: 2 }), thread('2', { revision: 2, status: 'addressed' })]
  const { selection, api } = await mountActions({ threads: fixes })
  api.on({ [RESOLVE]: () => thread('2', { revision: 2, status: 'resolved' }) })
  pressKey('e')
  expect(selection.threadId.value).toBe('thr_2')
  expect(api.bodies(RESOLVE)).toEqual([])
  pressKey('e')
  await until(() => expect(api.bodies(RESOLVE)).toEqual([{ status: 'resolved' }]))
})

test('E without a selected comment and without a fix shows a message that explains what to do', async () => {
  const { selection, nuxt } = await mountActions({ threads: comments })
  pressKey('e')
  await toastOf(nuxt, 'Select a comment to resolve it.')
  expect(selection.threadId.value).toBeUndefined()
})

test('E reopens a resolved thread', async () => {
  const { selection, source, api } = await mountActions({
    threads: [thread('1', { revision: 2, status: 'resolved' })],
  })
  api.on({ [RESOLVE]: () => thread('1', { revision: 2 }) })
  selection.openThread(source.threads.value[0])
  pressKey('e')
  await until(() => expect(source.threads.value[0]?.status).toBe('open'))
})

test('T and Shift+T step through the comments and stop at their ends', async () => {
  const { selection } = await mountActions({
    threads: [...comments, thread('3', { artifactId: 'art_b' })],
  })
  const pressed = (key: string, shiftKey = false) => {
    pressKey(key, { shiftKey })
    return [selection.threadId.value, selection.artifact.value?.id]
  }
  expect(pressed('t')).toEqual(['thr_1', 'art_a'])
  expect(pressed('t')).toEqual(['thr_2', 'art_a'])
  expect(pressed('t')).toEqual(['thr_3', 'art_b'])
  expect(pressed('t')).toEqual(['thr_3', 'art_b'])
  expect(pressed('T', true)).toEqual(['thr_2', 'art_a'])
})

test('opening another artifact deselects the thread', async () => {
  const { selection } = await mountActions({ threads: comments })
  pressKey('t')
  pressKey('ArrowDown')
  expect([selection.artifact.value?.id, selection.threadId.value]).toEqual(['art_b', undefined])
})

test('Y and N set the verdict, but Y asks for confirmation if comments are open', async () => {
  const { result, source, api } = await mountActions()
  api.on({
    'POST /api/reviews/{id}/status': ({ body }) =>
      review({ status: (body as { status: 'verified' }).status }),
  })
  pressKey('y')
  expect(result.check.isAsking.value).toBe(true)
  result.check.answer(false)
  expect(result.check.isAsking.value).toBe(false)
  pressKey('y')
  result.check.answer(true)
  await until(() => expect(source.payload.value?.review.status).toBe('verified'))
  pressKey('n')
  await until(() => expect(source.payload.value?.review.status).toBe('changes_requested'))
})

test('Delete asks for confirmation before it deletes the selected thread', async () => {
  const { result, selection, api } = await mountActions()
  pressKey('Delete')
  expect(result.deletion.threadToDelete.value).toBeUndefined()
  selection.threadId.value = 'thr_1'
  pressKey('Delete')
  expect(result.deletion.threadToDelete.value?.threadId).toBe('thr_1')
  expect(api.bodies('DELETE /api/threads/{id}')).toEqual([])
})

test('C moves the focus to the field of a new comment, and ? shows the keys', async () => {
  const { showKeys } = await mountActions()
  const field = addElement('<textarea data-composer></textarea>')
  pressKey('c')
  await until(() => expect(document.activeElement).toBe(field))
  pressKey('?')
  expect(showKeys).toHaveBeenCalledTimes(1)
})

test('a visitor of a share link has shortcuts to view evidence, but none to change a review', async () => {
  const { result, selection } = await mountActions({
    loader: () => ({
      ...shareLoader('tok'),
      load: async () => ({ payload: {} as never, threads: [], isPartial: false, pending: [], share: null }),
    }),
    loaded: false,
  })
  expect(['y', 'n', 'e', 'Delete', 'c', 'q'].map(key => pressKey(key))).not.toContain(true)
  expect(pressKey('ArrowDown')).toBe(true)
  expect([result.deletion.threadToDelete.value, selection.threadId.value]).toEqual([undefined, undefined])
})
