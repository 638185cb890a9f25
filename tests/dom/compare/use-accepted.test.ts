import { expect, test } from 'vitest'
import type { Comparison } from '#shared/contract/comparison'
import { useCompare } from '~/compare/use-compare'
import { useSideComments } from '~/compare/use-side-comments'
import { useDraft } from '~/review-state/use-draft'
import { ErrorResponse, type Handlers } from '../../support/dom/api'
import { artifact, revision } from '../../support/dom/fixtures'
import { until } from '../../support/dom/mount'
import { mountOnReview } from '../../support/dom/review-page'

const ACCEPTED = 'GET /v1/artifacts/{id}/accepted'
const url = 'http://exhibit.test/reviews/rev_0#art_0'
const at = '2026-06-02T09:00:00.000Z'
const against = (revisionId: string): Comparison => ({
  status: 'changed',
  changedPercent: 4,
  boxes: [],
  against: { revisionId, reviewId: 'rev_0', url, pictureUrl: null, width: 10, height: 10, durationMs: null },
})
const accepted = (id: string) => ({
  reviewId: 'rev_0',
  reviewTitle: 'Before',
  url,
  acceptedAt: at,
  revision: revision(id, 4),
})

async function mountAccepted(baseline: Comparison, handlers: Handlers = {}) {
  const shown = artifact('a', 1, { revisions: [revision('rvs_1a', 1, { baseline })] })
  const { result, api } = await mountOnReview(
    () => ({ compare: useCompare(), comments: useSideComments(), draft: useDraft().draft }),
    {
      artifacts: [shown],
      handlers: { [ACCEPTED]: () => ({ accepted: [accepted('rvs_y'), accepted('rvs_x')] }), ...handlers },
    },
  )
  const { compare } = result
  return { ...result, api, partners: () => compare.partners.value.map(each => each.revision.id) }
}

test('evidence is compared with the accepted revision that its baseline names', async () => {
  const { compare, partners } = await mountAccepted(against('rvs_x'))
  await until(() => expect(partners()).toEqual(['rvs_x']))
  compare.openView('swipe')
  expect(compare.pair.value?.map(each => each.revision.id)).toEqual(['rvs_x', 'rvs_1a'])
})

test('in a comparison with an accepted revision, comments are made only on the review’s side', async () => {
  const { compare, comments, draft, partners } = await mountAccepted(against('rvs_x'))
  await until(() => expect(partners()).toHaveLength(1))
  compare.openView('swipe')
  const [left, right] = compare.pair.value ?? []
  if (!left || !right) throw new Error('nothing is compared')
  comments.onShape(left, { kind: 'point', geometry: { x: 0.5, y: 0.5 } })
  expect(draft.value).toBeNull()
  comments.onShape(right, { kind: 'point', geometry: { x: 0.5, y: 0.5 } })
  expect(draft.value).toMatchObject({ artifactId: 'art_a', revisionId: 'rvs_1a' })
})

test('accepted revisions are loaded only if the baseline is a revision of other evidence', async () => {
  const isNew = { ...against(''), status: 'new', against: null } as const
  for (const baseline of [against('rvs_1a'), isNew]) {
    const { api, partners } = await mountAccepted(baseline)
    expect(partners()).toEqual([])
    expect(api.calls.filter(each => each.operation === ACCEPTED)).toEqual([])
  }
})

test('if the accepted revisions cannot be loaded, evidence cannot be compared with them', async () => {
  const { api, partners } = await mountAccepted(against('rvs_x'), {
    [ACCEPTED]: () => {
      throw new ErrorResponse('internal_error')
    },
  })
  await until(() => expect(api.calls.some(each => each.operation === ACCEPTED)).toBe(true))
  expect(partners()).toEqual([])
})
