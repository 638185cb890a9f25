import { pageStore } from '~/ui/page/page-store'
import type { Thread } from '#shared/contract/thread'
import type { ComputedRef, Ref } from 'vue'
import { includesStatus, type StatusFilter } from './status-filter'
import type { ReviewSource } from './use-review-source'

/** The selected thread of the page's review. To show its evidence too, use `openThread` of the selection. */
export interface ThreadSelection {
  /** The selected thread. */
  readonly thread: ComputedRef<Thread | undefined>
  readonly threadId: Ref<string | undefined>
  /** The id of the thread or unsent comment that is under the pointer, in the list or on the stage. */
  readonly hoveredId: Ref<string | undefined>
  /** Increases with every request to show a thread, even if the thread is already selected. */
  readonly focusRequest: Readonly<Ref<number>>
  /** The choice of which threads are listed, by their status. */
  readonly filter: Ref<StatusFilter>
  /** Selects a thread, and makes the list include its status. Without a thread, clears the selection. */
  select: (target: Thread | undefined) => void
}

const store = pageStore<ThreadSelection>('selected thread')

/** The selected thread of the page. */
export function useThreadSelection(): ThreadSelection {
  return store.use()
}

/** Shares the selected thread with the page's components. */
export function provideThreadSelection({ threads }: ReviewSource): ThreadSelection {
  const threadId = ref<string>()
  const focusRequest = ref(0)
  const filter = ref<StatusFilter>('open')
  return store.provide({
    thread: computed(() => threads.value.find(each => each.threadId === threadId.value)),
    threadId,
    hoveredId: ref<string>(),
    focusRequest,
    filter,
    select(target) {
      threadId.value = target?.threadId
      focusRequest.value += 1
      if (target && !includesStatus(filter.value, target.status))
        filter.value = target.status === 'resolved' ? 'resolved' : 'open'
    },
  })
}
