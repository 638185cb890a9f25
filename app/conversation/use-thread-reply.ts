import type { Thread } from '#shared/contract/thread'
import { useReply } from '~/comment/use-reply'
import { focusInComments } from './use-comment-focus'

/**
 * The form of a reply in the list item of a thread. After a comment was reopened with the button "Not yet"
 * and the reply was sent, the next fix is selected and gets the focus that the form had.
 */
export function useThreadReply(item: Readonly<Ref<HTMLElement | null>>, thread: () => Thread) {
  const { fixAfter, leaveRefused } = useThreadStatus()
  const { replying, startReply, endReply } = useReply(item, () => thread().threadId)
  return {
    replying,
    startReply,
    async endReply(isSent: boolean) {
      const next = fixAfter(thread())
      if (!(await endReply(isSent))) return
      const hasFocus = item.value?.contains(document.activeElement)
      leaveRefused(thread(), next)
      await nextTick()
      const nextItem = next && document.getElementById(next.threadId)
      if (hasFocus && nextItem) focusInComments([nextItem])
    },
  }
}
