import type { ComputedRef } from 'vue'
import type { ReviewPayload } from '#shared/contract/review'
import { isVerdictOutdated } from '#shared/outdated-verdict'

/** Returns when the revisions of a review were completed; null for those that were not. */
export const completionsOf = ({ artifacts }: Pick<ReviewPayload, 'artifacts'>) =>
  artifacts.flatMap(each => each.revisions.map(revision => revision.completedAt))

/** Whether evidence was added after a verdict: without `verdict`, that of the page's review. */
export function useOutdatedVerdict(
  verdict?: () => Parameters<typeof isVerdictOutdated>[0],
): ComputedRef<boolean> {
  const { payload } = useReviewSource()
  return computed(
    () =>
      payload.value !== undefined &&
      isVerdictOutdated(verdict?.() ?? payload.value.review, completionsOf(payload.value)),
  )
}
