import type { ScreenPoint } from '#shared/annotation/projection'
import { pointIn } from '~/stage/use-pointers'
import { useHeldSpace } from '~/stage/use-stage-shortcuts'
import { isDrawTool } from '~/stage/use-tool'
import type { StageViewport } from '~/stage/use-viewport'
import { viewOf, type ShownSide } from './pair'
import { isAccepted } from './use-accepted'

/** The gestures of one compare mode; see {@link useComparePointers}. */
export type CompareGestures = ReturnType<typeof useComparePointers>

/**
 * The gestures on compared images or videos, with the tools of the stage. A drag draws the shape of the
 * selected drawing tool, else a rectangle, and a click draws a point. Each begins a comment on the side on
 * which the gesture began; on a video, the comment also belongs to the shown frame. A drag moves the images
 * with Space, with the middle button, with a finger, and on a side that cannot be commented on.
 */
export function useComparePointers(viewport: StageViewport) {
  const { canComment } = useReviewAccess()
  const { artifact } = useSelection()
  const { onShape } = useSideComments()
  /** The side on which the latest gesture began. */
  const side = shallowRef<ShownSide>()
  let isTouch = false
  const canDraw = () => side.value?.evidence && !isAccepted(side.value.evidence.revision)

  const { listeners, preview, cursor, holdSpace } = useAnnotationTools({
    viewport: {
      ...viewport,
      view: computed(() => (side.value ? viewOf(side.value, viewport.view.value) : viewport.view.value)),
    },
    marks: () => [],
    selectedId: () => null,
    canDraw: canComment.value,
    toolFor(selected) {
      if (!canComment.value || !canDraw()) return 'pan'
      return !isTouch && isDrawTool(selected) ? selected : 'select'
    },
    draft(shape) {
      if (side.value?.evidence) onShape(side.value.evidence, shape, side.value.video?.playback)
    },
    select: () => {},
    leave: () => {},
    edit: () => {},
    remove: () => {},
    hover: () => {},
  })
  const drawing = computed(() => preview.value?.shape ?? null)
  // A shape belongs to one frame.
  watch(drawing, now => now && side.value?.video?.playback.pause())
  // For videos, Space plays and pauses.
  useHeldSpace(held => (artifact.value?.kind === 'video' ? false : holdSpace(held)))

  return {
    /** Returns the listeners of an element. `sideAt` returns the side at a point, in CSS pixels. */
    on(sideAt: (at: ScreenPoint) => ShownSide) {
      const { pointermove, pointerup, pointercancel, mousedown, wheel } = listeners
      return {
        pointerdown(event: PointerEvent) {
          isTouch = event.pointerType === 'touch'
          side.value = sideAt(pointIn(event.currentTarget as HTMLElement, event))
          listeners.pointerdown(event)
        },
        ...{ pointermove, pointerup, pointercancel, mousedown, wheel },
        /** Escape cancels the shape that is being drawn. If there is none, the page handles the key. */
        keydown(event: KeyboardEvent) {
          if (event.key === 'Escape' && drawing.value) listeners.keydown(event)
        },
      }
    },
    /** Returns the shape that is being drawn on a side; null if there is none. */
    drawnOn: ({ evidence }: ShownSide) =>
      evidence?.revision.id === side.value?.evidence?.revision.id ? drawing.value : null,
    cursor: computed(() =>
      cursor.value === 'grabbing' ? 'grabbing' : canComment.value ? 'crosshair' : 'grab',
    ),
  }
}
