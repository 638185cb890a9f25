import { limits } from '#shared/contract/kit/limits'
import type { PendingComment } from '#shared/contract/pending-comment'
import { excerpt, commentLengthError } from '~/ui/page/format'
import type { ComputedRef, Ref } from 'vue'
import type { CommentImages } from '~/comment/use-comment-images'
import { text as texts } from '~/text/thread'
import { combineSnapshots, hasDraft } from '~/ui/page/use-draft-text'

/**
 * The functions and texts with which the form of a comment or reply stores and sends its message, and closes.
 */
export interface CommentFormOptions<M> {
  /** The name under which the text and the images are stored until they are sent. */
  name: () => string
  /** Creates the message from the submitted form. `later`: whether the message is sent with the review. */
  compose: (body: string, later: boolean, imageIds: string[]) => M
  /**
   * Sends the message. Returns the comment if it is pending, so that adding it can be undone. Throws an
   * `ApiError` if the request fails.
   */
  post: (message: M) => Promise<PendingComment | undefined>
  /**
   * Returns the comments of this person in the thread or list to which the message is sent. If a response is
   * lost, they show whether the message arrived, so that it is not sent twice.
   */
  written: () => { id: string; body: string }[]
  onSent: () => void
  close: () => void
  /**
   * Returns a function that opens the form again where it is now. The toast that undoes discarding calls this
   * function.
   */
  opener: () => () => void
  /**
   * Returns the name of the work, other than text and images, that is discarded with the form, such as
   * several shapes; empty if it is little work.
   */
  drawn?: () => string
  /** The title of the toast that undoes discarding. */
  discardedTitle: string
  /** The title of the change that added a pending comment. It is announced when the change is undone. */
  addedTitle: string
}

/** A comment or a reply that is being written. */
export interface CommentForm {
  readonly text: Ref<string>
  /** The images of the comment; null if the writer cannot attach any. */
  readonly images: CommentImages | null
  readonly busy: Ref<boolean>
  /** The reason why the message was not sent, and the next step; empty if nothing failed. */
  readonly failureText: ComputedRef<string>
  /** Whether the message is stored and waits to be sent again. */
  readonly isWaiting: Readonly<Ref<boolean>>
  /** The error for a text that is too long; empty if the text is not too long. */
  readonly tooLong: ComputedRef<string>
  readonly canSend: ComputedRef<boolean>
  /** Sends the text. With `later`, stores it as a pending comment instead. */
  submit: (later?: boolean) => Promise<void>
  /** Deletes the text and closes the form. A toast offers to undo this, unless the form was empty. */
  discard: () => void
  /**
   * Call this when the person has changed the text, so that the previous message is not sent again
   * automatically.
   */
  onInput: () => void
}

/** A form that sends its message, and sends it again after a failure. */
export interface SendingForm extends CommentForm {
  /** Whether the message is being sent or waits for a retry. */
  readonly isUnderway: ComputedRef<boolean>
}

/**
 * The state of the form of a comment or reply. Its text and images are stored on the device until they are
 * sent or discarded.
 */
export function useCommentForm<M extends { body: string }>({
  name,
  compose,
  post,
  written,
  onSent,
  close,
  opener,
  drawn = () => '',
  discardedTitle,
  addedTitle,
}: CommentFormOptions<M>): SendingForm {
  const { id } = useReviewSource()
  const { canAnnotate } = useReviewAccess()
  const { text, snapshot: textSnapshot } = useDraftText(name)
  const images = canAnnotate ? useCommentImages(id, name) : null
  /** The pending comment that was created from the last message. */
  let added: PendingComment | undefined
  const { send, busy, isUnderway, isWaiting, failureText, cancel, hold } = useSending<M>({
    async post(message) {
      added = await post(message)
    },
    written,
  })
  const { pending, discard: discardPending } = usePending()
  const { showUndoToast, addUndo } = useUndoToast()
  const tooLong = computed(() =>
    commentLengthError(text.value, canAnnotate ? limits.commentBody : limits.guestCommentBody),
  )
  const canSend = computed(
    () => text.value.trim() !== '' && tooLong.value === '' && (images?.areReady.value ?? true),
  )

  const snapshot = () => combineSnapshots([textSnapshot(), ...(images ? [images.snapshot()] : [])])

  /**
   * Lets the keyboard shortcut for Undo turn a pending comment into a draft again, until the comment is
   * changed, discarded or sent.
   */
  function addUndoOfAdding(
    comment: PendingComment,
    { at, restore, reopen }: { at: string; restore: () => void; reopen: () => void },
  ) {
    const undo = async () => {
      if (hasDraft(at)) throw new Error(texts.form.otherDraft)
      await discardPending(comment)
      restore()
      reopen()
    }
    addUndo(addedTitle, undo, () =>
      pending.value.some(each => each.id === comment.id && each.body === comment.body),
    )
  }

  return {
    text,
    images,
    busy,
    isUnderway,
    isWaiting,
    failureText,
    tooLong,
    canSend,
    async submit(later = false) {
      if (!canSend.value) return
      // Takes the snapshot now, because the form may be unmounted when the message is sent.
      const { clear, restore } = snapshot()
      const undo = { at: name(), restore, reopen: opener() }
      added = undefined
      await send(compose(text.value, later, images?.ids.value ?? []), () => {
        clear()
        onSent()
        if (added) addUndoOfAdding(added, undo)
      })
    },
    discard() {
      const body = text.value.trim()
      const imageCount = images?.items.value.length ?? 0
      const { clear, restore } = snapshot()
      clear()
      cancel()
      const [at, reopen] = [name(), opener()]
      const description = excerpt(body) || (imageCount > 0 ? texts.form.images(imageCount) : drawn())
      close()
      if (description === '') return
      showUndoToast({ title: discardedTitle, description }, async () => {
        if (hasDraft(at)) throw new Error(texts.form.otherDraft)
        restore()
        reopen()
      })
    },
    onInput: () => (text.value.trim() === '' ? cancel : hold)(),
  }
}
