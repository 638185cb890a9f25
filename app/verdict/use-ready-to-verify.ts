import type { ComputedRef } from 'vue'
import { readyToVerify } from '~/verdict/ready-to-verify'
import { text } from '~/text/review'

/** The notice that no verdict is missing any more for the page's review to be verified; null while one is. */
export function useReadyToVerify(): ComputedRef<string | null> {
  const { payload } = useReviewSource()
  return computed(() => {
    if (!payload.value) return null
    const ready = readyToVerify(payload.value.review, payload.value.reviewers)
    return ready && (ready === 'asked' ? text.reviewers.ready : text.reviewers.readyAlone)
  })
}
