import type { Shape } from '#shared/contract/geometry'
import { toScreen, type ScreenPoint, type View } from '#shared/annotation/projection'
import { anchorOf } from '#shared/annotation/shapes'
import { pinIdOf } from '~/stage/marks/use-mark-keys'
import { createSpaceKey } from '~/stage/space-key'
import { stageSize } from '~/stage/stage-sizes'
import { pointIn } from '~/stage/use-pointers'
import { useHeldSpace } from '~/stage/use-stage-shortcuts'
import type { StageViewport } from '~/stage/use-viewport'
import { byData } from '~/ui/elements/data-attributes'
import { viewOf, type ShownSide } from './shown-side'
import { isAccepted } from './use-accepted'
import { momentOn } from './use-side-comments'

/** The gestures of one compare mode; see {@link useComparePointers}. */
export type CompareGestures = ReturnType<typeof useComparePointers>

/** The marks of one side of a comparison, and the tools for these marks. */
export type SideMarks = CompareGestures['marks'][number]

/** Returns the places of the pins on one side, in CSS pixels. */
export function placesOfPins(side: ShownSide, { pinned }: SideMarks, now: View | null): ScreenPoint[] {
  const view = viewOf(side, now)
  return view ? [...pinned.value, ...side.pending].map(({ shape }) => toScreen(view, anchorOf(shape))) : []
}

/** The index of a side: 0 for the left one, 1 for the right one. */
type SideIndex = 0 | 1
const both: readonly SideIndex[] = [0, 1]

/**
 * The marks of two compared images or videos, with the tools of the stage. Each gesture changes the marks of
 * the side on which it begins; on a video, a comment also belongs to the shown frame. Accepted evidence
 * belongs to another review, so a comment that begins on it is added at the same place of the other side. A
 * drag moves the images while Space is held, with the middle button, and if the person cannot comment. On a
 * narrow stage, whose toolbar has no tools for fingers, a drag of a finger moves them, too. `olderPlace` is
 * given if both sides are drawn as one picture: it returns the place of a shape of the left side, or null if
 * the shape is not drawn.
 */
export function useComparePointers(
  viewport: StageViewport,
  sides: readonly [left: () => ShownSide, right: () => ShownSide],
  olderPlace?: (shape: Shape) => Shape | null,
) {
  const { canComment } = useReviewAccess()
  const { artifact } = useSelection()
  /** The side on which the latest gesture began, or over which the mouse is. */
  const active = ref<SideIndex>(1)
  const pressed = new Set<number>()
  /** Whether a finger began the gesture on a narrow stage. */
  let movesByTouch = false
  const space = createSpaceKey(viewport.fit)

  const isOfOtherReview = (index: SideIndex) => {
    const { evidence } = sides[index]()
    return evidence !== null && isAccepted(evidence.revision)
  }
  /** Returns the side to which comments that begin on a side belong. */
  function commentedSide(index: SideIndex): SideIndex {
    const other = index === 0 ? 1 : 0
    return isOfOtherReview(index) && !isOfOtherReview(other) ? other : index
  }

  function marksOn(side: () => ShownSide, placeOf?: (shape: Shape) => Shape | null) {
    const { view, toggleZoom } = viewport
    const playback = () => side().video?.playback
    const marks = useStageMarks({
      artifact: () => side().evidence?.artifact,
      revision: () => side().evidence?.revision,
      viewport: {
        ...viewport,
        view: computed(() => viewOf(side(), view.value)),
        toggleZoom({ x, y }) {
          const { image } = view.value ?? {}
          const { width, height } = side().size
          if (image) toggleZoom({ x: (x * width) / image.width, y: (y * height) / image.height })
        },
      },
      threads: () => side().threads,
      placeOf,
      pending: () => side().pending,
      time: () => ({ timestampMs: momentOn(side().evidence, playback()) }),
      toolFor(selected) {
        if (!canComment.value || side().evidence === null) return 'pan'
        return movesByTouch ? 'select' : selected
      },
      space,
      fills: false,
      onDraft: () => playback()?.pause(),
    })
    // Pauses the video while a shape is drawn, because a shape belongs to one frame.
    watch(marks.isDrawing, now => now && playback()?.pause())
    return marks
  }
  const marks = [marksOn(sides[0], olderPlace), marksOn(sides[1])] as const
  const now = () => marks[active.value]
  // On videos, Space plays and pauses instead of moving the images.
  useHeldSpace(held => (artifact.value?.kind === 'video' ? false : space.hold(held)))

  return {
    marks,
    /** Cancels the gesture of the pointers that are down. With a second finger, they still zoom and pan. */
    interrupt: () => now().interrupt(),
    /**
     * Returns the listeners of an element. `sideAt` returns the side at a point, in CSS pixels. `within`: the
     * sides in the element; their pins, and the shapes of a comment that is being written, can be pressed
     * wherever they are.
     */
    on(sideAt: (at: ScreenPoint) => SideIndex, within = both) {
      function look(event: Event, at: ScreenPoint) {
        const pinId = pinIdOf(event.target)
        const owner = within.find(index =>
          pinId === undefined
            ? marks[index].grabsDraft(at)
            : marks[index].pinned.value.some(each => each.id === pinId),
        )
        active.value = owner ?? commentedSide(sideAt(at))
      }
      const lookAt = (event: PointerEvent) => look(event, pointIn(event.currentTarget as HTMLElement, event))
      return {
        pointerdown(event: PointerEvent) {
          pressed.delete(event.pointerId)
          // The second finger belongs to the gesture of the first one.
          if (pressed.size === 0) lookAt(event)
          pressed.add(event.pointerId)
          const stage = (event.currentTarget as HTMLElement).closest(byData('stage-area'))
          movesByTouch =
            event.pointerType === 'touch' && (stage?.clientWidth ?? innerWidth) < stageSize('narrow')
          now().listeners.pointerdown(event)
        },
        pointermove(event: PointerEvent) {
          if (pressed.size === 0) lookAt(event)
          now().listeners.pointermove(event)
        },
        pointerup(event: PointerEvent) {
          pressed.delete(event.pointerId)
          now().listeners.pointerup(event)
        },
        pointercancel(event: PointerEvent) {
          pressed.delete(event.pointerId)
          now().listeners.pointercancel(event)
        },
        pointerleave: () => now().listeners.pointerleave(),
        focusout: () => now().listeners.focusout(),
        touchend: (event: TouchEvent) => now().listeners.touchend(event),
        mousedown: (event: MouseEvent) => now().listeners.mousedown(event),
        wheel: (event: WheelEvent) => now().listeners.wheel(event),
        /** Escape cancels the shape that is being drawn. If there is none, the page handles the key. */
        keydown(event: KeyboardEvent) {
          const { width, height } = (event.currentTarget as HTMLElement).getBoundingClientRect()
          if (!now().isDrawing.value) look(event, { x: width / 2, y: height / 2 })
          if (event.key !== 'Escape' || now().isDrawing.value) now().listeners.keydown(event)
        },
      }
    },
    cursor: computed(() => {
      const cursor = now().cursor.value
      return cursor === 'default' ? 'crosshair' : cursor
    }),
  }
}
