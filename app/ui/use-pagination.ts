/**
 * A list that is read a page at a time. `read` asks for the page at a cursor, or the first one; `key` names
 * the list, and a new key starts over.
 */
export function usePagination<T extends { id: string }>(
  key: () => string,
  read: (cursor?: string) => Promise<{ items: T[]; next: string | null }>,
) {
  const { data, error, refresh, status } = useAsyncData(key, () => read(), { lazy: true, deep: false })
  const later = shallowRef<{ items: T[]; next: string | null }[]>([])
  const loadingMore = ref(false)
  const moreFailure = shallowRef<unknown>(null)
  const pages = computed(() => (data.value ? [data.value, ...later.value] : []))
  const cursor = computed(() => pages.value.at(-1)?.next ?? null)
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
      // Another list may have been chosen meanwhile.
      if (data.value === of) later.value = [...later.value, page]
    } catch (failure) {
      if (data.value === of) moreFailure.value = failure
    } finally {
      loadingMore.value = false
    }
  }

  return {
    // A page that moved between two reads would show a row twice.
    items: computed(() => [
      ...new Map(pages.value.flatMap(page => page.items).map(each => [each.id, each])).values(),
    ]),
    error,
    refresh,
    status,
    more,
    loadingMore,
    moreFailure,
    hasMore: computed(() => cursor.value !== null),
  }
}
