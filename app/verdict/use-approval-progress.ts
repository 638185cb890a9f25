import type { ComputedRef } from 'vue'
import { mayBeCollapsed } from '#shared/review/changes'

/**
 * How many pieces of evidence people have approved, of all. Evidence that looks as it was accepted needs no
 * approval, so it is not counted.
 */
export function useApprovalProgress(): { approved: ComputedRef<number>; all: ComputedRef<number> } {
  const { completedArtifacts } = useReviewSource()
  const counted = computed(() => completedArtifacts.value.filter(each => !mayBeCollapsed(each)))
  return {
    approved: computed(() => counted.value.filter(each => each.approval !== null).length),
    all: computed(() => counted.value.length),
  }
}
