import { reviewStatuses, type ReviewStatus } from '#shared/contract/review-status'
import type { ReviewSummary } from '#shared/contract/review'

/** The reviews of a project, a page at a time; the verdict they are filtered by lives in the address. */
export function useProjectReviews(id: Ref<string>) {
  const api = useApi()
  const route = useRoute()
  const filter = computed(() => reviewStatuses.find(each => each === route.query.status))
  const { items: reviews, ...pages } = usePagination<ReviewSummary>(
    () => `project-${id.value}-${filter.value ?? 'all'}`,
    async cursor => {
      const { reviews, nextCursor } = await api('GET /api/projects/{id}/reviews', {
        params: { id: id.value },
        query: { status: filter.value, cursor },
      })
      return { items: reviews, next: nextCursor }
    },
  )
  return {
    reviews,
    ...pages,
    filter,
    choose: (status: ReviewStatus | undefined) =>
      navigateTo({ query: { ...route.query, status } }, { replace: true }),
  }
}
