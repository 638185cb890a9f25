import { authorLabel } from '#shared/text/author-label'
import { pageStore } from '~/ui/page/page-store'
import type { ReviewState } from '~/review-state/provide-review-state'
import type { Thread } from '#shared/contract/thread'
import type { ComputedRef, Ref } from 'vue'
import { findThreads } from './thread-list'
import type { Conversation } from './use-conversation'

/**
 * The filter of the threads: all threads, threads with comments that the person has not seen, threads in
 * which the person wrote, or threads in which a certain author wrote. In the last case, the filter is the
 * author's id.
 */
export type ThreadFilter = 'all' | 'unread' | 'mine' | (string & {})

/** The search for threads: by words, by author and by unread comments. */
export interface ThreadSearch {
  /** The search text. */
  readonly query: Ref<string>
  readonly filter: Ref<ThreadFilter>
  /** The authors of the review's comments, except the person who searches. */
  readonly authors: ComputedRef<{ id: string; name: string }[]>
  /** The threads that match the search and the filter, with any status. */
  readonly matches: ComputedRef<Thread[]>
}

const store = pageStore<ThreadSearch>('thread search')

/** The search in the page's conversation. */
export function useThreadSearch(): ThreadSearch {
  return store.use()
}

/** Shares the search with the page's components. */
export function provideThreadSearch(
  { source: { threads }, access: { authorId: ownId } }: ReviewState,
  { newComments }: Conversation,
): ThreadSearch {
  const query = ref('')
  const filter = ref<ThreadFilter>('all')
  /**
   * The ids of the threads that were unread when the filter was chosen. They stay listed after they are read.
   */
  const unreadIds = ref(new Set<string>())
  const isUnread = (thread: Thread) => thread.comments.some(each => newComments.value.has(each.id))
  watch(filter, now => {
    unreadIds.value = new Set(
      now === 'unread' ? threads.value.filter(isUnread).map(each => each.threadId) : [],
    )
  })

  function passes(thread: Thread): boolean {
    if (filter.value === 'all') return true
    if (filter.value === 'unread') return unreadIds.value.has(thread.threadId) || isUnread(thread)
    const authorId = filter.value === 'mine' ? ownId.value : filter.value
    return thread.comments.some(each => each.author.id === authorId)
  }

  return store.provide({
    query,
    filter,
    authors: computed(() => {
      const names = new Map<string, string>()
      for (const { author } of threads.value.flatMap(each => each.comments))
        if (author.id !== ownId.value) names.set(author.id, authorLabel(author))
      return [...names].map(([id, name]) => ({ id, name }))
    }),
    matches: computed(() => findThreads(threads.value.filter(passes), query.value)),
  })
}
