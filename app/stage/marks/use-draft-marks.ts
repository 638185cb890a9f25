import { hasExtent } from '#shared/annotation/shapes'
import type { Revision } from '#shared/contract/artifact'
import type { Shape } from '#shared/contract/geometry'
import { draftName } from '~/comment/use-draft-recovery'
import type { Draft } from '~/review-state/use-draft'
import { hasDraft } from '~/ui/page/use-draft-text'
import { shapesOfDraft } from './draft-shapes'
import { plain, type DrawnMark } from './drawn-mark'

interface DraftMarksOptions {
  revision: () => Revision
  /** The video time or range that a new mark belongs to. */
  time: () => Pick<Draft, 'timestampMs' | 'endMs' | 'frameMs'>
  /** The outlined shape, which a click draws; null if there is none. */
  element: () => Shape | null
  /** The shape that a gesture creates or changes. `id`: the mark that it changes; null for a new one. */
  preview: () => { id: string | null; shape: Shape } | null
}

/** Returns the id of a shape whose comment is being written. */
const draftId = (index: number) => `draft ${index}`

/** The marks of the comment that is being written, and of comments that are being sent. */
export function useDraftMarks({ revision, time, element, preview }: DraftMarksOptions) {
  const { id: reviewId } = useReviewSource()
  const { draft, sendingDrafts, isSending, changeShape } = useDraft()

  /** The shape that was drawn last for the comment that is being written. It can be corrected. */
  const lastDrawn = computed(() => {
    const shapes = isSending.value ? [] : shapesOfDraft(draft.value, revision().id)
    const [shape, index] = [shapes.at(-1), shapes.length - 1]
    return shape && hasExtent(shape)
      ? { id: draftId(index), index, shape, editable: true, isDraft: true }
      : null
  })

  /**
   * Whether a new shape belongs to the comment that is being written: one keeps drawing while its form is
   * open. A click, before anything is written, aims again instead.
   */
  function belongsToDraft(shape: Shape): boolean {
    const open = draft.value
    if (!open?.shape || open.revisionId !== revision().id || isSending.value) return false
    const now = time()
    if ((now.frameMs ?? now.timestampMs) !== (open.frameMs ?? open.timestampMs)) return false
    const isClick = shape === element() || !(hasExtent(shape) || hasExtent(open.shape))
    return !isClick || (open.more ?? []).length > 0 || hasDraft(draftName(reviewId, open))
  }

  /** The shapes of the comment that is being written, with the effect of the gesture. */
  const drafted = computed(() => {
    const waiting = shapesOfDraft(draft.value, revision().id)
    const now = preview()
    if (now && now.id === lastDrawn.value?.id) return waiting.with(-1, now.shape)
    if (now?.id !== null) return waiting
    return belongsToDraft(now.shape) ? [...waiting, now.shape] : [now.shape]
  })

  return {
    lastDrawn,
    belongsToDraft,
    /** Changes the shape that was drawn last. Returns false if `id` belongs to another mark. */
    change(id: string, shape: Shape): boolean {
      if (id !== lastDrawn.value?.id) return false
      changeShape(lastDrawn.value.index, shape)
      return true
    },
    drawn: computed<DrawnMark[]>(() => [
      ...drafted.value.map((shape, index) => ({
        id: draftId(index),
        shape,
        strong: true,
        handles: preview()?.id !== null && draftId(index) === lastDrawn.value?.id,
      })),
      ...sendingDrafts.value.flatMap(each =>
        shapesOfDraft(each, revision().id).map((shape, index) => ({
          ...plain,
          id: `sending ${each.slot ?? 0} ${index}`,
          shape,
          pending: true,
        })),
      ),
    ]),
  }
}
