import { byData } from '~/ui/elements/data-attributes'
import type { PointGeometry, Shape } from '#shared/contract/geometry'
import { isOnImage, toNormalized, type ScreenPoint, type View } from '#shared/annotation/projection'
import { pan, scrollBy } from '~/annotation/zoom-and-pan'
import { CLICK_DISTANCE, handleAt, hitTest, isDeepInside } from '#shared/annotation/shapes'
import {
  idle,
  preview,
  runTool,
  type Mark,
  type ToolContext,
  type ToolEvent,
  type ToolName,
  type ToolState,
} from '~/annotation/tools'
import { grabbedDraft } from '~/annotation/tools/grabbing'
import { cursors } from './cursors'
import { useEdgeScroll } from './use-edge-scroll'
import { usePointers, useSecondTap, type PointerMove } from './use-pointers'
import type { ToolViewport } from './use-viewport'

/** CSS pixels: the maximum distance between a touch and the mark that it hits. */
const TOUCH_TOLERANCE = 18
/** CSS pixels: the minimum length of a swipe. It is at least twice as wide as high. */
const SWIPE_LENGTH = 60
/** Milliseconds between the last press of an arrow key and saving the mark that was moved. */
const COMMIT_DELAY_MS = 900

interface AnnotationToolsOptions {
  viewport: ToolViewport
  /** The marks in the order in which they are drawn. */
  marks: () => readonly Mark[]
  selectedId: () => string | null
  /** Whether the person may draw. If not, the only tool is `pan`. */
  canDraw: boolean
  /** The shape that a click draws instead of a point; null if there is none. */
  element?: () => Shape | null
  /** Returns the tool that a gesture uses while a tool is selected. By default, it is the selected tool. */
  toolFor?: (selected: ToolName) => ToolName
  /** Called when a new shape was drawn. */
  draft: (shape: Shape) => void
  /** Called with the id of a mark that was selected; null if the selection was cleared. */
  select: (id: string | null) => void
  /** Called after a click beside the image. */
  leave: () => void
  /** Called when a mark was moved or resized. */
  edit: (id: string, shape: Shape) => void
  remove: (id: string) => void
  hover: (id: string | undefined) => void
  /**
   * Called before a tap on the image has its effect. Returns a function that takes the effect back, because a
   * second tap at the same place zooms instead. Without `beforeTap`, a double tap is two taps.
   */
  beforeTap?: () => () => void
  /** Called when a finger has swiped over an image that is not enlarged. */
  swipe?: (towards: 'left' | 'right') => void
}

/** Returns the id of the mark whose pin is the target of an event; undefined for other targets. */
const pinIdOf = (target: EventTarget | null) =>
  (target as HTMLElement | null)?.closest<HTMLElement>(byData('mark'))?.dataset.mark

/** Connects pointers and keys on an image to the selected annotation tool, and applies the tool's effects. */
export function useAnnotationTools({
  viewport,
  marks,
  selectedId,
  canDraw,
  element = () => null,
  toolFor = selected => selected,
  draft,
  select,
  leave,
  edit,
  remove,
  hover,
  beforeTap,
  swipe,
}: AnnotationToolsOptions) {
  const { view, change } = viewport
  const tool = canDraw ? useTool() : ref<ToolName>('pan')
  const state = shallowRef<ToolState>(idle)
  const hoverCursor = ref('')
  const awaitSecondTap = useSecondTap()
  /**
   * Whether the gesture is a touch. A touch scrolls the image, and scrolling stops at the edges of the image.
   */
  let isTouch = false
  /** Where the gesture began; `pinId`: the id of the mark whose pin was pressed. */
  let pressed: { at: ScreenPoint; pinId?: string } = { at: { x: 0, y: 0 } }
  /**
   * The state of the Space key. `used`: a drag began while Space was held, so releasing Space does not fit
   * the image.
   */
  let space: 'up' | 'held' | 'used' = 'up'
  let commitTimer: ReturnType<typeof setTimeout> | undefined

  /** Sends an event to the selected tool. Returns whether the tool handled it. */
  function send(event: ToolEvent, more: Partial<ToolContext> = {}): boolean {
    if (!view.value) return false
    const before = state.value
    const result = runTool(toolFor(tool.value), before, event, {
      view: view.value,
      marks: marks(),
      selectedId: selectedId(),
      element: element(),
      ...more,
    })
    state.value = result.state
    for (const effect of result.effects) {
      switch (effect.type) {
        case 'draft':
          draft(effect.shape)
          break
        case 'select':
          select(effect.id)
          break
        case 'leave':
          leave()
          break
        case 'edit':
          edit(effect.id, effect.shape)
          break
        case 'pan':
          if (viewport.exact.value)
            change(
              isTouch
                ? scrollBy(viewport.exact.value, -effect.dx, -effect.dy)
                : pan(viewport.exact.value, effect.dx, effect.dy),
            )
          break
        case 'zoom':
          viewport.zoom(effect.factor)
          break
        case 'cancel':
          break
      }
    }
    return result.state !== before || result.effects.length > 0
  }

  /** Saves a mark that was moved with the keyboard. */
  function commitPlacing() {
    clearTimeout(commitTimer)
    if (state.value.name === 'placing' && state.value.mark)
      send({ type: 'key', key: 'Enter', shift: false, alt: false })
  }

  const toEvent = ({ at, distance, dx, dy, event }: PointerMove) =>
    view.value
      ? { at: toNormalized(view.value, at), distance, dx, dy, shift: event.shiftKey, alt: event.altKey }
      : null

  const edges = useEdgeScroll(viewport, {
    isActive: () => ['drawing', 'dragging', 'resizing'].includes(state.value.name),
    scrolled: move => follow({ ...move, dx: 0, dy: 0 }),
  })

  function follow(move: PointerMove) {
    const moved = toEvent(move)
    if (moved) send({ type: 'move', ...moved })
  }

  const isInside = (at: ScreenPoint) => view.value !== null && isOnImage(view.value, at)

  /** Ends a drag with which a finger moves the image: it is a swipe if the image is not enlarged. */
  function endPan(at: ScreenPoint) {
    const [dx, dy] = [at.x - pressed.at.x, at.y - pressed.at.y]
    if (viewport.enlarged.value || Math.abs(dx) < Math.max(SWIPE_LENGTH, 2 * Math.abs(dy))) return
    swipe?.(dx < 0 ? 'left' : 'right')
  }

  const pointers = usePointers(viewport, {
    press(move) {
      const { at, event } = move
      commitPlacing()
      edges.begin(move)
      isTouch = event.pointerType === 'touch'
      pressed = { at, pinId: pinIdOf(event.target) }
      if (!view.value) return
      if (space === 'held') space = 'used'
      send(
        {
          type: 'down',
          at: toNormalized(view.value, at),
          inside: isInside(at),
          pan: event.button === 1 || space !== 'up',
          on: pressed.pinId,
          touch: isTouch,
        },
        isTouch ? { tolerance: TOUCH_TOLERANCE } : {},
      )
    },
    follow(move) {
      follow(move)
      edges.follow(move)
    },
    release(move) {
      edges.stop()
      const ended = toEvent(move)
      if (!ended) return
      const isTap = isTouch && !pressed.pinId && move.distance < CLICK_DISTANCE && isInside(move.at)
      const takeBack = isTap ? beforeTap?.() : undefined
      if (isTouch && state.value.name === 'panning') endPan(move.at)
      send({ type: 'up', ...ended })
      if (takeBack)
        awaitSecondTap(move.event, () => {
          takeBack()
          // After the stage has shown the selected comment, if it does.
          void nextTick(() => viewport.toggleZoom(ended.at))
        })
    },
    cancel: () => {
      edges.stop()
      send({ type: 'cancel' })
    },
    hover: onHover,
  })

  /** Highlights the mark under the pointer, and sets the mouse cursor that shows what a press would do. */
  function onHover(at: ScreenPoint) {
    if (!view.value) return
    const spot = toNormalized(view.value, at)
    const selected = marks().find(each => each.id === selectedId() && each.editable)
    const handle = selected && tool.value === 'select' ? handleAt(selected.shape, spot, view.value) : null
    const saved = marks().filter(each => !each.isDraft)
    const mark = isOnImage(view.value, at) ? hitTest(saved, spot, view.value) : null
    hover(mark?.id)
    const drawn =
      tool.value === 'pan' ? null : grabbedDraft({ at: spot }, { view: view.value, marks: marks() })
    if (drawn) {
      hoverCursor.value = drawn.handle ? cursors[drawn.handle.name] : 'move'
      return
    }
    hoverCursor.value = handle
      ? cursors[handle.name]
      : mark && tool.value === 'select'
        ? cursorOver(mark, spot, view.value)
        : ''
  }

  /** The cursor of the select tool over a mark. */
  function cursorOver(mark: Mark, spot: PointGeometry, now: View): string {
    if (mark.editable && mark.id === selectedId()) return 'move'
    return isDeepInside(mark.shape, spot, now) ? 'crosshair' : 'pointer'
  }

  /**
   * Handles keys while the stage or a pin has the focus: the keys place, move, resize, confirm or delete a
   * mark.
   */
  function keydown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || !canDraw) return
    const pinId = pinIdOf(event.target)
    const isPlacing = state.value.name === 'placing'
    const consume = () => {
      event.preventDefault()
      event.stopPropagation()
    }
    if (!isPlacing && pinId && (event.key === 'Delete' || event.key === 'Backspace')) {
      consume()
      return remove(pinId)
    }
    // On Enter, the browser clicks the focused pin, which is a button. With a drawing tool, Enter begins a
    // mark instead.
    const draws = tool.value !== 'select' && tool.value !== 'pan'
    if (!isPlacing && pinId && !draws && event.key === 'Enter') return
    // Ignores these keys, which the page handles as shortcuts.
    if (!isPlacing && ['+', '=', '-'].includes(event.key)) return
    const wasHandled = send(
      { type: 'key', key: event.key, shift: event.shiftKey, alt: event.altKey },
      pinId ? { selectedId: pinId } : {},
    )
    if (!wasHandled) return
    consume()
    clearTimeout(commitTimer)
    if (state.value.name === 'placing' && state.value.mark)
      commitTimer = setTimeout(commitPlacing, COMMIT_DELAY_MS)
  }

  watch(tool, () => {
    send({ type: 'cancel' })
  })
  onBeforeUnmount(commitPlacing)

  return {
    tool,
    /** Listeners of the stage's element. */
    listeners: { ...pointers, keydown, focusout: commitPlacing, pointerleave: () => hover(undefined) },
    /** The shape that the gesture creates or changes, as it is now; null if there is none. */
    preview: computed(() => preview(state.value)),
    /** The shape that is being placed or moved by keyboard. */
    placing: computed(() => (state.value.name === 'placing' ? state.value.shape : null)),
    cursor: computed(() => {
      if (state.value.name === 'panning') return 'grabbing'
      if (tool.value === 'pan') return 'grab'
      if (state.value.name === 'resizing') return cursors[state.value.handle.name]
      return state.value.name === 'dragging'
        ? 'move'
        : hoverCursor.value || (tool.value === 'select' ? 'default' : 'crosshair')
    }),
    /**
     * While Space is held, a drag moves the image. If Space is released without a drag, the image is fitted.
     */
    holdSpace(held: boolean) {
      if (held) {
        if (space === 'up') space = 'held'
        return
      }
      if (space === 'held') viewport.fit()
      space = 'up'
    },
  }
}
