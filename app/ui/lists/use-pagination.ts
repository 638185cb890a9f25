import { renderedData } from '~/ui/network/shared-response'

/** A page of a list. */
export interface Page<T> {
  items: T[]
  /** The cursor of the next page; null on the last page. */
  next: string | null
}

/** The page after the last one that was loaded. */
export interface NextPage {
  readonly exists: boolean
  readonly loading: boolean
  /** The error of the last attempt to load the next page. */
  readonly error: unknown
  load: () => Promise<void>
}

/** The result of `reactive(usePagination(…))`, for a component that shows the list. */
export interface LoadedPages {
  readonly items: readonly unknown[]
  readonly loaded: boolean
  /** The error of the last attempt to load the first page. */
  readonly error: unknown
  refresh: () => Promise<void>
  readonly nextPage: NextPage
}

/**
 * A list that is loaded page by page. `read` fetches the page at a cursor; without a cursor it fetches the
 * first page. `key` identifies the list: when it changes, the list is loaded again from the first page.
 */
export function usePagination<T extends { id: string }>(
  key: () => string,
  read: (cursor?: string) => Promise<Page<T>>,
) {
  const { data, error, refresh, status } = useAsyncData(key, () => read(), {
    lazy: true,
    deep: false,
    getCachedData: renderedData,
  })
  const laterPages = shallowRef<Page<T>[]>([])
  const loading = ref(false)
  const nextError = shallowRef<unknown>(null)
  const pages = computed(() => (data.value ? [data.value, ...laterPages.value] : []))
  const cursor = computed(() => pages.value.at(-1)?.next ?? null)
  // Each item is shown once, even if it moved to a later page between two requests.
  const items = computed(() => [
    ...new Map(pages.value.flatMap(page => page.items).map(each => [each.id, each])).values(),
  ])
  watch(data, () => {
    laterPages.value = []
    nextError.value = null
  })

  async function load() {
    const [from, firstPage] = [cursor.value, data.value]
    if (from === null || loading.value) return
    loading.value = true
    nextError.value = null
    try {
      const page = await read(from)
      // Discards the page if the list was loaded again during the request.
      if (data.value === firstPage) laterPages.value = [...laterPages.value, page]
    } catch (failure) {
      if (data.value === firstPage) nextError.value = failure
    } finally {
      loading.value = false
    }
  }

  const nextPage: NextPage = reactive({
    exists: computed(() => cursor.value !== null),
    loading,
    error: nextError,
    load,
  })
  return {
    items,
    loaded: computed(() => status.value === 'success' || items.value.length > 0),
    error,
    refresh,
    nextPage,
  }
}
