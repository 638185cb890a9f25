import type { ThreadLabel } from '#shared/contract/review-status'
import type { Thread } from '#shared/contract/thread'
import { expect, test } from 'vitest'
import { useThreadLabel } from '~/conversation/use-thread-label'
import { shareLoader } from '~/review-state/review-loader'
import { useReviewSource } from '~/review-state/use-review-source'
import { useUndoHistory } from '~/ui/messages/use-undo-history'
import { me, sharedReview, thread } from '../../support/dom/fixtures'
import { mountOnReview, toastOf, toasts } from '../../support/dom/review-page'
import { refuse } from '../../support/dom/undoable'

const EDIT = 'PATCH /api/threads/{id}'

/** Mounts a review with a comment that is a nit. The test server stores its label. */
async function mountLabels() {
  const mounted = await mountOnReview(
    () => ({ ...useThreadLabel(), source: useReviewSource(), history: useUndoHistory() }),
    { threads: [thread('1', { label: 'nit' })] },
  )
  const { served, api, result } = mounted
  api.on({
    [EDIT]: ({ body }) => {
      served.threads = [thread('1', { label: (body as { label: ThreadLabel | null }).label })]
      return served.threads[0] as Thread
    },
  })
  const first = () => result.source.threads.value[0] as Thread
  return { ...mounted, first, label: () => first().label }
}

test('a new label of a thread is shown at once and announced; Undo restores the earlier one', async () => {
  const { result, first, label, api, page } = await mountLabels()
  const isSaved = result.setLabel(first(), 'blocker')
  expect(label()).toBe('blocker')
  await isSaved
  await expect.poll(() => page.announcements.message.value).toContain('Comment 1 labeled as blocker')
  expect(await result.history.undoLast()).toBe('Comment 1 labeled as blocker')
  expect(label()).toBe('nit')
  expect(api.bodies(EDIT)).toEqual([{ label: 'blocker' }, { label: 'nit' }])
})

test('Undo does not restore a removed thread label after another person has set a label', async () => {
  const { result, first, label } = await mountLabels()
  await result.setLabel(first(), null)
  expect(label()).toBeNull()
  result.source.update(() => ({ threads: [thread('1', { label: 'blocker' })] }))
  expect(await result.history.undoLast()).toBeUndefined()
  expect(label()).toBe('blocker')
})

test('if a thread label is refused, the earlier one is shown again and a toast says why', async () => {
  const { result, first, label, api, nuxt } = await mountLabels()
  api.on({ [EDIT]: refuse })
  await result.setLabel(first(), 'blocker')
  expect(label()).toBe('nit')
  expect((await toastOf(nuxt, 'Comment 1 was not changed')).description).toBe(
    'You may not. No data was lost.',
  )
  expect(toasts(nuxt)).toHaveLength(1)
  expect(await result.history.undoLast()).toBeUndefined()
})

test('people who may resolve comments may label them; visitors of share links may not', async () => {
  const workspace = { id: 'ws_1', name: 'Team', plan: 'team' as const, role: 'reviewer' as const }
  const canLabel = async (options: Parameters<typeof mountOnReview>[1]) =>
    (await mountOnReview(() => useThreadLabel(), options)).result.canLabel.value
  expect(await canLabel({ me: me({ workspace, workspaces: [workspace] }) })).toBe(true)
  const handlers = { 'GET /api/share/{token}': () => sharedReview() }
  expect(await canLabel({ loader: () => shareLoader('shr'), handlers, path: '/r/shr' })).toBe(false)
})
