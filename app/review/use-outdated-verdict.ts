import type { ComputedRef } from 'vue'
import { completionsOf, isVerdictOutdated } from '#shared/outdated-verdict'

/** Whether evidence was added after a verdict: without `verdict`, that of the page's review. */
export function useOutdatedVerdict(
  verdict?: () => Parameters<typeof isVerdictOutdated>[0],
): ComputedRef<boolean> {
  const { payload } = useReviewSource()
  return computed(
    () =>
      payload.value !== undefined &&
      isVerdictOutdated(verdict?.() ?? payload.value.review, completionsOf(payload.value.artifacts)),
  )
}
