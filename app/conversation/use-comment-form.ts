import { excerpt, commentLengthError } from '~/ui/format'
import type { ComputedRef, Ref } from 'vue'

/** How a form of the conversation stores, sends and closes. */
export interface CommentFormOptions<M> {
  /** The name under which the text is stored until it is sent. */
  name: () => string
  /** Makes the message from the text, when it is submitted. */
  compose: (body: string) => M
  /** Throws {@link ApiError}. */
  post: (message: M) => Promise<unknown>
  /**
   * The person's comments in that place. A message that arrived although its response was lost is not sent
   * twice.
   */
  written: () => { id: string; body: string }[]
  onSent: () => void
  /** Closes the form. Returns a function that opens it again, for Undo. */
  close: () => () => void
  /** The title of the toast that offers Undo. */
  discardedTitle: string
}

/** A comment or a reply that is being written. */
export interface CommentForm {
  readonly text: Ref<string>
  readonly busy: Ref<boolean>
  /** Why it was not sent, and what happens next; empty when nothing failed. */
  readonly failureText: ComputedRef<string>
  /** By how much the text is too long; empty when it fits. */
  readonly tooLong: ComputedRef<string>
  readonly canSend: ComputedRef<boolean>
  submit: () => Promise<void>
  /** Deletes the text and closes the form; a toast offers Undo where there was text. */
  discard: () => void
  /** The person has changed the text: the previous message is not retried automatically. */
  onInput: () => void
}

/** The state of a form of the conversation: its text is stored while it is typed, then sent or discarded. */
export function useCommentForm<M extends { body: string }>({
  name,
  compose,
  post,
  written,
  onSent,
  close,
  discardedTitle,
}: CommentFormOptions<M>): CommentForm {
  const { text, snapshot } = useDraftText(name)
  const { send, busy, failureText, cancel } = useSending<M>({ post, written })
  const { showUndoToast } = useUndoableActions()
  const tooLong = computed(() => commentLengthError(text.value))
  const canSend = computed(() => text.value.trim() !== '' && tooLong.value === '')

  return {
    text,
    busy,
    failureText,
    tooLong,
    canSend,
    async submit() {
      if (!canSend.value) return
      // The form may be unmounted by the time the message is sent.
      const { clear } = snapshot()
      await send(compose(text.value), () => {
        clear()
        onSent()
      })
    },
    discard() {
      const body = text.value.trim()
      const { clear, restore } = snapshot()
      clear()
      cancel()
      const reopen = close()
      if (body === '') return
      showUndoToast(discardedTitle, excerpt(body), async () => {
        restore()
        reopen()
      })
    },
    onInput: cancel,
  }
}
