import type { ComputedRef } from 'vue'
import { mayBeCollapsed } from '#shared/review/changes'

/**
 * The number of pieces of evidence that people have approved, and the number of all pieces. Evidence that
 * looks as it was accepted needs no approval, so neither number includes it.
 */
export function useApprovalProgress(): { approved: ComputedRef<number>; all: ComputedRef<number> } {
  const { completedArtifacts } = useReviewSource()
  const counted = computed(() => completedArtifacts.value.filter(each => !mayBeCollapsed(each)))
  return {
    approved: computed(() => counted.value.filter(each => each.approval !== null).length),
    all: computed(() => counted.value.length),
  }
}
