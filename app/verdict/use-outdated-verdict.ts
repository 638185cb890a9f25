import type { ComputedRef } from 'vue'
import { changesOf, isVerdictOutdated } from '#shared/review/outdated-verdict'

/**
 * Whether evidence was added after a verdict, or another commit or pull request was set. `verdict`: the
 * verdict to check; by default the verdict of the page's review.
 */
export function useOutdatedVerdict(
  verdict?: () => Parameters<typeof isVerdictOutdated>[0],
): ComputedRef<boolean> {
  const { payload } = useReviewSource()
  return computed(
    () =>
      payload.value !== undefined &&
      isVerdictOutdated(
        verdict?.() ?? payload.value.review,
        changesOf(payload.value.review, payload.value.artifacts),
      ),
  )
}
