import { beforeEach, expect, test } from 'vitest'
import { openTarget } from '~/review-page/open-target'
import { useOpenForms } from '~/review-state/use-open-forms'
import { draftName } from '~/comment/draft-names'
import { saveDraftText } from '~/ui/page/use-draft-text'
import { useDraft } from '~/review-state/use-draft'
import { useCompare } from '~/compare/use-compare'
import { useArrivalToasts } from '~/review-page/toasts/use-arrival-toasts'
import { useDeletionToasts } from '~/review-page/toasts/use-deletion-toasts'
import { artifact, thread } from '../../support/dom/fixtures'
import { until } from '../../support/dom/mount'
import { mountOnReview, press, toastOf, toasts } from '../../support/dom/review-page'

beforeEach(() => localStorage.clear())

async function mountToasts(options: Parameters<typeof mountOnReview>[1] = {}) {
  const mounted = await mountOnReview(() => {
    useDeletionToasts()
    useArrivalToasts()
    return { ...useDraft(), ...useOpenForms(), comparison: useCompare() }
  }, options)
  const { served, page } = mounted
  const arrive = async (...artifacts: ReturnType<typeof artifact>[]) => {
    served.payload = { ...served.payload, artifacts }
    await page.source.refresh()
  }
  return { ...mounted, arrive }
}

test('a new revision is announced in a toast, whose button opens it', async () => {
  const { arrive, nuxt, page } = await mountToasts({ artifacts: [artifact('a'), artifact('b')] })
  openTarget(page, 'art_b')
  await arrive(artifact('a', 2), artifact('b'))
  const toast = await toastOf(nuxt, 'New revision r2')
  expect(toast.description).toBe('Screen a')
  press(toast, 'See r2')
  expect(page.selection.revision.value?.id).toBe('rvs_2a')
})

test('the toast of a new revision shows the summary, and compares it with the shown revision', async () => {
  const rounds = [
    { id: 'rnd_2', number: 2, summary: 'Totals on one line', createdAt: new Date().toISOString() },
  ]
  const { nuxt, page, result, served } = await mountToasts({ artifacts: [artifact('a', 2)] })
  openTarget(page, 'art_a')
  page.selection.openArtifact(page.selection.artifact.value, artifact('a', 2).revisions[0])
  const arrived = artifact('a', 3)
  if (arrived.currentRevision) arrived.currentRevision.roundId = 'rnd_2'
  served.payload = { ...served.payload, rounds, artifacts: [arrived] }
  await page.source.refresh()
  const toast = await toastOf(nuxt, 'New revision r3')
  expect(toast.description).toBe('Screen a · Totals on one line')
  press(toast, 'Compare with r1')
  const { pair, mode } = result.comparison
  expect(pair.value?.map(each => each.revision.index)).toEqual([1, 3])
  expect(mode.value).toBe('side-by-side')
})

test('a new revision of the shown evidence has one toast, and is not shown until it is opened', async () => {
  const { arrive, nuxt, page } = await mountToasts()
  openTarget(page, 'art_a')
  await arrive(artifact('a', 2))
  const toast = await toastOf(nuxt, 'New revision r2')
  expect(page.selection.revision.value?.id).toBe('rvs_1a')
  await arrive(artifact('a', 2))
  expect(toasts(nuxt)).toHaveLength(1)
  press(toast, 'See r2')
  expect(page.selection.revision.value?.id).toBe('rvs_2a')
  await until(() => expect(toasts(nuxt)).toEqual([]))
})

test('among many new pieces of evidence, the evidence on the stage has its own toast', async () => {
  const { arrive, nuxt, page } = await mountToasts()
  openTarget(page, 'art_a')
  await arrive(artifact('a', 2), ...['b', 'c', 'd', 'e'].map(each => artifact(each)))
  await toastOf(nuxt, '4 new pieces of evidence')
  expect(toasts(nuxt).map(each => each.title)).toEqual(['New revision r2', '4 new pieces of evidence'])
})

test('each new piece of evidence is announced only once, even if the server lists it again', async () => {
  const { arrive, nuxt } = await mountToasts()
  await arrive(artifact('a'), artifact('b'))
  await toastOf(nuxt, 'New evidence')
  await arrive(artifact('a'), artifact('b'))
  await arrive(artifact('a'), artifact('b'), artifact('c'))
  const described = () => toasts(nuxt).map(each => each.description)
  await until(() => expect(described()).toContain('Screen c'))
  expect(described()).toEqual(['Screen b', 'Screen c'])
})

test('the toast of new evidence closes when the evidence is opened, revised or deleted', async () => {
  const { arrive, nuxt, page } = await mountToasts({ artifacts: [artifact('a')] })
  await arrive(artifact('a'), artifact('b'))
  await toastOf(nuxt, 'New evidence')
  await arrive(artifact('a'), artifact('b', 2))
  await toastOf(nuxt, 'New revision r2')
  await until(() => expect(toasts(nuxt)).toHaveLength(1))
  openTarget(page, 'art_b')
  await until(() => expect(toasts(nuxt)).toEqual([]))
  await arrive(artifact('a'), artifact('b', 2), artifact('c'))
  await toastOf(nuxt, 'New evidence')
  await arrive(artifact('a'), artifact('b', 2))
  await until(() => expect(toasts(nuxt)).toEqual([]))
})

test('more than three new pieces of evidence share one toast', async () => {
  const { arrive, nuxt } = await mountToasts()
  await arrive(...['a', 'b', 'c', 'd', 'e'].map(each => artifact(each)))
  await toastOf(nuxt, '4 new pieces of evidence')
  expect(toasts(nuxt)).toHaveLength(1)
})

test('a person’s own uploads and the first evidence of a review are not announced', async () => {
  const { arrive, nuxt, page } = await mountToasts({ artifacts: [] })
  await arrive(artifact('a'))
  page.readState.ownRevisionIds.value.add('rvs_1b')
  await arrive(artifact('a'), artifact('b'))
  await arrive(artifact('a'), artifact('b'), artifact('c'))
  await toastOf(nuxt, 'New evidence')
  expect(toasts(nuxt).map(each => each.description)).toEqual(['Screen c'])
})

test('when a thread is deleted while a person writes a reply, a toast offers to copy the reply', async () => {
  const { result, served, page, nuxt } = await mountToasts({ threads: [thread('1'), thread('2')] })
  saveDraftText('reply:thr_1', 'I would rather')
  saveDraftText('reply:thr_2', 'Another')
  result.openReply('thr_1')
  served.threads = []
  await page.source.refresh()
  const toast = await toastOf(nuxt, 'The comment you were replying to was deleted')
  expect(toast.description).toBe('Your reply: I would rather')
  expect(toasts(nuxt)).toHaveLength(1)
  press(toast, 'Copy my reply')
  await expect.poll(() => navigator.clipboard.readText()).toBe('I would rather')
})

test('a reply to a deleted thread is offered for copying only once', async () => {
  const { result, served, page, nuxt } = await mountToasts({ threads: [thread('1'), thread('2')] })
  const replies = () => toasts(nuxt).map(each => each.description)
  saveDraftText('reply:thr_1', 'I would rather')
  saveDraftText('reply:thr_2', 'Another')
  result.openReply('thr_1')
  result.openReply('thr_2')
  served.threads = [thread('2')]
  await page.source.refresh()
  await until(() => expect(replies()).toEqual(['Your reply: I would rather']))
  served.threads = []
  await page.source.refresh()
  await until(() => expect(replies()).toContain('Your reply: Another'))
  expect(replies()).toEqual(['Your reply: I would rather', 'Your reply: Another'])
})

test('a reply form whose thread is deleted shows no toast if it contains no text', async () => {
  const { result, served, page, nuxt } = await mountToasts({ threads: [thread('1'), thread('2')] })
  saveDraftText('reply:thr_2', 'Another')
  result.openReply('thr_1')
  result.openReply('thr_2')
  served.threads = []
  await page.source.refresh()
  await until(() => expect(toasts(nuxt)).not.toEqual([]))
  expect(toasts(nuxt).map(each => each.description)).toEqual(['Your reply: Another'])
})

test('a toast about deleted evidence contains the unsent comment on this evidence', async () => {
  const { arrive, nuxt, page, result } = await mountToasts({
    artifacts: [artifact('a'), artifact('b'), artifact('c'), artifact('d')],
  })
  openTarget(page, 'art_b')
  await arrive(artifact('a'), artifact('b'), artifact('c'))
  expect(toasts(nuxt)).toEqual([])
  const shape = { kind: 'point', geometry: { x: 0.5, y: 0.5 } } as const
  const draft = { artifactId: 'art_b', revisionId: 'rvs_1b', shape, timestampMs: null }
  result.open(draft)
  saveDraftText(draftName('rev_1', draft), 'Too wide')
  await arrive(artifact('a'), artifact('c'))
  expect((await toastOf(nuxt, '“Screen b” was deleted')).description).toBe('Your comment: Too wide')
  expect(page.selection.artifact.value?.id).toBe('art_c')
  // The box of the comment closes, because it would otherwise cover other evidence.
  expect(result.draft.value).toBeNull()
  await arrive(artifact('a'))
  expect((await toastOf(nuxt, '“Screen c” was deleted')).description).toBeUndefined()
})
