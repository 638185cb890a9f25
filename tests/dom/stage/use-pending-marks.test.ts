import { expect, test } from 'vitest'
import { usePendingMarks } from '~/stage/marks/use-pending-marks'
import { pendingComment, pendingPlace } from '../../support/dom/fixtures'
import { mountOnReview } from '../../support/dom/review-page'

test('pending comments have marks only on the revision of their place', async () => {
  const reply = pendingComment('2', { threadId: 'thr_1', place: null })
  const elsewhere = pendingComment('3', { place: { ...pendingPlace, revisionId: 'rvs_other' } })
  const { result } = await mountOnReview(() => ({ marks: usePendingMarks(() => 'rvs_1a') }), {
    pending: [pendingComment('1'), reply, elsewhere],
  })
  expect(result.marks.value.map(each => each.commentId)).toEqual(['pnd_1'])
})
