import type { ReviewSummary } from '#shared/contract/review'

const POLL_MS = 3000

/**
 * Waits for the first evidence of a project, once there is one, and opens its review; tells of a review that
 * has none yet.
 */
export function useFirstEvidence(projectId: () => string | undefined) {
  const api = useApi()
  const begun = shallowRef<ReviewSummary>()

  async function look() {
    const id = projectId()
    if (!id || document.visibilityState !== 'visible') return
    // A failed look is followed by another.
    const answer = await api('GET /api/projects/{id}/reviews', { params: { id } }).catch(() => null)
    const shown = answer?.reviews.find(each => each.unseenCount > 0)
    if (shown) return navigateTo(`/reviews/${shown.id}`)
    begun.value = answer?.reviews[0]
  }

  onMounted(() => {
    const timer = setInterval(look, POLL_MS)
    document.addEventListener('visibilitychange', look)
    onBeforeUnmount(() => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    })
  })
  return { begun }
}
