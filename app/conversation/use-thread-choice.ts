import { pageStore } from '~/ui/page/page-store'
import { useChoice, type ListChoice } from '~/ui/lists/use-choice'
import type { Thread } from '#shared/contract/thread'
import type { ThreadListing } from './use-thread-list'

const store = pageStore<ListChoice<Thread>>('chosen threads')

/** The multiple selection in the list of threads. */
export function useThreadChoice(): ListChoice<Thread> {
  return store.use()
}

/** Shares the multiple selection in the list of threads with the page's components. */
export function provideThreadChoice({ rows }: ThreadListing): ListChoice<Thread> {
  const inOrder = computed(() => rows.value.flatMap(row => ('thread' in row ? [row.thread] : [])))
  return store.provide(useChoice(inOrder, each => each.threadId))
}
