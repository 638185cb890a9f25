import { reviewStatuses } from '#shared/contract/review-status'
import type { ReviewSort, ReviewSummary } from '#shared/contract/review-list'
import { text } from '~/text/project'

/** Returns the ways to sort the list and their names. The default is first. */
export const reviewSortLabels = (): Record<ReviewSort, string> => text.sorts

/**
 * The reviews of a project, page by page. They are filtered and sorted by the query parameters `status`,
 * `search` and `sort`.
 */
export function useProjectReviews(id: Ref<string>) {
  const api = useApi()
  const route = useRoute()
  const { search, searched, replace } = useQuerySearch()
  const status = computed({
    get: () => reviewStatuses.find(each => each === route.query.status),
    set: value => void replace({ status: value }),
  })
  const sort = computed({
    get: () =>
      Object.keys(text.sorts).find((each): each is ReviewSort => each === route.query.sort) ?? 'updated',
    set: value => void replace({ sort: value === 'updated' ? undefined : value }),
  })
  const query = computed(() => ({
    status: status.value,
    search: searched.value || undefined,
    sort: sort.value === 'updated' ? undefined : sort.value,
  }))

  const list = usePagination<ReviewSummary>(
    () => `project-${id.value}-${JSON.stringify(query.value)}`,
    async cursor => {
      const { reviews, nextCursor } = await api('GET /api/projects/{id}/reviews', {
        params: { id: id.value },
        query: { ...query.value, cursor },
      })
      return { items: reviews, next: nextCursor }
    },
  )
  return { list, search, searched, status, sort }
}
