import { findThreads, groupings, threadRows, type Grouping, type ThreadRow } from '~/conversation/thread-list'
import type { Thread } from '#shared/contract/thread'
import type { ComputedRef, Ref } from 'vue'

/** The name under which this device stores the grouping. */
const GROUPING_KEY = 'threads-by'

/** The threads that the conversation lists: filtered by status, searched, and grouped. */
export interface ThreadListing {
  /** The search text. */
  readonly query: Ref<string>
  /** The chosen headings; stored on this device. */
  readonly grouping: Ref<Grouping>
  /** One artifact with one revision needs no headings. */
  readonly canGroup: ComputedRef<boolean>
  readonly found: ComputedRef<Thread[]>
  /** The found threads and their headings, in order. */
  readonly rows: ComputedRef<ThreadRow[]>
}

/** Lists the threads of the page's conversation. */
export function useThreadList(): ThreadListing {
  const { completedArtifacts, rounds } = useReviewSource()
  const { threadId, focusRequest } = useSelection()
  const { visibleThreads } = useConversation()
  const query = ref('')
  const grouping = ref<Grouping>('evidence')
  const found = computed(() => findThreads(visibleThreads.value, query.value))
  const canGroup = computed(
    () =>
      completedArtifacts.value.length > 1 || completedArtifacts.value.some(each => each.revisions.length > 1),
  )

  onMounted(() => {
    const stored = groupings.find(each => each === localStorage.getItem(GROUPING_KEY))
    if (stored) grouping.value = stored
    watch(grouping, now => {
      try {
        localStorage.setItem(GROUPING_KEY, now)
      } catch {
        // Storage is full or disabled: the choice holds for this page.
      }
    })
  })
  // A requested thread that the search does not match clears the search.
  watch(focusRequest, () => {
    if (threadId.value && !found.value.some(each => each.threadId === threadId.value)) query.value = ''
  })

  return {
    query,
    grouping,
    canGroup,
    found,
    rows: computed(() =>
      threadRows(found.value, canGroup.value ? grouping.value : 'none', {
        artifacts: completedArtifacts.value,
        rounds: rounds.value,
      }),
    ),
  }
}
