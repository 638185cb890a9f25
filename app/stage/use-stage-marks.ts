import { byDataValue } from '~/ui/elements/data-attributes'
import { hasExtent } from '#shared/annotation/shapes'
import type { Shape } from '#shared/contract/geometry'
import type { Revision } from '#shared/contract/artifact'
import type { Thread } from '#shared/contract/thread'
import type { Draft } from '~/review-state/use-draft'
import type { PendingMark } from '~/conversation/use-pending'
import { boxOfDraft, shapesOfDraft } from './draft-shapes'
import { marksOf, parseMarkId } from './thread-marks'
import type { ToolViewport } from './use-viewport'

/** A mark to draw. `strong`: selected or hovered. */
export interface DrawnMark {
  id: string
  shape: Shape
  addressed: boolean
  strong: boolean
  /** Whether the comment of the mark is not sent yet. */
  pending?: boolean
  handles: boolean
}

/** A mark that is neither selected nor hovered, of an open comment that others wrote. */
const plain = { addressed: false, strong: false, handles: false }

interface StageMarksOptions {
  revision: () => Revision
  viewport: ToolViewport
  /** The element on which the tools work. */
  host: Readonly<Ref<HTMLElement | null>>
  /** The threads whose marks are drawn, in their order. */
  threads: () => readonly Thread[]
  /** The marks of comments that are not sent yet. */
  pending?: () => readonly PendingMark[]
  /** The moment of a video that a new mark is on. */
  time?: () => Pick<Draft, 'timestampMs' | 'endMs' | 'frameMs'>
  /** Called for a click of the tool Select on no mark, instead of beginning a comment at that point. */
  onClick?: () => void
  /** Called when the selection is cleared. */
  onClear?: () => void
}

/** The marks of comments over a picture: the drawn shapes, and the tools that draw, select and move them. */
export function useStageMarks({
  revision,
  viewport,
  host,
  threads: markedThreads,
  pending = () => [],
  time = () => ({ timestampMs: null }),
  onClick,
  onClear,
}: StageMarksOptions) {
  const { threads } = useReviewSource()
  const { canAnnotate, canComment } = useReviewAccess()
  const { artifact, openThread } = useSelection()
  const { threadId, hoveredId } = useThreadSelection()
  const { draft, held, addsShapes, addShape, close: closeDraft, discard: discardDraft } = useDraft()
  const deletion = useThreadDeletion()
  const openDraft = useNewDraft()
  const { shapesNow, edit } = useAnnotationEdits()
  const { view } = viewport
  const marksShown = useMarksShown()
  const byId = (markId: string) => threads.value.find(each => each.threadId === parseMarkId(markId).threadId)
  /** The last chosen shape of the selected comment. */
  const chosenId = ref<string>()
  const selectedMarkId = computed(() =>
    chosenId.value !== undefined && parseMarkId(chosenId.value).threadId === threadId.value
      ? chosenId.value
      : threadId.value,
  )

  /** The marks without the gesture in progress. */
  const stored = computed(() =>
    (marksShown.value ? markedThreads() : []).flatMap(each =>
      marksOf(each, shapesNow(each)).map(mark => ({
        ...mark,
        editable: canAnnotate && deletion.isOwn(each),
      })),
    ),
  )

  function openOn(shape: Shape) {
    if (onClick && tool.value === 'select' && !hasExtent(shape)) return onClick()
    if (addShape(revision().id, shape)) return
    if (!artifact.value) return
    openDraft({ artifactId: artifact.value.id, revisionId: revision().id, shape, ...time() })
  }
  const { tool, listeners, preview, placing, cursor, holdSpace } = useAnnotationTools({
    viewport,
    marks: () => stored.value,
    selectedId: () => selectedMarkId.value ?? null,
    canDraw: canComment.value,
    draft: openOn,
    select(id) {
      if (id === null && discardDraft()) return
      closeDraft()
      chosenId.value = id ?? undefined
      openThread(id === null ? undefined : byId(id))
      if (id === null) onClear?.()
    },
    edit,
    remove: id => {
      const found = byId(id)
      if (found) deletion.request(found)
    },
    hover: id => {
      hoveredId.value = id && parseMarkId(id).threadId
    },
  })
  usePlacingAnnouncement(placing)
  if (canComment.value)
    useShortcuts({
      // Moves the focus to the stage, which handles the next keys.
      'place-mark': event => {
        if (tool.value === 'select' || tool.value === 'pan') return
        host.value?.focus({ preventScroll: true })
        listeners.keydown(event)
      },
    })
  /** The marks with the effect of the gesture so far. */
  const previewed = computed(() =>
    stored.value.map(each =>
      preview.value?.id === each.id ? { ...each, shape: preview.value.shape } : each,
    ),
  )
  /** The shapes of a new comment: those being drawn, or those that wait for their text. */
  const drafted = computed(() => {
    const waiting = shapesOfDraft(draft.value, revision().id)
    if (preview.value?.id !== null) return waiting
    return addsShapes.value ? [...waiting, preview.value.shape] : [preview.value.shape]
  })
  const drawn = computed<DrawnMark[]>(() => [
    ...previewed.value.flatMap(({ id, thread, shape, editable }) =>
      hasExtent(shape)
        ? [
            {
              id,
              shape,
              addressed: thread.status === 'addressed',
              strong: thread.threadId === threadId.value || thread.threadId === hoveredId.value,
              handles: editable && id === selectedMarkId.value,
            },
          ]
        : [],
    ),
    ...(marksShown.value ? pending() : []).flatMap(({ id, commentId, shape }) =>
      hasExtent(shape) ? [{ ...plain, id, shape, strong: commentId === hoveredId.value, pending: true }] : [],
    ),
    ...drafted.value.map((shape, index) => ({ ...plain, id: `draft ${index}`, shape, strong: true })),
    ...held.value.flatMap(each =>
      shapesOfDraft(each, revision().id).map((shape, index) => ({
        ...plain,
        id: `held ${each.slot ?? 0} ${index}`,
        shape,
        pending: true,
      })),
    ),
  ])

  return {
    tool,
    listeners,
    cursor,
    holdSpace,
    /** The marks that have pins. */
    pinned: previewed,
    /** The marks that the canvas draws. */
    drawn,
    /** The box of the part that the new comment is about, in CSS pixels of the stage; null without one. */
    box: computed(() =>
      view.value && !preview.value ? boxOfDraft(draft.value, revision().id, view.value) : null,
    ),
    /**
     * Moves the focus from the closed form to the comment's mark, or else to the stage. On a video the focus
     * always moves to the stage: the arrow keys step through its frames, and would move the mark.
     */
    async takeFocus() {
      await nextTick()
      const mark = onClick
        ? undefined
        : host.value?.querySelector<HTMLElement>(byDataValue('mark', threadId.value ?? ''))
      ;(mark ?? host.value)?.focus({ preventScroll: true })
    },
  }
}
