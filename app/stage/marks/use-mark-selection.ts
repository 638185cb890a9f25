import type { Revision } from '#shared/contract/artifact'
import { draftName } from '~/comment/draft-names'
import { hasDraft } from '~/ui/page/use-draft-text'
import { parseMarkId } from './thread-marks'

interface MarkSelectionOptions {
  /** The revision on which the marks are drawn. */
  revision: () => Revision | undefined
  /** Selects a shape of the comment that is being written. Returns false if `id` belongs to another mark. */
  chooseDraft: (id: string) => boolean
  /** Called when the selection is cleared. */
  onClear?: () => void
}

/** The mark on a stage that is selected, and the comment that it belongs to. */
export function useMarkSelection({ revision: markedRevision, chooseDraft, onClear }: MarkSelectionOptions) {
  const { id: reviewId, threads } = useReviewSource()
  const { artifact, revision, openThread } = useSelection()
  const { threadId } = useThreadSelection()
  const { draft, isSending, open: reopenDraft, close: closeDraft, discard: discardDraft } = useDraft()

  const threadOf = (markId: string) =>
    threads.value.find(each => each.threadId === parseMarkId(markId).threadId)
  /**
   * The id of the mark that was selected last. If it belongs to the selected comment, it is the selected
   * mark.
   */
  const chosenId = ref<string>()
  const selectedMarkId = computed(() =>
    chosenId.value !== undefined && parseMarkId(chosenId.value).threadId === threadId.value
      ? chosenId.value
      : threadId.value,
  )

  function select(markId: string) {
    if (chooseDraft(markId)) return
    closeDraft()
    chosenId.value = markId
    // The stage keeps the revision on which the mark is drawn, also for a mark of an earlier revision.
    openThread(threadOf(markId), markedRevision())
  }

  /** Discards the comment that is being written. If none is, clears the selection. */
  function clear() {
    if (discardDraft()) return
    closeDraft()
    chosenId.value = undefined
    openThread(undefined)
    onClear?.()
  }

  /**
   * Returns a function that restores the draft and the selected comment as they are now. It is called when a
   * tap turns out to be the first tap of a double tap.
   */
  function rememberSelection() {
    const [before, wasSending, selected, shown] = [
      draft.value,
      isSending.value,
      threadId.value,
      revision.value,
    ]
    return () => {
      const now = draft.value
      if (now === before && threadId.value === selected) return
      // Removes the focus first: after a text field, the stage would take the focus with a visible focus
      // ring.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      if (before && !wasSending) reopenDraft(before)
      else if (now) closeDraft(now)
      if (threadId.value === selected) return
      const thread = selected === undefined ? undefined : threadOf(selected)
      openThread(thread, thread?.artifactId === artifact.value?.id ? shown : undefined)
    }
  }

  return {
    /** Returns the thread that a mark belongs to. */
    threadOf,
    selectedMarkId,
    select,
    clear,
    /** Does the same as `clear`, but discards no text. */
    leave() {
      const isWritten = draft.value && hasDraft(draftName(reviewId, draft.value))
      if (!isWritten) clear()
    },
    rememberSelection,
  }
}
