import { pageStore } from '~/ui/page/page-store'
import { filterCounts, includesStatus, type StatusFilter } from '~/review-state/status-filter'
import { threadTotals } from '~/review-state/thread-totals'
import type { ReviewState } from '~/review-state/provide-review-state'
import type { Artifact, Revision } from '#shared/contract/artifact'
import type { ThreadStatus } from '#shared/contract/review-status'
import type { Thread } from '#shared/contract/thread'
import type { ComputedRef } from 'vue'

/** The threads of the page's review: which are listed, which are drawn, and which contain new comments. */
export interface Conversation {
  /** The threads that the panel lists, in the order in which they were created. */
  readonly visibleThreads: ComputedRef<Thread[]>
  /** The threads on the shown revision whose marks are drawn. */
  readonly marks: ComputedRef<Thread[]>
  /** The threads on earlier revisions whose marks are drawn if their place on the shown one is known. */
  readonly earlierMarks: ComputedRef<Thread[]>
  /** Returns the threads whose marks are drawn if several revisions are shown together. */
  marksOn: (sides: readonly { artifact: Artifact; revision: Revision }[]) => Thread[]
  /** The number of threads of each choice of the list: `open` counts all that are not resolved. */
  readonly counts: ComputedRef<Readonly<Record<StatusFilter, number>>>
  /** Ids of the comments by others that the person has not seen; empty for a share link. */
  readonly newComments: ComputedRef<ReadonlySet<string>>
  /**
   * Ids of the new comments that have a dot. The comments that were there when the page opened have no dots
   * on the person's first visit of the review, or if the person had seen none of them: the dots would
   * distinguish nothing.
   */
  readonly dottedComments: ComputedRef<ReadonlySet<string>>
  /**
   * Loads the review again. If another person or an agent has changed the status of the selected thread, the
   * thread stays listed until another thread or filter is chosen.
   */
  refresh: () => Promise<void>
}

const store = pageStore<Conversation>('conversation')

/** The conversation of the page. */
export function useConversation(): Conversation {
  return store.use()
}

/** Shares the conversation of the page with its components. */
export function provideConversation(state: ReviewState): Conversation {
  return store.provide(createConversation(state))
}

function createConversation({
  source: { payload, threads, isPartial, refresh },
  access: { canAnnotate },
  readState: { seen, isFirstVisit },
  forms: { openReplyIds },
  selected: { thread, threadId, filter },
  selection: { artifact, revision },
}: ReviewState): Conversation {
  const { me } = useSession()
  /** The id of the selected thread, if its status was changed by another person or an agent. */
  const pinnedThreadId = ref<string>()
  watch([filter, threadId], () => {
    pinnedThreadId.value = undefined
  })

  const isVisible = (each: Thread) =>
    includesStatus(filter.value, each.status) ||
    openReplyIds.value.has(each.threadId) ||
    pinnedThreadId.value === each.threadId
  const isMarked = (each: Thread, on: Artifact | undefined) =>
    each.artifactId === on?.id &&
    (each.status !== 'resolved' ||
      includesStatus(filter.value, 'resolved') ||
      each.threadId === threadId.value)
  const isDrawn = (each: Thread, on: Artifact | undefined, at: Revision | undefined) =>
    isMarked(each, on) && each.revision === at?.index
  const newComments = computed(() => {
    const others = threads.value
      .flatMap(each => each.comments)
      .filter(each => each.author.id !== me.value?.user.id && !seen.value.has(each.id))
    return new Set(canAnnotate ? others.map(each => each.id) : [])
  })
  /** The ids of the new comments that were there when the page opened and have no dots. */
  const withoutDots = shallowRef<ReadonlySet<string>>(new Set())
  /** Whether the comments that were there when the page opened are all loaded. */
  let isComplete = false
  watch(
    threads,
    now => {
      const count = now.reduce((sum, each) => sum + each.comments.length, 0)
      if (count === 0 || isComplete) return
      isComplete = !isPartial.value
      const areAllNew = withoutDots.value.size > 0 || (count > 1 && newComments.value.size === count)
      if (isFirstVisit.value || areAllNew) withoutDots.value = new Set(newComments.value)
    },
    { immediate: true, flush: 'sync' },
  )
  const countOf = (status: ThreadStatus) => threads.value.filter(each => each.status === status).length

  return {
    visibleThreads: computed(() => threads.value.filter(isVisible)),
    marks: computed(() => threads.value.filter(each => isDrawn(each, artifact.value, revision.value))),
    earlierMarks: computed(() =>
      threads.value.filter(
        each => isMarked(each, artifact.value) && (each.revision ?? 0) < (revision.value?.index ?? 0),
      ),
    ),
    marksOn: sides =>
      threads.value.filter(each => sides.some(side => isDrawn(each, side.artifact, side.revision))),
    counts: computed(() =>
      filterCounts(
        isPartial.value
          ? threadTotals(payload.value)
          : { open: countOf('open'), addressed: countOf('addressed'), resolved: countOf('resolved') },
      ),
    ),
    newComments,
    dottedComments: computed(() => new Set([...newComments.value].filter(id => !withoutDots.value.has(id)))),
    async refresh() {
      const before = thread.value
      await refresh()
      const now = thread.value
      if (before && now?.threadId === before.threadId && now.status !== before.status)
        pinnedThreadId.value = before.threadId
    },
  }
}
