import { excerpt, commentLengthError } from '~/ui/format'
import type { ComputedRef, Ref } from 'vue'
import type { CommentImages } from './use-comment-images'
import { text as texts } from '~/text/thread'
import { hasDraft } from './use-draft-text'

/** How a form of the conversation stores, sends and closes. */
export interface CommentFormOptions<M> {
  /** The name under which the text and the images are stored until they are sent. */
  name: () => string
  /** Makes the message when it is submitted. `later`: it is sent with the review. */
  compose: (body: string, later: boolean, imageIds: string[]) => M
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
  /** Null where the writer cannot attach any. */
  readonly images: CommentImages | null
  readonly busy: Ref<boolean>
  /** Why it was not sent, and what happens next; empty when nothing failed. */
  readonly failureText: ComputedRef<string>
  /** By how much the text is too long; empty when it fits. */
  readonly tooLong: ComputedRef<string>
  readonly canSend: ComputedRef<boolean>
  /** Sends the text; `later` stores it as pending instead. */
  submit: (later?: boolean) => Promise<void>
  /** Deletes the text and closes the form; a toast offers Undo where there was text. */
  discard: () => void
  /** The person has changed the text: the previous message is not retried automatically. */
  onInput: () => void
}

/** A form whose message is sent, and retried. */
export interface SendingForm extends CommentForm {
  /** Whether the message is being sent or waits for a retry. */
  readonly isUnderway: ComputedRef<boolean>
}

/**
 * The state of a form of the conversation: its text and images are stored while it is written, then sent or
 * discarded.
 */
export function useCommentForm<M extends { body: string }>({
  name,
  compose,
  post,
  written,
  onSent,
  close,
  discardedTitle,
}: CommentFormOptions<M>): SendingForm {
  const { id, canAnnotate } = useReviewSource()
  const { text, snapshot: textSnapshot } = useDraftText(name)
  const images = canAnnotate ? useCommentImages(id, name) : null
  const { send, busy, isUnderway, failureText, cancel } = useSending<M>({ post, written })
  const { showUndoToast } = useUndoableActions()
  const tooLong = computed(() => commentLengthError(text.value))
  const canSend = computed(
    () => text.value.trim() !== '' && tooLong.value === '' && (images?.areReady.value ?? true),
  )

  function snapshot() {
    const parts = [textSnapshot(), ...(images ? [images.snapshot()] : [])]
    return {
      clear: () => parts.forEach(each => each.clear()),
      restore: () => parts.forEach(each => each.restore()),
    }
  }

  return {
    text,
    images,
    busy,
    isUnderway,
    failureText,
    tooLong,
    canSend,
    async submit(later = false) {
      if (!canSend.value) return
      // The form may be unmounted by the time the message is sent.
      const { clear } = snapshot()
      await send(compose(text.value, later, images?.ids.value ?? []), () => {
        clear()
        onSent()
      })
    },
    discard() {
      const body = text.value.trim()
      const imageCount = images?.items.value.length ?? 0
      const { clear, restore } = snapshot()
      clear()
      cancel()
      const reopen = close()
      if (body === '' && imageCount === 0) return
      const at = name()
      showUndoToast(discardedTitle, excerpt(body) || texts.form.images(imageCount), async () => {
        if (hasDraft(at)) throw new Error(texts.form.otherDraft)
        restore()
        reopen()
      })
    },
    onInput: cancel,
  }
}
