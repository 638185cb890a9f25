import type { ReviewSummary } from '#shared/contract/review'

const POLL_MS = 3000

/**
 * Polls a project until it has evidence, then opens the review with it. `emptyReview` is a review that has no
 * evidence yet.
 */
export function useFirstEvidence(projectId: () => string | undefined) {
  const api = useApi()
  const emptyReview = shallowRef<ReviewSummary>()
  let isUnmounted = false

  async function poll() {
    const id = projectId()
    if (!id || document.visibilityState !== 'visible') return
    // A failure is ignored: the next poll follows.
    const page = await api('GET /api/projects/{id}/reviews', { params: { id } }).catch(() => null)
    if (!page || isUnmounted) return
    const withEvidence = page.reviews.find(each => each.unseenCount > 0)
    if (withEvidence) return navigateTo(`/reviews/${withEvidence.id}`)
    emptyReview.value = page.reviews[0]
  }

  onMounted(() => {
    const timer = setInterval(poll, POLL_MS)
    document.addEventListener('visibilitychange', poll)
    onBeforeUnmount(() => {
      isUnmounted = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', poll)
    })
  })
  return { emptyReview }
}
