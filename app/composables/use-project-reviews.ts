import { reviewStatuses, type ReviewStatus } from '#shared/contract/review-status'
import type { ReviewSummary } from '#shared/contract/review'

/** The reviews of a project, a page at a time; the verdict they are filtered by lives in the address. */
export function useProjectReviews(id: Ref<string>) {
  const api = useApi()
  const route = useRoute()
  const filter = computed(() => reviewStatuses.find(each => each === route.query.status))
  const key = computed(() => `project-${id.value}-${filter.value ?? 'all'}`)
  const read = (cursor?: string) => api('GET /api/projects/{id}/reviews', { params: { id: id.value }, query: { status: filter.value, cursor } })

  const { data, error, refresh, status } = useAsyncData(key, () => read(), { lazy: true, deep: false })
  const later = shallowRef<{ reviews: ReviewSummary[], nextCursor: string | null }[]>([])
  const loadingMore = ref(false)
  const moreFailure = shallowRef<unknown>(null)
  const pages = computed(() => data.value ? [data.value, ...later.value] : [])
  const cursor = computed(() => pages.value.at(-1)?.nextCursor ?? null)
  watch(data, () => {
    later.value = []
    moreFailure.value = null
  })

  async function more() {
    const [from, of] = [cursor.value, data.value]
    if (from === null || loadingMore.value) return
    loadingMore.value = true
    moreFailure.value = null
    try {
      const page = await read(from)
      // Another filter may have been chosen meanwhile.
      if (data.value === of) later.value = [...later.value, page]
    } catch (failure) {
      if (data.value === of) moreFailure.value = failure
    } finally {
      loadingMore.value = false
    }
  }

  return {
    // A page that moved between two reads would show a review twice.
    reviews: computed(() => [...new Map(pages.value.flatMap(page => page.reviews).map(each => [each.id, each])).values()]),
    error, refresh, status, filter, more, loadingMore, moreFailure,
    hasMore: computed(() => cursor.value !== null),
    choose: (status: ReviewStatus | undefined) => navigateTo({ query: { ...route.query, status } }, { replace: true }),
  }
}
