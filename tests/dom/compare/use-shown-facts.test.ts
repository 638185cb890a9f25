import { expect, test } from 'vitest'
import { useCompare } from '~/compare/use-compare'
import { useSelection } from '~/review-state/use-selection'
import { useShownFacts } from '~/compare/use-shown-facts'
import { artifact, revision } from '../../support/dom/fixtures'
import { mountOnReview } from '../../support/dom/review-page'

const facts = { scenario: 'Signed in', route: '/cart' }
const revisions = [
  revision('rvs_1', 1, { ...facts, commit: '4be81d0' }),
  revision('rvs_2', 2, { ...facts, commit: '9a2cc11' }),
  revision('rvs_3', 3, facts),
]

async function mountFacts() {
  const { result } = await mountOnReview(
    () => ({ ...useShownFacts(), compare: useCompare(), selection: useSelection() }),
    {
      artifacts: [
        artifact('a', 3, { revisions, ...facts, variationGroup: 'Cart' }),
        artifact('b', 1, { variationGroup: 'Cart' }),
      ],
    },
  )
  return {
    ...result,
    shown: () => [
      result.factOf(each => each.scenario),
      result.factOf(each => each.commit),
      result.factOf(each => each.description),
    ],
  }
}

test('the details show facts, such as the commit, of the shown revision, not of the latest', async () => {
  const { selection, shown, labels } = await mountFacts()
  expect(shown()).toEqual([['Signed in'], [], []])
  selection.openArtifact(selection.artifacts.value[0], revisions[0])
  expect(shown()).toEqual([['Signed in'], ['4be81d0'], []])
  expect(labels.value).toEqual([])
})

test('the details of a comparison show facts, such as the commit, of both sides if they differ', async () => {
  const { selection, compare, shown, labels } = await mountFacts()
  selection.openArtifact(selection.artifacts.value[0], revisions[1])
  compare.openView('swipe')
  expect(shown()).toEqual([['Signed in'], ['9a2cc11', null], []])
  expect(labels.value).toEqual(['r2', 'r3 · latest'])
  const variation = compare.partners.value.find(each => each.artifact.id === 'art_b')
  if (variation) compare.compareWith(variation)
  expect(shown()).toEqual([['Signed in', null], ['9a2cc11', null], []])
  expect(labels.value).toEqual(['Screen a', 'Screen b'])
})
