import { reviewStatuses, type ReviewStatus } from '#shared/contract/review-status'
import type { ReviewSummary } from '#shared/contract/review'

/** The reviews of a project, page by page, filtered by `?status=`. */
export function useProjectReviews(id: Ref<string>) {
  const api = useApi()
  const route = useRoute()
  const status = computed(() => reviewStatuses.find(each => each === route.query.status))
  const list = usePagination<ReviewSummary>(
    () => `project-${id.value}-${status.value ?? 'all'}`,
    async cursor => {
      const { reviews, nextCursor } = await api('GET /api/projects/{id}/reviews', {
        params: { id: id.value },
        query: { status: status.value, cursor },
      })
      return { items: reviews, next: nextCursor }
    },
  )
  return {
    ...list,
    status,
    setStatus: (status: ReviewStatus | undefined) =>
      navigateTo({ query: { ...route.query, status } }, { replace: true }),
  }
}
