import { byData } from '~/ui/elements/data-attributes'
import { hasDraft } from '~/ui/page/use-draft-text'

/**
 * The form of a reply in the list item of a thread. It is open from the start if the device stores a text for
 * it.
 */
export function useReply(item: Readonly<Ref<HTMLElement | null>>, threadId: () => string) {
  const { openReplyIds, openReply, closeReply } = useOpenForms()
  onMounted(() => {
    if (hasDraft(`reply:${threadId()}`)) openReply(threadId())
  })
  onBeforeUnmount(() => closeReply(threadId()))
  return {
    replying: computed(() => openReplyIds.value.has(threadId())),
    async startReply() {
      openReply(threadId())
      await nextTick()
      item.value?.querySelector('textarea')?.focus()
    },
    /** Moves the focus to the button that opened the form, after the form has closed. */
    async endReply() {
      const hadFocus = item.value?.contains(document.activeElement)
      closeReply(threadId())
      await nextTick()
      if (hadFocus) item.value?.querySelector<HTMLElement>(byData('reply'))?.focus()
    },
  }
}
