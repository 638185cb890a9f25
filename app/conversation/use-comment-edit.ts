import { commentLengthError, excerpt } from '~/ui/page/format'
import type { CommentImage } from '#shared/contract/thread'
import type { CommentForm } from '~/conversation/use-comment-form'
import { text as texts } from '~/text/thread'
import { combineSnapshots } from '~/ui/page/use-draft-text'

/** A comment whose text and images may be changed. */
export interface EditedComment {
  id: string
  body: string
  images: readonly CommentImage[]
}

/**
 * The form that changes the text and the images of a comment. The changes are stored on the device while they
 * are written. `saveChanges` receives the images if they were changed, and throws an `ApiError` if the
 * request fails. `close` is called when the changes are saved or discarded; a toast offers to undo
 * discarding.
 */
export function useCommentEdit(
  comment: EditedComment,
  saveChanges: (body: string, imageIds?: string[]) => Promise<void>,
  close: () => void,
): CommentForm {
  const { editedId } = useOpenForms()
  const { showUndoToast } = useUndoToast()
  const { id, threads, pending } = useReviewSource()
  const name = () => `edit:${comment.id}`
  const { text, snapshot: textSnapshot } = useDraftText(name)
  const images = useCommentImages(id, name, comment.images)
  const { send, busy, isWaiting, failureText, cancel, hold } = useSending<{
    body: string
    imageIds: string[] | undefined
  }>({
    post: ({ body, imageIds }) => saveChanges(body, imageIds),
    // Returns no comments, because it does not matter whether an edit without a response has reached the
    // server: saving the same text again changes nothing.
    written: () => [],
  })
  const tooLong = computed(() => commentLengthError(text.value))
  const canSend = computed(() => text.value.trim() !== '' && tooLong.value === '' && images.areReady.value)
  /** Returns whether the comment still exists, as a sent or a pending comment. */
  const exists = () =>
    [...threads.value.flatMap(each => each.comments), ...pending.value].some(each => each.id === comment.id)
  const isTextChanged = () => text.value !== comment.body && text.value !== ''
  const isChanged = () => isTextChanged() || images.areChanged.value

  const snapshot = () => combineSnapshots([textSnapshot(), images.snapshot()])

  function finish({ clear } = snapshot()) {
    clear()
    close()
  }

  onMounted(() => {
    if (text.value === '') text.value = comment.body
  })
  onBeforeUnmount(() => {
    if (!isChanged()) snapshot().clear()
  })

  return {
    text,
    images,
    busy,
    isWaiting,
    failureText,
    tooLong,
    canSend,
    async submit() {
      if (!canSend.value) return
      if (!isChanged()) return finish()
      // Takes the snapshot now, because the form may be unmounted when the changes are saved.
      const sent = snapshot()
      const imageIds = images.areChanged.value ? images.ids.value : undefined
      await send({ body: text.value, imageIds }, () => finish(sent))
    },
    discard() {
      const { restore } = snapshot()
      const wasChanged = isChanged()
      const changed = text.value
      cancel()
      finish()
      if (!wasChanged) return
      showUndoToast(
        { title: texts.editor.discarded, description: excerpt(changed), isCurrent: exists },
        async () => {
          restore()
          editedId.value = comment.id
        },
      )
    },
    onInput: hold,
  }
}
