import { expect, test, vi } from 'vitest'
import { useReadState } from '~/review-state/use-read-state'
import { useReviewAccess } from '~/review-state/use-review-access'
import { nextTick } from 'vue'
import { useCompare } from '~/compare/use-compare'
import { useReviewSource } from '~/review-state/use-review-source'
import { useSelection } from '~/review-state/use-selection'
import { useSeenOnStage } from '~/compare/use-seen-on-stage'
import { fakeTimers } from '../../support/dom/browser'
import { artifact } from '../../support/dom/fixtures'
import { mountOnReview } from '../../support/dom/review-page'

async function mountStage() {
  fakeTimers()
  const { result } = await mountOnReview(
    () => {
      useSeenOnStage()
      return {
        source: { ...useReviewSource(), ...useReviewAccess(), ...useReadState() },
        selection: useSelection(),
        compare: useCompare(),
      }
    },
    { artifacts: [artifact('a', 3), artifact('b')] },
  )
  const dwell = async (ms: number) => {
    await nextTick()
    vi.advanceTimersByTime(ms)
  }
  return { ...result, dwell, seen: () => [...result.source.seen.value].toSorted() }
}

test('a revision is marked as seen after one second on the stage', async () => {
  const { selection, dwell, seen } = await mountStage()
  await dwell(900)
  selection.openArtifact(selection.artifacts.value[1])
  await dwell(900)
  expect(seen()).toEqual([])
  await dwell(200)
  expect(seen()).toEqual(['rvs_1b'])
})

test('both sides of a comparison are marked as seen', async () => {
  const { compare, dwell, seen } = await mountStage()
  compare.openView('swipe')
  await dwell(1000)
  expect(seen()).toEqual(['rvs_2a', 'rvs_3a'])
})

test('only the latest revision of an artifact can be unseen, even when an older round is shown', async () => {
  const { source, selection } = await mountStage()
  expect([...source.unseenRevisions.value]).toEqual(['rvs_3a', 'rvs_1b'])
  source.markSeen(['rvs_3a'])
  expect([...source.unseenRevisions.value]).toEqual(['rvs_1b'])
  selection.showRound(0)
  expect([...source.unseenRevisions.value]).toEqual(['rvs_1b'])
})
