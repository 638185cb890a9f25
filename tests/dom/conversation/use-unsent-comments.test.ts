import { beforeEach, expect, test } from 'vitest'
import { nextTick } from 'vue'
import { draftName } from '~/comment/draft-names'
import { saveDraftText } from '~/ui/page/use-draft-text'
import { useDraft, type Draft } from '~/review-state/use-draft'
import { useUnsentComments } from '~/conversation/use-unsent-comments'
import { artifact, thread } from '../../support/dom/fixtures'
import { mountOnReview } from '../../support/dom/review-page'

beforeEach(() => localStorage.clear())

const spot: Draft = {
  artifactId: 'art_a',
  revisionId: 'rvs_1a',
  shape: { kind: 'point', geometry: { x: 0.25, y: 0.5 } },
  timestampMs: null,
}

async function mountUnsent() {
  const { result } = await mountOnReview(() => ({ ...useUnsentComments(), draft: useDraft() }), {
    artifacts: [artifact('a', 2), artifact('b')],
    threads: [thread('1', { artifactId: 'art_b' })],
  })
  await nextTick()
  return result
}

test('a comment counts as unsent from its first letter until it is sent or discarded', async () => {
  const { placed, artifactIds, draft } = await mountUnsent()
  draft.open(spot)
  await nextTick()
  expect([placed.value, [...artifactIds.value]]).toEqual([[], []])
  saveDraftText(draftName('rev_1', spot), 'T')
  expect([placed.value, [...artifactIds.value]]).toEqual([[spot], ['art_a']])
  saveDraftText(draftName('rev_1', spot), '')
  expect([placed.value, [...artifactIds.value]]).toEqual([[], []])
})

test('unsent text in the conversation form or a reply marks only the evidence it belongs to', async () => {
  const { placed, artifactIds } = await mountUnsent()
  saveDraftText(draftName('rev_1', { ...spot, shape: null }), 'On the whole')
  saveDraftText('reply:thr_1', 'Why?')
  saveDraftText(draftName('rev_2', { ...spot, artifactId: 'art_c' }), 'Of another review')
  expect(placed.value).toEqual([])
  expect([...artifactIds.value]).toEqual(['art_a', 'art_b'])
})

test('the stored position of an unsent comment is ignored if its format is invalid', async () => {
  const { placed, draft } = await mountUnsent()
  draft.open(spot)
  saveDraftText(draftName('rev_1', spot), 'Too wide')
  await nextTick()
  expect(placed.value).toEqual([spot])
  for (const key of Object.keys(localStorage))
    if (key.includes(':place')) localStorage.setItem(key, '{"artifactId":')
  saveDraftText('reply:thr_1', 'Why?')
  expect(placed.value).toEqual([])
})
