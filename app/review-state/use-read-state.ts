import { limits } from '#shared/contract/kit/limits'

/** Milliseconds for which ids are collected before they are sent in one request. */
const BATCH_MS = 400

interface ReadStateOptions {
  reviewId: string
  /** The ids that the server has recorded; undefined until the review is loaded. */
  recordedIds: () => string[] | undefined
  /** Whether to record anything: visitors of a share link have no read state. */
  enabled: boolean
}

/** Which revisions and comments of a review the person has seen. */
export function useReadState({ reviewId, recordedIds, enabled }: ReadStateOptions) {
  const api = useApi()
  /** Seen on this page. The server may not have recorded these ids yet. */
  const newlySeen = ref<string[]>([])
  const seen = computed(() => new Set([...(recordedIds() ?? []), ...newlySeen.value]))
  const unsent: string[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function send() {
    clearTimeout(timer)
    while (unsent.length > 0) void record(unsent.splice(0, limits.seenIds))
  }

  async function record(itemIds: string[]) {
    // A failure is ignored: the items are shown as new again on the next visit.
    await api('POST /v1/reviews/{id}/seen', { params: { id: reviewId }, body: { itemIds } }).catch(() => {})
  }

  // What was seen last is not lost when the person goes to another page.
  onScopeDispose(send)

  return {
    seen,
    /** Records ids as seen, in batches. */
    markSeen(ids: string[]) {
      const unseen = ids.filter(each => !seen.value.has(each))
      if (unseen.length === 0 || !enabled) return
      newlySeen.value = [...newlySeen.value, ...unseen]
      if (unsent.length === 0) timer = setTimeout(send, BATCH_MS)
      unsent.push(...unseen)
    },
  }
}
