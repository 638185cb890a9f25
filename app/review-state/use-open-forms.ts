import { pageStore } from '~/ui/page/page-store'
import type { UndoableChange } from '~/ui/messages/use-undo-toast'
import type { Ref } from 'vue'

/** The forms that are open in the conversation of a review page. */
export interface OpenForms {
  /** The ids of the threads whose reply form is open. These threads stay listed when their status changes. */
  readonly openReplyIds: Readonly<Ref<ReadonlySet<string>>>
  openReply: (threadId: string) => void
  closeReply: (threadId: string) => void
  /**
   * The changes with which the button "Not yet" reopened comments, by thread id. Cancel in the form of the
   * reply undoes the change.
   */
  readonly reopenings: Map<string, Promise<UndoableChange | undefined>>
  /** The id of the sent or pending comment that is being edited. */
  readonly editedId: Ref<string | undefined>
}

const store = pageStore<OpenForms>('open forms')

/** The open forms of the page's conversation. */
export function useOpenForms(): OpenForms {
  return store.use()
}

/** Shares the open forms with the page's components. */
export function provideOpenForms(): OpenForms {
  const openReplyIds = ref(new Set<string>())
  return store.provide({
    openReplyIds,
    openReply: threadId => void openReplyIds.value.add(threadId),
    closeReply: threadId => void openReplyIds.value.delete(threadId),
    reopenings: new Map(),
    editedId: ref<string>(),
  })
}
