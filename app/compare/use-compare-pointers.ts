import type { ScreenPoint } from '#shared/annotation/projection'
import { anchorOf } from '#shared/annotation/shapes'
import { parseMarkId } from '~/stage/marks/thread-marks'
import { pointIn } from '~/stage/use-pointers'
import { useHeldSpace } from '~/stage/use-stage-shortcuts'
import type { StageViewport } from '~/stage/use-viewport'
import { viewOf, type ShownSide } from './pair'
import { isAccepted } from './use-accepted'

/** The gestures of one compare mode; see {@link useComparePointers}. */
export type CompareGestures = ReturnType<typeof useComparePointers>

/**
 * The gestures on compared images or videos, with the tools of the stage. A drag draws the shape of the
 * selected drawing tool, else a rectangle, and a click draws a point. Each begins a comment on the side on
 * which the gesture began; on a video, the comment also belongs to the shown frame. A drag moves the images
 * with Space, with the middle button, with a finger, and on a side that cannot be commented on. A click on a
 * pin opens its comment. `stacked`: the sides that are in the same place, so that the pins of all of them can
 * be pressed there.
 */
export function useComparePointers(viewport: StageViewport, stacked?: () => ShownSide[]) {
  const { canComment } = useReviewAccess()
  const { threads } = useReviewSource()
  const { artifact, openThread } = useSelection()
  const { hoveredId } = useThreadSelection()
  const { onShape } = useSideComments()
  /** The side on which the latest gesture began, or over which the mouse is. */
  const side = shallowRef<ShownSide>()
  let isTouch = false
  let isPressed = false
  const threadIdOf = (markId: string) => parseMarkId(markId).threadId
  const canDraw = () => side.value?.evidence && !isAccepted(side.value.evidence.revision)

  const { listeners, preview, cursor, holdSpace } = useAnnotationTools({
    viewport: {
      ...viewport,
      view: computed(() => (side.value ? viewOf(side.value, viewport.view.value) : viewport.view.value)),
    },
    // Of these comments, only the pins are shown.
    marks: () =>
      (stacked?.() ?? [side.value]).flatMap(each =>
        (each?.pins ?? []).map(({ id, shape, editable }) => ({
          ...{ id, editable },
          shape: { kind: 'point' as const, geometry: anchorOf(shape) },
        })),
      ),
    selectedId: () => null,
    canDraw: canComment.value,
    toolFor(selected) {
      if (!canComment.value || !canDraw()) return 'pan'
      return isTouch ? 'select' : selected
    },
    draft(shape) {
      if (side.value?.evidence) onShape(side.value.evidence, shape, side.value.video?.playback)
    },
    select(id) {
      if (id !== null) openThread(threads.value.find(each => each.threadId === threadIdOf(id)))
    },
    leave: () => {},
    edit: () => {},
    remove: () => {},
    hover: id => {
      hoveredId.value = id && threadIdOf(id)
    },
  })
  const drawing = computed(() => preview.value?.shape ?? null)
  // A shape belongs to one frame.
  watch(drawing, now => now && side.value?.video?.playback.pause())
  // For videos, Space plays and pauses.
  useHeldSpace(held => (artifact.value?.kind === 'video' ? false : holdSpace(held)))

  return {
    /** Returns the listeners of an element. `sideAt` returns the side at a point, in CSS pixels. */
    on(sideAt: (at: ScreenPoint) => ShownSide) {
      const { pointerdown, pointermove, pointerup, pointercancel, ...others } = listeners
      const look = (event: PointerEvent) => {
        side.value = sideAt(pointIn(event.currentTarget as HTMLElement, event))
      }
      return {
        ...others,
        pointerdown(event: PointerEvent) {
          isTouch = event.pointerType === 'touch'
          isPressed = true
          look(event)
          pointerdown(event)
        },
        pointermove(event: PointerEvent) {
          if (!isPressed) look(event)
          pointermove(event)
        },
        pointerup(event: PointerEvent) {
          isPressed = false
          pointerup(event)
        },
        pointercancel(event: PointerEvent) {
          isPressed = false
          pointercancel(event)
        },
        /** Escape cancels the shape that is being drawn. If there is none, the page handles the key. */
        keydown(event: KeyboardEvent) {
          if (event.key === 'Escape' && drawing.value) listeners.keydown(event)
        },
      }
    },
    /** Returns the shape that is being drawn on a side; null if there is none. */
    drawnOn: ({ evidence }: ShownSide) =>
      evidence?.revision.id === side.value?.evidence?.revision.id ? drawing.value : null,
    cursor: computed(() => (cursor.value === 'default' ? 'crosshair' : cursor.value)),
  }
}
