import { deviceStorage } from '~/ui/page/device-storage'
import { groupings, byMoment, threadRows, type Grouping, type ThreadRow } from '~/conversation/thread-list'
import { pageStore } from '~/ui/page/page-store'
import type { StatusFilter } from '~/review-state/status-filter'
import type { ReviewState } from '~/review-state/provide-review-state'
import type { Artifact } from '#shared/contract/artifact'
import type { PendingComment } from '#shared/contract/pending-comment'
import type { ThreadStatus } from '#shared/contract/review-status'
import type { Thread } from '#shared/contract/thread'
import type { ComputedRef, Ref } from 'vue'
import { createThreadCounts } from './thread-counts'
import type { Conversation } from './use-conversation'
import type { ThreadSearch } from './use-thread-search'

/** The name under which this device stores the grouping. */
const GROUPING_KEY = 'threads-by'

/**
 * The threads in the list: threads on the artifact on the stage, followed by threads on the whole review; or
 * all threads.
 */
export type ThreadScope = 'artifact' | 'review'

/** The threads that the conversation lists: filtered by status and artifact, searched, and grouped. */
export interface ThreadListing {
  /**
   * The scope of the list. During a search or a filter, it is the whole review, until another scope is
   * chosen.
   */
  readonly scope: Ref<ThreadScope>
  /**
   * Whether the person can choose a scope. This is false if all artifacts of the review are shown together,
   * as on a contact sheet, or if there is only one artifact: then the list contains all threads.
   */
  readonly canScope: ComputedRef<boolean>
  /** The number of threads in each scope that match the chosen status and the search. */
  readonly scopeCounts: ComputedRef<Readonly<Record<ThreadScope, number>>>
  /** The number of threads that each choice of statuses lists, within the scope and the search. */
  readonly counts: ComputedRef<Readonly<Record<StatusFilter, number>>>
  /**
   * Returns whether threads with this status that match the scope and the search have comments that the
   * person has not seen.
   */
  hasNew: (status: ThreadStatus) => boolean
  /**
   * Whether threads that match the search but are outside of the scope have comments that the person has not
   * seen.
   */
  readonly hasNewElsewhere: ComputedRef<boolean>
  /** The chosen grouping. It is stored on this device. */
  readonly grouping: Ref<Grouping>
  /** Whether the threads can be grouped. A single artifact with a single revision needs no headings. */
  readonly canGroup: ComputedRef<boolean>
  readonly found: ComputedRef<Thread[]>
  /** The pending comments in the scope, without replies to found threads. They follow the threads. */
  readonly foundPending: ComputedRef<PendingComment[]>
  /** The found threads and their headings, in order. */
  readonly rows: ComputedRef<ThreadRow[]>
  /**
   * Returns the thread after (1) or before (-1) the given one, on any artifact; undefined if there is none.
   * If no thread is given, returns the first or the last thread of the artifact on the stage, or of all
   * threads if the artifact has none. With `status`, returns the next thread that has this status; after the
   * last such thread, the first one.
   */
  neighborOf: (thread: Thread | undefined, by: 1 | -1, status?: ThreadStatus) => Thread | undefined
}

/** The subject of a comment: an artifact, or the whole review (null). */
export type Placed = Pick<Thread, 'artifactId'>

const store = pageStore<ThreadListing>('thread list')

/** The listed threads of the page's conversation. */
export function useThreadList(): ThreadListing {
  return store.use()
}

/**
 * Shares the listed threads with the page's components. `shownTogether` returns the artifacts on the open
 * contact sheet; an empty list if no sheet is open.
 */
export function provideThreadList(
  state: ReviewState,
  conversation: Conversation,
  search: ThreadSearch,
  shownTogether: () => readonly Artifact[],
): ThreadListing {
  return store.provide(createThreadList(state, conversation, search, shownTogether))
}

function createThreadList(
  state: ReviewState,
  conversation: Conversation,
  { query, filter, matches }: ThreadSearch,
  shownTogether: () => readonly Artifact[],
): ThreadListing {
  const {
    source: { threads, completedArtifacts, rounds, pending },
    selected: { threadId, focusRequest },
    selection: { artifact },
    forms: { openReplyIds },
  } = state
  const scope = createScope(query, filter)
  const onSheet = computed(() => new Set(shownTogether().map(each => each.id)))
  const canScope = computed(
    () => completedArtifacts.value.length > 1 && onSheet.value.size < completedArtifacts.value.length,
  )
  const isAll = computed(() => scope.value === 'review' || !canScope.value)
  const isOnStage = ({ artifactId }: Placed) =>
    onSheet.value.size > 0
      ? artifactId !== null && onSheet.value.has(artifactId)
      : artifactId === artifact.value?.id
  const isInArtifactScope = (each: Placed) => each.artifactId === null || isOnStage(each)
  const inScope = (each: Placed) => isAll.value || isInArtifactScope(each)
  const isNew = (each: Thread) => each.comments.some(one => conversation.dottedComments.value.has(one.id))

  const grouping = createStoredGrouping()
  const matching = computed(() => {
    const visible = new Set(conversation.visibleThreads.value)
    return matches.value.filter(each => visible.has(each))
  })
  const shownIds = computed(() =>
    onSheet.value.size > 0 ? onSheet.value : new Set([artifact.value?.id ?? '']),
  )
  const { scopeCounts, counts, serverCountOf } = createThreadCounts(
    state,
    { query, filter, matches },
    { isAll, shownIds, matching, inScope, isInArtifactScope },
  )
  const found = computed(() =>
    matching.value.filter(each => inScope(each) || each.threadId === threadId.value),
  )
  const foundPending = computed(() => {
    const listed = new Set(found.value.map(each => each.threadId))
    const threadOf = (id: string) => conversation.visibleThreads.value.find(each => each.threadId === id)
    return pending.value.filter(({ threadId: repliesTo, place }) => {
      if (repliesTo === null) return inScope({ artifactId: place?.artifactId ?? null })
      return !listed.has(repliesTo) && inScope(threadOf(repliesTo) ?? { artifactId: null })
    })
  })
  const canGroup = computed(
    () =>
      completedArtifacts.value.length > 1 || completedArtifacts.value.some(each => each.revisions.length > 1),
  )
  const statusesWhenOpened = followOpenForms(openReplyIds, threads)
  const rowsOf = (some: Thread[], by: Grouping) =>
    threadRows(grouping.value === 'evidence' || !isAll.value ? byMoment(some) : some, by, {
      artifacts: completedArtifacts.value,
      rounds: rounds.value,
      countOf: serverCountOf.value,
      placedAs: each => statusesWhenOpened.value.get(each.threadId),
    })
  /** If only the threads of one artifact are listed, the heading with its title is left out. */
  const headings = computed(() => {
    const isOneArtifact = isAll.value ? completedArtifacts.value.length <= 1 : onSheet.value.size <= 1
    return !canGroup.value || (isOneArtifact && grouping.value === 'evidence') ? 'none' : grouping.value
  })
  const rows = computed(() => rowsOf(found.value, headings.value))
  const threadsOf = (some: ThreadRow[]) => some.flatMap(row => ('thread' in row ? [row.thread] : []))
  const sequence = computed(() =>
    threadsOf(rowsOf(matching.value, isAll.value ? headings.value : 'evidence')),
  )

  // Clears the search if it does not match the thread that the person wants to see.
  watch(focusRequest, () => {
    if (threadId.value && !found.value.some(each => each.threadId === threadId.value)) {
      query.value = ''
      filter.value = 'all'
    }
  })

  return {
    scope,
    canScope,
    scopeCounts,
    counts,
    hasNew: status => matches.value.some(each => each.status === status && inScope(each) && isNew(each)),
    hasNewElsewhere: computed(() => matches.value.some(each => !inScope(each) && isNew(each))),
    grouping,
    canGroup,
    found,
    foundPending,
    rows,
    neighborOf(thread, by, status) {
      const list = sequence.value
      const index = list.findIndex(each => each.threadId === thread?.threadId)
      if (status) {
        const others = [...list.slice(index + 1), ...list.slice(0, Math.max(0, index))]
        return others.filter(each => each.status === status).at(by === 1 ? 0 : -1)
      }
      if (index >= 0) return list[index + by]
      const onStage = list.filter(isOnStage)
      return (onStage.length > 0 ? onStage : list).at(by === 1 ? 0 : -1)
    },
  }
}

/** The scope of the list. A search or a filter sets it to the whole review, and restores it at its end. */
function createScope(query: ThreadSearch['query'], filter: ThreadSearch['filter']): Ref<ThreadScope> {
  const scope = ref<ThreadScope>('artifact')
  let scopeBeforeSearch = scope.value
  watch(
    () => query.value.trim() !== '' || filter.value !== 'all',
    isSearching => {
      if (isSearching) scopeBeforeSearch = scope.value
      scope.value = isSearching ? 'review' : scopeBeforeSearch
    },
    { flush: 'sync' },
  )
  return scope
}

/** The chosen grouping, which this device stores. */
function createStoredGrouping(): Ref<Grouping> {
  const grouping = ref<Grouping>('evidence')
  onMounted(() => {
    const stored = groupings.find(each => each === deviceStorage.read(GROUPING_KEY))
    if (stored) grouping.value = stored
    watch(grouping, now => deviceStorage.write(GROUPING_KEY, now))
  })
  return grouping
}

/** The status that each thread with an open form had when the form opened, by thread id. */
function followOpenForms(
  openIds: Readonly<Ref<Iterable<string>>>,
  threads: Readonly<Ref<readonly Thread[]>>,
): Readonly<Ref<ReadonlyMap<string, ThreadStatus>>> {
  const statuses = shallowRef<ReadonlyMap<string, ThreadStatus>>(new Map())
  watch(
    () => [...openIds.value],
    ids => {
      const before = statuses.value
      const statusOf = (id: string) =>
        before.get(id) ?? threads.value.find(each => each.threadId === id)?.status
      statuses.value = new Map(
        ids.flatMap(id => {
          const status = statusOf(id)
          return status ? [[id, status] as const] : []
        }),
      )
    },
    // "Not yet" opens the form and then changes the status, before the page is rendered.
    { flush: 'sync', immediate: true },
  )
  return statuses
}
