import { text } from '~/text/review'
import { authorLabel } from '#shared/text/author-label'
import type { Thread } from '#shared/contract/thread'

/**
 * Announces to screen readers the threads that others start while the page is open. Threads that arrive
 * together are announced in one sentence.
 */
export function useCommentAnnouncement(): void {
  const { payload, threads, isPartial } = useReviewSource()
  const { authorId } = useReviewAccess()
  const { announce } = useAnnouncements()
  let known: Set<string> | undefined

  function describe(arrived: Thread[]): string {
    const [first] = arrived
    if (!first || arrived.length > 1) return text.arrivals.comments(arrived.length)
    return text.arrivals.newComment(first.number, authorLabel(first.comments[0]?.author))
  }

  function compare() {
    if (!payload.value || isPartial.value) return
    const before = known
    known = new Set(threads.value.map(each => each.threadId))
    // The threads that are loaded with the page are not new.
    if (!before) return
    const arrived = threads.value.filter(
      each => !before.has(each.threadId) && each.comments[0]?.author.id !== authorId.value,
    )
    if (arrived.length > 0) announce(describe(arrived))
  }

  onMounted(() => watch([payload, threads], compare, { immediate: true }))
}
