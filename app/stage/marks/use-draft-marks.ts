import { toNormalized, type ScreenPoint, type View } from '#shared/annotation/projection'
import { hasExtent } from '#shared/annotation/shapes'
import type { Revision } from '#shared/contract/artifact'
import type { Shape } from '#shared/contract/geometry'
import type { ShapePreview } from '~/annotation/tools'
import { grabbedDraft } from '~/annotation/tools/grabbing'
import { draftName } from '~/comment/draft-names'
import type { Draft } from '~/review-state/use-draft'
import { isHandheld } from '~/ui/elements/use-media-query'
import { hasDraft } from '~/ui/page/use-draft-text'
import { boxOfDraft, shapesOfDraft } from './draft-shapes'
import { plain, type DrawnMark } from './drawn-mark'

interface DraftMarksOptions {
  revision: () => Revision | undefined
  view: Readonly<Ref<View | null>>
  /** The video time or range that a new mark belongs to. */
  time: () => Pick<Draft, 'timestampMs' | 'endMs' | 'frameMs'>
  /** The outlined element of the page, whose box a click draws as a shape; null if no element is outlined. */
  element: () => Shape | null
  /** Whether a shape may be filled while it is drawn. */
  fills: boolean
  /** The shape that a gesture creates or changes; null if there is none. */
  preview: () => ShapePreview | null
}

/**
 * Returns the id of the mark for a shape of the comment that is being written. `index`: 0 for the first
 * shape.
 */
const draftId = (index: number) => `draft ${index}`

/** The marks of the comment that is being written, and of comments that are being sent. */
export function useDraftMarks({ revision, view, time, element, fills, preview }: DraftMarksOptions) {
  const { id: reviewId } = useReviewSource()
  const { draft, sendingDrafts, isSending, changeShape } = useDraft()

  const shapes = computed(() => shapesOfDraft(draft.value, revision()?.id))
  /**
   * The index of the shape that was chosen, and the number of shapes at that time. The choice is valid while
   * the comment has this number of shapes.
   */
  const chosen = ref<{ count: number; index: number }>()
  /** The index of the shape that has handles: the shape that was chosen or changed, else the last shape. */
  const current = computed(() => {
    const count = shapes.value.length
    return chosen.value?.count === count ? chosen.value.index : count - 1
  })
  /** The shapes of the comment that the person can move and resize. */
  const marks = computed(() =>
    (isSending.value ? [] : shapes.value).flatMap((shape, index) =>
      hasExtent(shape)
        ? [{ id: draftId(index), shape, editable: true, isDraft: true, isCurrent: index === current.value }]
        : [],
    ),
  )
  const indexOf = (id: string | undefined) => shapes.value.findIndex((_, index) => draftId(index) === id)

  /** Gives the handles to a shape. Returns its index; -1 if `id` belongs to another mark. */
  function choose(id: string): number {
    const index = indexOf(id)
    if (index >= 0) chosen.value = { count: shapes.value.length, index }
    return index
  }

  /**
   * Whether a new shape is added to the comment that is being written. While the form of the comment is open,
   * each drawn shape is added. A click is added only if the comment has a text or several shapes; otherwise
   * the clicked point replaces the previous shape.
   */
  function belongsToDraft(shape: Shape): boolean {
    const open = draft.value
    if (!open?.shape || open.revisionId !== revision()?.id || isSending.value) return false
    const now = time()
    if ((now.frameMs ?? now.timestampMs) !== (open.frameMs ?? open.timestampMs)) return false
    const isClick = shape === element() || !(hasExtent(shape) || hasExtent(open.shape))
    return !isClick || (open.more ?? []).length > 0 || hasDraft(draftName(reviewId, open))
  }

  /** The shapes of the comment that is being written, with the effect of the gesture. */
  const drafted = computed(() => {
    const now = preview()
    const changed = indexOf(now?.id ?? undefined)
    if (now && changed >= 0) return shapes.value.with(changed, now.shape)
    if (now?.id !== null) return shapes.value
    return belongsToDraft(now.shape) ? [...shapes.value, now.shape] : [now.shape]
  })

  /** The index of the shape that the gesture draws or changes; -1 without one. */
  const drawnIndex = computed(() => {
    const now = preview()
    if (!now) return -1
    return now.id === null ? drafted.value.length - 1 : indexOf(now.id)
  })

  return {
    marks,
    belongsToDraft,
    choose: (id: string): boolean => choose(id) >= 0,
    /** Changes a shape. Returns false if `id` belongs to another mark. */
    change(id: string, shape: Shape): boolean {
      const index = choose(id)
      if (index >= 0) changeShape(index, shape)
      return index >= 0
    },
    /**
     * Returns whether a press at a point of the stage changes a shape of the comment. `movesInside`: whether
     * a drag inside of a shape moves the shape.
     */
    isGrabbed: (at: ScreenPoint, movesInside: boolean): boolean =>
      view.value !== null &&
      grabbedDraft(
        { at: toNormalized(view.value, at), movesInside },
        { view: view.value, marks: marks.value },
      ) !== null,
    /**
     * The box around the part that the new comment is about, in CSS pixels of the stage; null if there is no
     * such part. It is also null while a further shape is drawn, so that the form next to the mark does not
     * cover it. On a phone, the form is below the stage: without it, the stage would change its size and end
     * the gesture.
     */
    box: computed(() =>
      view.value && (!preview() || isHandheld()) ? boxOfDraft(draft.value, revision()?.id, view.value) : null,
    ),
    drawn: computed<DrawnMark[]>(() => [
      ...drafted.value.map((shape, index) => ({
        id: draftId(index),
        shape,
        strong: true,
        filled: fills && index === drawnIndex.value,
        handles: preview()?.id !== null && !isSending.value && index === current.value && hasExtent(shape),
      })),
      ...sendingDrafts.value.flatMap(each =>
        shapesOfDraft(each, revision()?.id).map((shape, index) => ({
          ...plain,
          id: `sending ${each.slot ?? 0} ${index}`,
          shape,
          pending: true,
        })),
      ),
    ]),
  }
}
