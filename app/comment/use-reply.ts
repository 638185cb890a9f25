import { byData } from '~/ui/elements/data-attributes'
import { focusFirst } from '~/ui/focus/focus-target'
import { hasDraft } from '~/ui/page/use-draft-text'

/**
 * The form of a reply in the list item of a thread. It is open from the start if the device stores a text for
 * it.
 */
export function useReply(item: Readonly<Ref<HTMLElement | null>>, threadId: () => string) {
  const { openReplyIds, openReply, closeReply, reopenings } = useOpenForms()
  /**
   * Undoes the reopening by the button "Not yet". If the reply was sent, does not undo it, and only closes
   * the toast about it.
   */
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
    // If the reply has a stored text, its form opens again when the thread is shown again, and Cancel must
    // then still undo the reopening by the button "Not yet".
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
     * Closes the form and moves the focus to the button that opened it. Undoes the reopening by the button
     * "Not yet", unless the reply was sent. Resolves to whether the comment had been reopened with this
     * button and the reply was sent.
     */
    async endReply(isSent: boolean): Promise<boolean> {
      const hadFocus = item.value?.contains(document.activeElement)
      const isRefusal = reopenings.has(threadId())
      const isTakenBack = !isSent && isRefusal
      void endReopening(isSent)
      closeReply(threadId())
      await nextTick()
      if (hadFocus && item.value)
        focusFirst([...(isTakenBack ? [byData('not-yet')] : []), byData('reply')], item.value)
      return isSent && isRefusal
    },
  }
}
