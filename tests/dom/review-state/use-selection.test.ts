import type { Artifact } from '#shared/contract/artifact'
import { expect, test } from 'vitest'
import { useResumeDraft } from '~/review-state/use-resume-draft'
import { openTarget } from '~/review-page/open-target'
import { useThreadSelection } from '~/review-state/use-thread-selection'
import { useDraft } from '~/review-state/use-draft'
import { useReviewSource } from '~/review-state/use-review-source'
import { useSelection } from '~/review-state/use-selection'
import { artifact, revision, thread } from '../../support/dom/fixtures'
import { mountOnReview } from '../../support/dom/review-page'

const AT = '2026-06-01T09:00:00.000Z'
const rounds = [
  { id: 'rnd_1', number: 1, summary: 'First', createdAt: AT },
  { id: 'rnd_2', number: 2, summary: '', createdAt: AT },
]
/** `art_a` has a revision in each of the two rounds, and `art_b` has one only in the second round. */
const inRounds = [
  artifact('a', 2, {
    revisions: [revision('rvs_1a', 1, { roundId: 'rnd_1' }), revision('rvs_2a', 2, { roundId: 'rnd_2' })],
  }),
  artifact('b', 1, { revisions: [revision('rvs_1b', 1, { roundId: 'rnd_2' })] }),
]

const mountSelection = (options: Parameters<typeof mountOnReview>[1] = {}) =>
  mountOnReview(
    () => ({
      ...useSelection(),
      ...useThreadSelection(),
      draft: useDraft(),
      resume: useResumeDraft(),
      source: useReviewSource(),
    }),
    options,
  )
const byId = (artifacts: Artifact[], id: string) => artifacts.find(each => each.id === id)

test('the first artifact is shown at its latest revision until another artifact is opened', async () => {
  const { result } = await mountSelection({ artifacts: [artifact('a', 2), artifact('b')] })
  expect([result.artifact.value?.id, result.revision.value?.id]).toEqual(['art_a', 'rvs_2a'])
  result.openArtifact(byId(result.artifacts.value, 'art_b'))
  expect(result.revision.value?.id).toBe('rvs_1b')
})

test('a newer revision is offered, but the stage keeps showing the revision that was opened', async () => {
  const { result, served } = await mountSelection({ artifacts: [artifact('a', 1)] })
  result.openArtifact(result.artifact.value)
  served.payload = { ...served.payload, artifacts: [artifact('a', 2)] }
  await result.source.refresh()
  expect(result.revision.value?.id).toBe('rvs_1a')
  expect(result.newerRevision.value?.id).toBe('rvs_2a')
  result.openArtifact(result.artifact.value, result.newerRevision.value)
  expect([result.revision.value?.id, result.newerRevision.value]).toEqual(['rvs_2a', undefined])
})

test('the first evidence of an empty review stays on the stage until other evidence is opened', async () => {
  const { result, served } = await mountSelection({ artifacts: [] })
  for (const artifacts of [[artifact('b', 1)], [artifact('b', 2)], [artifact('a'), artifact('b', 2)]]) {
    served.payload = { ...served.payload, artifacts }
    await result.source.refresh()
    expect(result.revision.value?.id).toBe('rvs_1b')
  }
  expect(result.arrivedRevision.value?.id).toBe('rvs_2b')
})

test('an artifact that is opened again shows the revision that was shown before', async () => {
  const { result } = await mountSelection({ artifacts: [artifact('a', 2), artifact('b')] })
  const [a, b] = result.artifacts.value as [Artifact, Artifact]
  result.openArtifact(a, a.revisions[0])
  result.openArtifact(b)
  result.openArtifact(a)
  expect(result.revision.value?.id).toBe('rvs_1a')
})

test('opening a thread shows its artifact and revision, and lists the threads of its status', async () => {
  const threads = [thread('1', { artifactId: 'art_b', revision: 1, status: 'resolved' })]
  const { result } = await mountSelection({ artifacts: [artifact('a'), artifact('b', 3)], threads })
  const before = result.focusRequest.value
  result.openThread(result.source.threads.value[0])
  expect(result.thread.value?.threadId).toBe('thr_1')
  expect(result.filter.value).toBe('resolved')
  expect([result.artifact.value?.id, result.revision.value?.index]).toEqual(['art_b', 1])
  expect(result.focusRequest.value).toBe(before + 1)
})

test('opening a thread that is already selected requests the focus for it again', async () => {
  const { result } = await mountSelection({ threads: [thread('1')] })
  const [first] = result.source.threads.value
  result.openThread(first)
  const before = result.focusRequest.value
  result.openThread(first)
  expect(result.focusRequest.value).toBe(before + 1)
})

test('opening a thread on the whole review does not change the evidence on the stage', async () => {
  const threads = [thread('1', { artifactId: null, revision: null, kind: 'review', geometry: null })]
  const { result } = await mountSelection({ artifacts: [artifact('a'), artifact('b')], threads })
  result.openArtifact(byId(result.artifacts.value, 'art_b'))
  result.openThread(result.source.threads.value[0])
  expect(result.artifact.value?.id).toBe('art_b')
})

test('a URL opens the thread or artifact in it, or the first artifact if its target is unknown', async () => {
  const threads = [thread('1', { artifactId: 'art_a' })]
  const { page, result } = await mountSelection({ artifacts: [artifact('a'), artifact('b')], threads })
  openTarget(page, 'art_b')
  expect(result.artifact.value?.id).toBe('art_b')
  openTarget(page, 'thr_1')
  expect([result.artifact.value?.id, result.threadId.value]).toEqual(['art_a', 'thr_1'])
  openTarget(page, 'art_b')
  openTarget(page, 'thr_gone')
  expect(result.artifact.value?.id).toBe('art_a')
})

test('choosing a round shows the evidence as it was at that round', async () => {
  const { result } = await mountSelection({ artifacts: inRounds, payload: { rounds } })
  result.showRound(1)
  expect(result.artifacts.value.map(each => each.id)).toEqual(['art_a'])
  expect(result.revision.value?.id).toBe('rvs_1a')
  expect([result.latestRevision.value?.id, result.newerRevision.value?.id]).toEqual(['rvs_2a', 'rvs_2a'])
  result.showRound(undefined)
  expect(result.newerRevision.value).toBeUndefined()
  expect(result.artifacts.value).toHaveLength(2)
  expect(result.revision.value?.id).toBe('rvs_2a')
})

test('choosing a round shows every artifact at its latest revision of that round', async () => {
  const { page, result } = await mountSelection({ artifacts: inRounds, payload: { rounds } })
  const a = byId(result.artifacts.value, 'art_a')
  result.openArtifact(a, a?.revisions[0])
  openTarget(page, 'art_b')
  result.showRound(2)
  openTarget(page, 'art_a')
  expect(result.revision.value?.id).toBe('rvs_2a')
})

test('opening evidence that does not belong to the chosen round leaves the round', async () => {
  const { result } = await mountSelection({ artifacts: inRounds, payload: { rounds } })
  result.showRound(1)
  result.openArtifact(inRounds[1])
  expect([result.round.value, result.artifact.value?.id]).toEqual([undefined, 'art_b'])
  result.showRound(1)
  result.openArtifact(inRounds[0], inRounds[0]?.revisions[1])
  expect([result.round.value, result.revision.value?.id]).toEqual([undefined, 'rvs_2a'])
})

test('the first artifact is shown when the artifact on the stage is deleted', async () => {
  const { page, result, served } = await mountSelection({ artifacts: [artifact('a'), artifact('b')] })
  openTarget(page, 'art_b')
  served.payload = { ...served.payload, artifacts: [artifact('a')] }
  await result.source.refresh()
  expect(result.artifact.value?.id).toBe('art_a')
})

test('opening an artifact closes the form of a draft; resuming a draft opens its revision', async () => {
  const { page, result } = await mountSelection({ artifacts: [artifact('a', 2), artifact('b')] })
  const draft = { artifactId: 'art_a', revisionId: 'rvs_1a', shape: null, timestampMs: null }
  result.resume(draft)
  expect(result.draft.draft.value).toBe(draft)
  expect(result.revision.value?.id).toBe('rvs_1a')
  openTarget(page, 'art_b')
  expect(result.draft.draft.value).toBeNull()
})
