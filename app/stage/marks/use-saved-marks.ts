import { hasExtent } from '#shared/annotation/shapes'
import type { Shape } from '#shared/contract/geometry'
import type { Thread } from '#shared/contract/thread'
import type { ShapePreview } from '~/annotation/tools'
import type { PendingMark } from './use-pending-marks'
import { isTouch } from '~/ui/elements/is-touch'
import { plain, type DrawnMark } from './drawn-mark'
import { marksOf } from './thread-marks'

interface SavedMarksOptions {
  /** The threads whose marks are drawn, in the order of drawing. */
  threads: () => readonly Thread[]
  /** Returns where a shape is drawn; null if it is not drawn. */
  placeOf: (shape: Shape, thread: Thread, index: number) => Shape | null
  /** Returns whether the marks of a thread are dashed, because their place may change. */
  isAssumed: (thread: Thread) => boolean
  /** Returns the shapes of a thread, including a change that is being sent. */
  shapesNow: ReturnType<typeof useAnnotationEdits>['shapesNow']
  /** Whether the hovered mark may be filled. */
  fills: boolean
  /** The marks of comments that are not sent yet. */
  pending: () => readonly PendingMark[]
  /** The outlined shape, which a click draws; null if there is none. */
  element: () => Shape | null
  /** The id of the selected mark. */
  selectedMarkId: () => string | undefined
  /** The shape that a gesture creates or changes; null if there is none. */
  preview: () => ShapePreview | null
}

/** The marks of comments that are stored, or that wait until they are sent together. */
export function useSavedMarks(options: SavedMarksOptions) {
  const { canAnnotate } = useReviewAccess()
  const { threadId, hoveredId } = useThreadSelection()
  const { editedId } = useOpenForms()
  const deletion = useThreadDeletion()
  const marksShown = useMarksShown()

  /** The marks as they are without the gesture in progress. */
  const stored = computed(() =>
    (marksShown.value ? options.threads() : []).flatMap(each =>
      marksOf(each, options.shapesNow(each)).flatMap(mark => {
        const shape = options.placeOf(mark.shape, each, mark.index)
        if (shape === null) return []
        return {
          ...mark,
          shape,
          // A shape that is drawn at another place than it was stored cannot be edited, because an edit would
          // store it at the wrong place.
          editable: shape === mark.shape && canAnnotate && deletion.isOwn(each),
          edited: editedId.value !== undefined && each.comments[0]?.id === editedId.value,
        }
      }),
    ),
  )
  const pinned = computed(() => {
    const preview = options.preview()
    return stored.value.map(each => (preview?.id === each.id ? { ...each, shape: preview.shape } : each))
  })
  const outlined = computed(options.element)
  const drawn = computed<DrawnMark[]>(() => [
    ...pinned.value.flatMap(({ id, thread, shape, editable, edited }) =>
      hasExtent(shape)
        ? [
            {
              id,
              shape,
              strong: thread.threadId === threadId.value || thread.threadId === hoveredId.value,
              pending: options.isAssumed(thread) || undefined,
              // A fix is judged by its colors, too.
              filled: options.fills && thread.threadId === hoveredId.value && thread.status !== 'addressed',
              // Without a pointer over the mark or the focus on its pin, handles would only cover the image.
              // On a touch screen, a mark has handles only while its comment is edited.
              handles:
                editable &&
                id === options.selectedMarkId() &&
                (edited || (!isTouch() && thread.threadId === hoveredId.value)),
            },
          ]
        : [],
    ),
    ...(marksShown.value ? options.pending() : []).flatMap(({ id, commentId, shape }) =>
      hasExtent(shape)
        ? [
            {
              ...plain,
              id,
              shape,
              strong: commentId === hoveredId.value,
              filled: options.fills && commentId === hoveredId.value,
              pending: true,
            },
          ]
        : [],
    ),
    ...(outlined.value
      ? [{ ...plain, id: 'element', shape: outlined.value, strong: true, filled: options.fills }]
      : []),
  ])

  return {
    stored,
    /** The stored marks, including the change by the current gesture. They have pins. */
    pinned,
    /** The shapes that the canvas draws. A point has a pin only. */
    drawn,
  }
}
