import { isHandheld } from '~/ui/elements/use-media-query'
import { toNormalized, type ScreenPoint } from '#shared/annotation/projection'
import { hasExtent } from '#shared/annotation/shapes'
import type { ToolName } from '~/annotation/tools'
import { grabbedDraft } from '~/annotation/tools/grabbing'
import type { Shape } from '#shared/contract/geometry'
import type { Artifact, Revision } from '#shared/contract/artifact'
import type { Thread } from '#shared/contract/thread'
import { draftName } from '~/comment/use-draft-recovery'
import type { Draft } from '~/review-state/use-draft'
import { hasDraft } from '~/ui/page/use-draft-text'
import type { PendingMark } from '~/conversation/use-pending'
import { boxOfDraft } from './draft-shapes'
import { parseMarkId } from './thread-marks'
import type { SpaceKey } from '../space-key'
import type { ToolViewport } from '../use-viewport'

interface StageMarksOptions {
  /** The artifact of the image or frame. By default, it is the one on the stage. */
  artifact?: () => Artifact | undefined
  revision: () => Revision | undefined
  viewport: ToolViewport
  /**
   * The element that receives the pointer and key events for the tools. Enter starts a mark on this element,
   * wherever the focus is.
   */
  host?: Readonly<Ref<HTMLElement | null>>
  /** The threads whose marks are drawn, in the order of drawing. */
  threads: () => readonly Thread[]
  /** Returns where a shape is drawn; null if it is not drawn. By default, it is drawn where it was stored. */
  placeOf?: (shape: Shape, thread: Thread, index: number) => Shape | null
  /** Returns whether the marks of a thread are dashed, because their place may change. */
  isAssumed?: (thread: Thread) => boolean
  /** The marks of comments that are not sent yet. */
  pending?: () => readonly PendingMark[]
  /** The outlined element of the page, whose box a click draws as a shape; null if no element is outlined. */
  element?: () => Shape | null
  /** The video time or range that a new mark belongs to. */
  time?: () => Pick<Draft, 'timestampMs' | 'endMs' | 'frameMs'>
  /** Returns the tool that a gesture uses while a tool is selected; see {@link useAnnotationTools}. */
  toolFor?: (selected: ToolName) => ToolName
  /** The Space key, if several stages share it. */
  space?: SpaceKey
  /** Whether a finger that swipes opens other evidence. */
  swipes?: boolean
  /**
   * Whether the hovered mark, and a shape that is being drawn, are filled. A comparison fills none: the fill
   * of one side would look like a changed color.
   */
  fills?: boolean
  /** Called before a shape begins a comment. */
  onDraft?: () => void
  /**
   * Called when a person clicks outside of all marks with the tool Select. Without this function, the click
   * begins a comment at that point.
   */
  onClick?: () => void
  /** Called when a tap was the first of a double tap, so that it has no effect. */
  onDoubleTap?: () => void
  /** Called when the selection is cleared. */
  onClear?: () => void
}

/**
 * The marks of comments on an image or frame: the shapes to draw, and the tools that draw, select and move
 * marks.
 */
export function useStageMarks({
  artifact: artifactOf,
  revision,
  viewport,
  host,
  threads: markedThreads,
  placeOf = shape => shape,
  isAssumed = () => false,
  pending = () => [],
  element = () => null,
  time = () => ({ timestampMs: null }),
  toolFor,
  space,
  swipes = true,
  fills = true,
  onDraft,
  onClick,
  onDoubleTap,
  onClear,
}: StageMarksOptions) {
  const { id: reviewId } = useReviewSource()
  const { canComment } = useReviewAccess()
  const { artifact, openThread } = useSelection()
  const { hoveredId } = useThreadSelection()
  const { draft, close: closeDraft, discard: discardDraft } = useDraft()
  const deletion = useThreadDeletion()
  const { edit, shapesNow } = useAnnotationEdits()
  const { view } = viewport
  const { threadOf, chosenId, selectedMarkId, rememberSelection } = useMarkSelection()
  const saved = useSavedMarks({
    threads: markedThreads,
    placeOf,
    isAssumed,
    shapesNow,
    fills,
    pending,
    element,
    selectedMarkId: () => selectedMarkId.value,
    preview: () => preview.value,
  })
  const drafts = useDraftMarks({ revision, time, element, fills, preview: () => preview.value })
  const all = computed(() => [...saved.stored.value, ...drafts.marks.value])
  const comment = useShapeComment({
    artifact: () => artifactOf?.() ?? artifact.value,
    revision,
    time,
    belongsToDraft: drafts.belongsToDraft,
    onDraft,
  })
  function selectMark(id: string | null) {
    if (id === null ? discardDraft() : drafts.choose(id)) return
    closeDraft()
    chosenId.value = id ?? undefined
    // The stage keeps the revision on which the mark is drawn, also for a mark of an earlier revision.
    if (id === null) openThread(undefined)
    else openThread(threadOf(id), revision())
    if (id === null) onClear?.()
  }
  const swipe = useEvidenceSwipe()
  const { tool, listeners, interrupt, preview, placing, cursor, holdSpace } = useAnnotationTools({
    viewport,
    marks: () => all.value,
    selectedId: () => selectedMarkId.value ?? null,
    canDraw: canComment.value,
    element,
    toolFor,
    space,
    draft(shape) {
      if (onClick && tool.value === 'select' && !hasExtent(shape)) onClick()
      else comment(shape)
    },
    select: selectMark,
    leave() {
      // A click next to the image is easily made by mistake, so it discards no text.
      const isWritten = draft.value && hasDraft(draftName(reviewId, draft.value))
      if (!isWritten) selectMark(null)
    },
    edit(id, shape) {
      if (!drafts.change(id, shape)) edit(id, shape)
    },
    remove: id => {
      const found = threadOf(id)
      if (found) deletion.request(found)
    },
    hover: id => {
      hoveredId.value = id && parseMarkId(id).threadId
    },
    beforeTap() {
      const restore = rememberSelection()
      return () => {
        onDoubleTap?.()
        restore()
      }
    },
    swipe: swipes ? swipe : undefined,
  })
  usePlacingAnnouncement(placing)
  // On a video, which has a function `onClick`, the focus always moves to the stage: the arrow keys step
  // through the frames there, and on a mark they would move the mark.
  const takeFocus = useMarkFocus(host, { alwaysToStage: onClick !== undefined })
  if (canComment.value && host)
    useShortcuts({
      // Moves the focus to the stage, so that the stage handles the next keys.
      'place-mark': event => {
        if (tool.value === 'select' || tool.value === 'pan') return
        host.value?.focus({ preventScroll: true })
        listeners.keydown(event)
      },
    })
  const drawn = computed(() => [...saved.drawn.value, ...drafts.drawn.value])

  return {
    tool,
    listeners,
    interrupt,
    cursor,
    holdSpace,
    /** The marks that have pins. */
    pinned: saved.pinned,
    /** The marks that the canvas draws: the marks of saved comments and of unsent comments. */
    drawn,
    /** Whether there has been a mark to draw. Before the first one, there is no canvas. */
    hasDrawn: computed<boolean>(before => before || drawn.value.length > 0),
    saved: saved.drawn,
    drafted: drafts.drawn,
    /** Whether a gesture draws or changes a shape. */
    isDrawing: computed(() => preview.value !== null),
    /** Returns whether a press at a point of the stage changes a shape whose comment is being written. */
    grabsDraft: (at: ScreenPoint): boolean =>
      view.value !== null &&
      grabbedDraft(
        { at: toNormalized(view.value, at), movesInside: tool.value === 'select' },
        { view: view.value, marks: drafts.marks.value },
      ) !== null,
    /**
     * The box around the part that the new comment is about, in CSS pixels of the stage; null if there is no
     * such part. It is also null while a further shape is drawn, so that the form next to the mark does not
     * cover it. On a phone, the form is below the stage: without it, the stage would change its size and end
     * the gesture.
     */
    box: computed(() =>
      view.value && (!preview.value || isHandheld())
        ? boxOfDraft(draft.value, revision()?.id, view.value)
        : null,
    ),
    /** Moves the focus from the closed form to the comment's mark or the stage. */
    takeFocus,
  }
}
