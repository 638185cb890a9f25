import type { Thread } from '#shared/contract/thread'
import { focusInComments } from '~/conversation/comment-neighbors'
import { byData } from '~/ui/elements/data-attributes'
import { focusFirst } from '~/ui/focus/focus-target'
import { hasDraft } from '~/ui/page/use-draft-text'

/**
 * The form of a reply in the list item of a thread. It is open from the start if the device stores a text for
 * it.
 */
export function useReply(item: Readonly<Ref<HTMLElement | null>>, thread: () => Thread) {
  const { openReplyIds, openReply, closeReply, reopenings } = useOpenForms()
  const { leaveRefused } = useThreadStatus()
  const threadId = () => thread().threadId
  /** Takes "Not yet" back, or only closes its toast if the reply was sent. */
  async function endReopening(isSent: boolean) {
    const reopening = reopenings.get(threadId())
    reopenings.delete(threadId())
    const change = await reopening
    if (isSent) change?.closeToast()
    else await change?.takeBack()
  }

  onMounted(() => {
    if (hasDraft(`reply:${threadId()}`)) openReply(threadId())
  })
  onBeforeUnmount(() => {
    closeReply(threadId())
    // The form opens again with a stored text, and Cancel then takes the reopening back.
    if (!hasDraft(`reply:${threadId()}`)) reopenings.delete(threadId())
  })
  return {
    replying: computed(() => openReplyIds.value.has(threadId())),
    async startReply() {
      openReply(threadId())
      await nextTick()
      item.value?.querySelector('textarea')?.focus()
    },
    /**
     * Closes the form and moves the focus to the button that opened it. "Not yet" is taken back, unless the
     * reply was sent: then the next fix is selected and gets the focus.
     */
    async endReply(isSent: boolean) {
      const hadFocus = item.value?.contains(document.activeElement)
      const isRefusal = reopenings.has(threadId())
      const isTakenBack = !isSent && isRefusal
      void endReopening(isSent)
      closeReply(threadId())
      const next = isSent && isRefusal ? leaveRefused(thread()) : undefined
      await nextTick()
      const nextItem = next && document.getElementById(next.threadId)
      if (hadFocus && nextItem) return focusInComments([nextItem])
      if (hadFocus && item.value)
        focusFirst([...(isTakenBack ? [byData('not-yet')] : []), byData('reply')], item.value)
    },
  }
}
