import type { Revision } from '#shared/contract/artifact'
import { beforeEach, expect, test } from 'vitest'
import { nextTick } from 'vue'
import { draftName } from '~/comment/draft-names'
import { useDraftRecovery } from '~/comment/use-draft-recovery'
import { saveDraftText } from '~/ui/page/use-draft-text'
import { useDraft, type Draft } from '~/review-state/use-draft'
import { useResumeDraft } from '~/review-state/use-resume-draft'
import { useSelection } from '~/review-state/use-selection'
import { artifact } from '../../support/dom/fixtures'
import { mountOnReview } from '../../support/dom/review-page'

beforeEach(() => localStorage.clear())

const spot: Draft = {
  artifactId: 'art_a',
  revisionId: 'rvs_1a',
  shape: { kind: 'point', geometry: { x: 0.25, y: 0.5 } },
  timestampMs: null,
}

/** Mounts the draft recovery of a review page that shows the latest of two revisions of an image. */
async function mountStage() {
  const mounted = await mountOnReview(
    () => {
      const { revision: shown } = useSelection()
      useDraftRecovery(() => [{ artifact: { id: 'art_a' }, revision: { id: shown.value?.id ?? 'rvs_0' } }])
      return { ...useDraft(), resume: useResumeDraft() }
    },
    { artifacts: [artifact('a', 2)] },
  )
  const show = async (index: number) => {
    const { artifact: shown, openArtifact } = mounted.page.selection
    openArtifact(shown.value, shown.value?.revisions.find(each => each.index === index) as Revision)
    await nextTick()
  }
  await nextTick()
  return { ...mounted, show }
}

/** Writes a comment on a spot of the first revision, and closes the page without sending the comment. */
async function leaveDraft(text = 'Too wide') {
  const { result, wrapper, show } = await mountStage()
  await show(1)
  result.open(spot)
  saveDraftText(draftName('rev_1', spot), text)
  await nextTick()
  wrapper.unmount()
}

test('the form of an unsent comment opens again when the revision of the comment is shown', async () => {
  await leaveDraft()
  const { result, show } = await mountStage()
  expect(result.draft.value).toBeNull()
  await show(1)
  expect(result.draft.value).toEqual({ ...spot, restored: true })
})

test('the form of an unsent comment with a blank text does not open again', async () => {
  await leaveDraft('  ')
  const { result, show } = await mountStage()
  await show(1)
  expect(result.draft.value).toBeNull()
})

test('an open comment form is not replaced by the form of an older unsent comment', async () => {
  await leaveDraft()
  const { result } = await mountStage()
  const other: Draft = { ...spot, shape: null }
  result.resume(other)
  await nextTick()
  expect(result.draft.value).toBe(other)
})

test('drafts on a spot, a video time, an image and the review are stored under different names', () => {
  const moment = { ...spot, shape: null, timestampMs: 1200 }
  const whole = { ...spot, shape: null }
  const names = [spot, moment, whole, null].map(each => draftName('rev_1', each))
  expect(new Set(names).size).toBe(4)
  expect(draftName('rev_2', null)).not.toBe(draftName('rev_1', null))
})

const onRevision: Draft = { ...spot, shape: null, hasOwnForm: true }

test('the draft of a comment on a whole image reopens only on the revision it was written on', async () => {
  const { result, wrapper } = await mountStage()
  result.open(onRevision)
  saveDraftText(draftName('rev_1', onRevision), 'The whole is wider')
  await nextTick()
  wrapper.unmount()
  expect(draftName('rev_1', onRevision)).not.toBe(draftName('rev_1', { ...onRevision, revisionId: 'rvs_2a' }))
  const again = await mountStage()
  expect(again.result.draft.value).toBeNull()
  await again.show(1)
  expect(again.result.draft.value).toEqual({ ...onRevision, restored: true })
})

test('closing a comment form opens the form of another draft on the same revision', async () => {
  const { result, show } = await mountStage()
  await show(1)
  for (const each of [onRevision, spot]) {
    result.open(each)
    saveDraftText(draftName('rev_1', each), 'Half a thought')
    await nextTick()
  }
  result.close()
  await nextTick()
  expect(result.draft.value).toEqual({ ...onRevision, restored: true })
  saveDraftText(draftName('rev_1', spot), '')
  result.close()
  await nextTick()
  expect(result.draft.value).toBeNull()
})

test.each([
  'no JSON',
  'null',
  '{"revisionId":"rvs_1a"}',
  '{"artifactId":"art_a","revisionId":"rvs_1a","timestampMs":null,"shape":{"kind":"star","geometry":{}}}',
])('a stored place of a comment draft is ignored if its format is invalid: %s', async stored => {
  await leaveDraft()
  for (const key of Object.keys(localStorage)) if (key.includes(':place')) localStorage.setItem(key, stored)
  const { result, show } = await mountStage()
  await show(1)
  expect(result.draft.value).toBeNull()
})
