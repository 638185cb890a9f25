import type { ScreenPoint } from '#shared/annotation/projection'
import { hasExtent } from '#shared/annotation/shapes'
import type { ShapePreview, ToolName } from '~/annotation/tools'
import type { Shape } from '#shared/contract/geometry'
import type { Artifact, Revision } from '#shared/contract/artifact'
import type { Thread } from '#shared/contract/thread'
import type { Draft } from '~/review-state/use-draft'
import type { PendingMark } from './use-pending-marks'
import { parseMarkId } from './thread-marks'
import type { SpaceKey } from '../space-key'
import type { ToolViewport } from '../use-viewport'

interface StageMarksOptions {
  /** The artifact of the image or frame. By default, it is the one on the stage. */
  artifact?: () => Artifact | undefined
  revision: () => Revision | undefined
  viewport: ToolViewport
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
  /** Called when a finger has swiped over an image that is not enlarged. */
  onSwipe?: (towards: 'left' | 'right') => void
}

/**
 * The marks of comments on an image or frame: the shapes to draw, and the tools that draw, select and move
 * marks.
 */
export function useStageMarks({
  artifact: artifactOf,
  revision,
  viewport,
  threads,
  placeOf = shape => shape,
  isAssumed = () => false,
  pending = () => [],
  element = () => null,
  time = () => ({ timestampMs: null }),
  toolFor,
  space,
  fills = true,
  onDraft,
  onClick,
  onDoubleTap,
  onClear,
  onSwipe,
}: StageMarksOptions) {
  const { canComment } = useReviewAccess()
  const { artifact } = useSelection()
  const { hoveredId } = useThreadSelection()
  const deletion = useThreadDeletion()
  const { edit, shapesNow } = useAnnotationEdits()
  const preview = (): ShapePreview | null => tools.preview.value
  const drafts = useDraftMarks({ revision, view: viewport.view, time, element, fills, preview })
  const selection = useMarkSelection({ revision, chooseDraft: drafts.choose, onClear })
  const { selectedMarkId, threadOf } = selection
  const saved = useSavedMarks({
    ...{ threads, placeOf, isAssumed, shapesNow, fills, pending, element, preview },
    selectedMarkId: () => selectedMarkId.value,
  })
  const marks = computed(() => [...saved.stored.value, ...drafts.marks.value])
  const drawn = computed(() => [...saved.drawn.value, ...drafts.drawn.value])
  const comment = useShapeComment({
    artifact: () => artifactOf?.() ?? artifact.value,
    revision,
    time,
    belongsToDraft: drafts.belongsToDraft,
    onDraft,
  })
  const tools = useAnnotationTools({
    viewport,
    marks: () => marks.value,
    selectedId: () => selectedMarkId.value ?? null,
    canDraw: canComment.value,
    element,
    toolFor,
    space,
    draft(shape) {
      if (onClick && tools.tool.value === 'select' && !hasExtent(shape)) onClick()
      else comment(shape)
    },
    select: id => (id === null ? selection.clear() : selection.select(id)),
    // A click next to the image is easily made by mistake, so it discards no text.
    leave: selection.leave,
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
      const restore = selection.rememberSelection()
      return () => {
        onDoubleTap?.()
        restore()
      }
    },
    swipe: onSwipe,
  })
  usePlacingAnnouncement(tools.placing)

  const { tool, listeners, interrupt, cursor, holdSpace } = tools
  return {
    ...{ tool, listeners, interrupt, cursor, holdSpace },
    /** The marks that have pins. */
    pinned: saved.pinned,
    /** The marks that the canvas draws: the marks of saved comments and of unsent comments. */
    drawn,
    /** Whether there has been a mark to draw. Before the first one, there is no canvas. */
    hasDrawn: computed<boolean>(before => before || drawn.value.length > 0),
    saved: saved.drawn,
    drafted: drafts.drawn,
    /** Whether a gesture draws or changes a shape. */
    isDrawing: computed(() => preview() !== null),
    /** Returns whether a press at a point of the stage changes a shape whose comment is being written. */
    grabsDraft: (at: ScreenPoint): boolean => drafts.isGrabbed(at, tool.value === 'select'),
    box: drafts.box,
  }
}
