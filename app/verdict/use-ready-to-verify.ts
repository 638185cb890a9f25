import type { ComputedRef } from 'vue'
import { readyToVerify } from '~/verdict/ready-to-verify'
import { text } from '~/text/review'

/**
 * The notice that the page's review can be verified because no verdict is missing any more; null otherwise.
 */
export function useReadyToVerify(): ComputedRef<string | null> {
  const { payload } = useReviewSource()
  return computed(() => {
    if (!payload.value) return null
    const ready = readyToVerify(payload.value.review, payload.value.reviewers)
    return ready && (ready === 'asked' ? text.reviewers.ready : text.reviewers.readyAlone)
  })
}
