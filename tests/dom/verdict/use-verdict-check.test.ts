import { expect, test } from 'vitest'
import { useSelection } from '~/review-state/use-selection'
import { useVerdictCheck } from '~/verdict/use-verdict-check'
import { artifact, revision, thread } from '../../support/dom/fixtures'
import { mountOnReview } from '../../support/dom/review-page'

test('unresolved comments and unseen evidence count as work that is left in a review', async () => {
  const { result } = await mountOnReview(() => useVerdictCheck(), {
    artifacts: ['stage', 'seen', 'new', 'newer'].map(each => artifact(each)),
    payload: { seenItemIds: ['rvs_1seen'] },
    threads: [
      thread('1', { label: 'blocker' }),
      thread('2', { label: 'nit' }),
      thread('3', { status: 'addressed', label: 'blocker' }),
      thread('4', { status: 'resolved', label: 'blocker' }),
    ],
  })
  expect(result.left.value).toEqual({ openComments: 3, blockers: 2, toCheck: 1, unopened: 2 })
  expect(result.isDone.value).toBe(false)
})

test('evidence that looks like its accepted revision does not count as unseen', async () => {
  const baseline = { status: 'same' as const, changedPercent: 0, boxes: [], against: null }
  const same = revision('rvs_1same', 1, { baseline })
  const { result } = await mountOnReview(() => useVerdictCheck(), {
    artifacts: [artifact('stage'), artifact('same', 1, { revisions: [same] })],
  })
  expect(result.left.value.unopened).toBe(0)
  await expect(result.confirm()).resolves.toBe(true)
})

test('evidence counts as not seen while an older revision of it is on the stage', async () => {
  const { result } = await mountOnReview(() => ({ check: useVerdictCheck(), selection: useSelection() }), {
    artifacts: [artifact('stage', 2)],
  })
  const [older, latest] = result.selection.revisions.value
  const open = (shown = latest) => {
    if (result.selection.artifact.value) result.selection.openArtifact(result.selection.artifact.value, shown)
  }
  open(older)
  expect(result.check.left.value.unopened).toBe(1)
  open(latest)
  expect(result.check.left.value.unopened).toBe(0)
})

test('a verdict with an unchecked fix asks for a confirmation, which closes after the answer', async () => {
  const { result } = await mountOnReview(() => useVerdictCheck(), {
    threads: [thread('1', { status: 'addressed' })],
  })
  const confirmed = result.confirm()
  expect(result.isAsking.value).toBe(true)
  result.answer(false)
  expect(result.isAsking.value).toBe(false)
  await expect(confirmed).resolves.toBe(false)
})
