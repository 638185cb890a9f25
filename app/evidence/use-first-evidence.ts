import type { ReviewSummary } from '#shared/contract/review-list'

const POLL_MS = 3000

/**
 * Polls the project or, without a project, the inbox until there is a review with new evidence, and then
 * opens this review. Ignores reviews that the person has archived. `emptyReview`: a review without evidence,
 * if there is one.
 */
export function useFirstEvidence(projectId: () => string | undefined) {
  const api = useApi()
  const { workspaceId } = useWorkspace()
  const emptyReview = shallowRef<ReviewSummary>()
  let isUnmounted = false

  async function read(): Promise<ReviewSummary[]> {
    const id = projectId()
    if (id) return (await api('GET /api/projects/{id}/reviews', { params: { id } })).reviews
    const { asked, fresh, open } = await api('GET /api/inbox', { query: { workspaceId: workspaceId.value } })
    return [...asked, ...fresh, ...open]
  }

  async function poll() {
    if (document.visibilityState !== 'visible') return
    // A failure is ignored, because the next poll follows soon.
    const all = await read().catch(() => null)
    if (!all || isUnmounted) return
    const reviews = all.filter(each => !each.archived)
    const withEvidence = reviews.find(each => each.unseenCount > 0)
    if (withEvidence) return navigateTo(`/reviews/${withEvidence.id}`)
    emptyReview.value = reviews.find(each => each.artifactCount === 0)
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
