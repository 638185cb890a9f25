import { limits } from '#shared/contract/kit/limits'
import { pageStore } from '~/ui/page/page-store'
import type { ComputedRef, Ref } from 'vue'
import type { ReviewAccess } from './use-review-access'
import type { ReviewSource } from './use-review-source'

/** Milliseconds for which ids are collected before they are sent in one request. */
const BATCH_MS = 400

/** The revisions and comments of a review that the person has seen. */
export interface ReadState {
  /** Ids of the revisions and comments that the person has seen. */
  readonly seen: ComputedRef<ReadonlySet<string>>
  /** Ids of the current revisions that the person has not seen; empty on the page of a share link. */
  readonly unseenRevisions: ComputedRef<ReadonlySet<string>>
  /**
   * Ids of the unseen revisions that are marked as new. If this is the person's first visit of the review,
   * only the revisions that arrive while the page is open are new.
   */
  readonly newRevisions: ComputedRef<ReadonlySet<string>>
  /** Whether the person had seen nothing of the review when the page opened. */
  readonly isFirstVisit: Readonly<Ref<boolean>>
  /** The ids of the revisions that were uploaded on this page. */
  readonly ownRevisionIds: Ref<Set<string>>
  /** Records revisions and comments as seen. The ids are sent to the server in batches. */
  markSeen: (ids: string[]) => void
}

const store = pageStore<ReadState>('read state')

/** The read state of the page's review. */
export function useReadState(): ReadState {
  return store.use()
}

/** Shares the read state with the page's components. It is empty for visitors of a share link. */
export function provideReadState(source: ReviewSource, access: ReviewAccess): ReadState {
  return store.provide(createReadState(source, access))
}

function createReadState(
  { id: reviewId, payload, completedArtifacts }: ReviewSource,
  { canAnnotate }: ReviewAccess,
): ReadState {
  const api = useApi()
  /** The ids of items that were seen since the page opened. The server may not have recorded them yet. */
  const newlySeen = ref<string[]>([])
  const seen = computed(() => new Set([...(payload.value?.seenItemIds ?? []), ...newlySeen.value]))
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

  // Sends the ids that are not sent yet when the person goes to another page.
  onScopeDispose(send)

  function markSeen(ids: string[]) {
    const unseen = ids.filter(each => !seen.value.has(each))
    if (unseen.length === 0 || !canAnnotate) return
    newlySeen.value = [...newlySeen.value, ...unseen]
    if (unsent.length === 0) timer = setTimeout(send, BATCH_MS)
    unsent.push(...unseen)
  }

  const current = computed(() => completedArtifacts.value.flatMap(each => each.currentRevision?.id ?? []))
  const ownRevisionIds = ref(new Set<string>())
  // Marks the files as seen that the person has uploaded on this page.
  watch(
    () => current.value.filter(each => ownRevisionIds.value.has(each)),
    ids => markSeen(ids),
    { flush: 'sync' },
  )

  const isFirstVisit = ref(false)
  /** The ids of the revisions that were there when the page opened; undefined until the review is loaded. */
  let present: ReadonlySet<string> | undefined
  watch(
    payload,
    now => {
      if (!now || present) return
      present = new Set(current.value)
      isFirstVisit.value = !now.seenItemIds?.length
    },
    { immediate: true, flush: 'sync' },
  )
  const unseenRevisions = computed(
    () => new Set(canAnnotate ? current.value.filter(each => !seen.value.has(each)) : []),
  )

  return {
    seen,
    unseenRevisions,
    newRevisions: computed(
      () => new Set([...unseenRevisions.value].filter(each => !isFirstVisit.value || !present?.has(each))),
    ),
    isFirstVisit,
    ownRevisionIds,
    markSeen,
  }
}
