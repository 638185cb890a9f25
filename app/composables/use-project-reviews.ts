import type { ReviewSummary } from '#shared/contract/review'
import type { ReviewStatus } from '#shared/contract/review-status'

const filters: { label: string, value: ReviewStatus | undefined }[] = [
  { label: 'All', value: undefined },
  { label: 'Open', value: 'open' },
  { label: 'Changes requested', value: 'changes_requested' },
  { label: 'Verified', value: 'verified' },
]

/** The reviews of a project, a page at a time, filtered by verdict. */
export function useProjectReviews(id: Ref<string>) {
  const api = useApi()
  const filter = ref<ReviewStatus>()
  const later = ref<ReviewSummary[]>([])
  const cursor = ref<string | null>(null)
  const { data, error, refresh, status } = useAsyncData(
    () => `project-${id.value}-${filter.value ?? 'all'}`,
    () => api('GET /api/projects/{id}/reviews', { params: { id: id.value }, query: { status: filter.value } }),
    { lazy: true },
  )
  watch(data, (page) => {
    later.value = []
    cursor.value = page?.nextCursor ?? null
  }, { immediate: true })

  async function more() {
    if (cursor.value === null) return
    const page = await api('GET /api/projects/{id}/reviews', { params: { id: id.value }, query: { status: filter.value, cursor: cursor.value } })
    later.value = [...later.value, ...page.reviews]
    cursor.value = page.nextCursor
  }

  return { reviews: computed(() => [...data.value?.reviews ?? [], ...later.value]), error, refresh, status, filter, filters, more, hasMore: computed(() => cursor.value !== null) }
}
