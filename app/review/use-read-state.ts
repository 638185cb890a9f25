import { limits } from '#shared/contract/kit/limits'

/** What is seen within this is sent together. */
const GATHER_MS = 400

/**
 * What a person has seen of a review: `told` is what the server knows of it; where `records` is false nothing
 * is kept.
 */
export function useReadState(reviewId: string, told: () => string[] | undefined, records: boolean) {
  const api = useApi()
  /** Seen on this page, before the server says so. */
  const justSeen = ref<string[]>([])
  const seen = computed(() => new Set([...(told() ?? []), ...justSeen.value]))
  const unsent: string[] = []

  async function send() {
    const itemIds = unsent.splice(0, limits.seenIds)
    if (unsent.length > 0) setTimeout(() => void send(), GATHER_MS)
    // Not worth a word when it fails: the next visit shows it as new once more.
    await api('POST /v1/reviews/{id}/seen', { params: { id: reviewId }, body: { itemIds } }).catch(() => {})
  }

  return {
    seen,
    /** Records what the person has seen; what is seen together is sent together. */
    markSeen(ids: string[]) {
      const fresh = ids.filter(each => !seen.value.has(each))
      if (fresh.length === 0 || !records) return
      justSeen.value = [...justSeen.value, ...fresh]
      if (unsent.length === 0) setTimeout(() => void send(), GATHER_MS)
      unsent.push(...fresh)
    },
  }
}
