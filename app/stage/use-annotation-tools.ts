import type { Shape } from '#shared/contract/geometry'
import { isOnImage, toNormalized, type ScreenPoint } from '#shared/annotation/projection'
import { pan, scrollBy } from '~/annotation/zoom-and-pan'
import { CLICK_DISTANCE } from '#shared/annotation/shapes'
import {
  idle,
  preview,
  runTool,
  type Mark,
  type ToolContext,
  type ToolEffect,
  type ToolEvent,
  type ToolName,
  type ToolState,
} from '~/annotation/tools'
import { cursorOf } from './cursors'
import { MIN_SWIPE_LENGTH } from './gesture-limits'
import { createSpaceKey, type SpaceKey } from './space-key'
import { useEdgeScroll } from './use-edge-scroll'
import { useMarkHover } from './marks/use-mark-hover'
import { pinIdOf, useMarkKeys } from './marks/use-mark-keys'
import { usePointers, type PointerMove } from './use-pointers'
import { useSecondTap } from './use-second-tap'
import type { ToolViewport } from './use-viewport'

/** CSS pixels: the maximum distance between a touch and the mark that it hits. */
const TOUCH_TOLERANCE = 18

interface AnnotationToolsOptions {
  viewport: ToolViewport
  /** The marks in the order in which they are drawn. */
  marks: () => readonly Mark[]
  selectedId: () => string | null
  /** Whether the person may draw. If not, the only tool is `pan`. */
  canDraw: boolean
  /**
   * The outlined box of an element of the page, which a click draws instead of a point; null if there is
   * none.
   */
  element?: () => Shape | null
  /** Returns the tool that a gesture uses while a tool is selected. By default, it is the selected tool. */
  toolFor?: (selected: ToolName) => ToolName
  /** The Space key, if several stages share it. */
  space?: SpaceKey
  /** Called when a new shape was drawn. */
  draft: (shape: Shape) => void
  /** Called with the id of a mark that was selected; null if the selection was cleared. */
  select: (id: string | null) => void
  /** Called after a click next to the image. */
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

/** Applies an effect of a tool. A touch scrolls the image, which stops at its edges. */
function applyEffect(
  effect: ToolEffect,
  {
    viewport: { exact, change, zoom },
    isTouch,
    draft,
    select,
    leave,
    edit,
  }: Pick<AnnotationToolsOptions, 'viewport' | 'draft' | 'select' | 'leave' | 'edit'> & { isTouch: boolean },
): void {
  switch (effect.type) {
    case 'draft':
      return draft(effect.shape)
    case 'select':
      return select(effect.id)
    case 'leave':
      return leave()
    case 'edit':
      return edit(effect.id, effect.shape)
    case 'pan':
      if (exact.value)
        change(
          isTouch ? scrollBy(exact.value, -effect.dx, -effect.dy) : pan(exact.value, effect.dx, effect.dy),
        )
      return
    case 'zoom':
      return zoom(effect.factor)
    case 'cancel':
      return
  }
}

/** Connects pointers and keys on an image to the selected annotation tool, and applies the tool's effects. */
export function useAnnotationTools({
  viewport,
  marks,
  selectedId,
  canDraw,
  element = () => null,
  toolFor = selected => selected,
  space = createSpaceKey(viewport.fit),
  draft,
  select,
  leave,
  edit,
  remove,
  hover,
  beforeTap,
  swipe,
}: AnnotationToolsOptions) {
  const { view } = viewport
  const tool = canDraw ? useTool() : ref<ToolName>('pan')
  const state = shallowRef<ToolState>(idle)
  const awaitSecondTap = useSecondTap()
  /**
   * Whether the gesture is a touch. A touch scrolls the image, and scrolling stops at the edges of the image.
   */
  let isTouch = false
  /** The point at which the gesture began; `pinId`: the id of the mark whose pin was pressed. */
  let pressed: { at: ScreenPoint; pinId?: string } = { at: { x: 0, y: 0 } }
  /** The tool that a gesture would use now. */
  const current = computed(() => toolFor(tool.value))

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
    for (const effect of result.effects)
      applyEffect(effect, { viewport, isTouch, draft, select, leave, edit })
    return result.state !== before || result.effects.length > 0
  }

  const { keydown, commitPlacing } = useMarkKeys({ tool, state, send, canDraw, remove })
  const { onHover, hoverCursor } = useMarkHover({ view, marks, selectedId, tool: current, hover })

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
    if (viewport.enlarged.value || Math.abs(dx) < Math.max(MIN_SWIPE_LENGTH, 2 * Math.abs(dy))) return
    swipe?.(dx < 0 ? 'left' : 'right')
  }

  const { listeners: pointers, interrupt } = usePointers(viewport, {
    press(move) {
      const { at, event } = move
      commitPlacing()
      edges.begin(move)
      isTouch = event.pointerType === 'touch'
      pressed = { at, pinId: pinIdOf(event.target) }
      if (!view.value) return
      space.use()
      send(
        {
          type: 'down',
          at: toNormalized(view.value, at),
          inside: isInside(at),
          pan: event.button === 1 || space.isHeld(),
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
          // Zooms after the stage has shown the selected comment.
          void nextTick(() => viewport.toggleZoom(ended.at))
        })
    },
    cancel: () => {
      edges.stop()
      send({ type: 'cancel' })
    },
    hover: onHover,
  })

  watch(tool, () => {
    send({ type: 'cancel' })
  })

  return {
    tool,
    /** Listeners of the stage's element. */
    listeners: { ...pointers, keydown, focusout: commitPlacing, pointerleave: () => hover(undefined) },
    /** Cancels the gesture of the pointers that are down. */
    interrupt,
    /** The shape that the gesture creates or changes, as it is now; null if there is none. */
    preview: computed(() => preview(state.value)),
    /** The shape that is being placed or moved by keyboard. */
    placing: computed(() => (state.value.name === 'placing' ? state.value.shape : null)),
    cursor: computed(() => cursorOf(state.value, current.value, hoverCursor.value)),
    holdSpace: space.hold,
  }
}
