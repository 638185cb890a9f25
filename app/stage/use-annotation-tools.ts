import type { Shape } from '#shared/contract/geometry'
import { isOnPicture, pan, scrollBy, toNormalized, type ScreenPoint } from '~/annotation/projection'
import { handleAt, hitTest, type HandleName } from '~/annotation/shapes'
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
import type { Stroke } from './use-pointers'
import type { StageViewport } from './use-viewport'

/** CSS pixels beside a mark that a finger may miss it by. */
const FINGER = 18
/** Milliseconds after the last arrow key that a mark stands where it was brought. */
const SETTLES = 900

const cursors: Record<HandleName, string> = {
  nw: 'nwse-resize',
  se: 'nwse-resize',
  ne: 'nesw-resize',
  sw: 'nesw-resize',
  n: 'ns-resize',
  s: 'ns-resize',
  e: 'ew-resize',
  w: 'ew-resize',
  start: 'move',
  end: 'move',
  spot: 'move',
}

interface StageOptions {
  viewport: StageViewport
  /** In the order they are drawn. */
  marks: () => readonly Mark[]
  selectedId: () => string | null
  /** Where nobody draws, a drag moves the picture. */
  canDraw: boolean
  draft: (shape: Shape) => void
  select: (id: string | null) => void
  edit: (id: string, shape: Shape) => void
  remove: (id: string) => void
  hover: (id: string | undefined) => void
}

const isPin = (target: EventTarget | null) =>
  (target as HTMLElement | null)?.closest<HTMLElement>('[data-mark]')?.dataset.mark

/** The tools on one picture: what pointers and keys do to its marks. */
export function useAnnotationTools({
  viewport,
  marks,
  selectedId,
  canDraw,
  draft,
  select,
  edit,
  remove,
  hover,
}: StageOptions) {
  const { view, change } = viewport
  const tool = canDraw ? useState<ToolName>('tool', () => 'select') : ref<ToolName>('pan')
  const state = shallowRef<ToolState>(idle)
  const below = ref('')
  /** What pans: a finger stops at the picture's edges, as on every page. */
  let finger = false
  let space: 'up' | 'held' | 'used' = 'up'
  let settling: ReturnType<typeof setTimeout> | undefined

  /** Sends an event to the tool in hand; answers whether it meant anything to it. */
  function send(event: ToolEvent, more: Partial<ToolContext> = {}): boolean {
    if (!view.value) return false
    const before = state.value
    const result = runTool(tool.value, before, event, {
      view: view.value,
      marks: marks(),
      selectedId: selectedId(),
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
        case 'edit':
          edit(effect.id, effect.shape)
          break
        case 'pan':
          if (viewport.exact.value)
            change(
              finger
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

  /** A mark that keys have brought somewhere stays there. */
  function settle() {
    clearTimeout(settling)
    if (state.value.name === 'placing' && state.value.mark)
      send({ type: 'key', key: 'Enter', shift: false, alt: false })
  }

  const toEvent = ({ at, distance, dx, dy, event }: Stroke) =>
    view.value
      ? { at: toNormalized(view.value, at), distance, dx, dy, shift: event.shiftKey, alt: event.altKey }
      : null

  const pointers = usePointers(viewport, {
    press({ at, event }) {
      settle()
      finger = event.pointerType === 'touch'
      if (!view.value) return
      if (space === 'held') space = 'used'
      send(
        {
          type: 'down',
          at: toNormalized(view.value, at),
          inside: isOnPicture(view.value, at),
          pan: event.button === 1 || space !== 'up',
          on: isPin(event.target),
          finger: event.pointerType === 'touch',
        },
        event.pointerType === 'touch' ? { tolerance: FINGER } : {},
      )
    },
    follow(stroke) {
      const moved = toEvent(stroke)
      if (moved) send({ type: 'move', ...moved })
    },
    release(stroke) {
      const ended = toEvent(stroke)
      if (ended) send({ type: 'up', ...ended })
    },
    cancel: () => {
      send({ type: 'cancel' })
    },
    hover: pointAt,
  })

  /** What a press would grab: shown by the cursor, and lit in the list. */
  function pointAt(at: ScreenPoint) {
    if (!view.value) return
    const spot = toNormalized(view.value, at)
    const selected = marks().find(each => each.id === selectedId() && each.own)
    const handle = selected && tool.value === 'select' ? handleAt(selected.shape, spot, view.value) : null
    const mark = isOnPicture(view.value, at) ? hitTest(marks(), spot, view.value) : null
    hover(mark?.id)
    below.value = handle
      ? cursors[handle.name]
      : mark && tool.value === 'select'
        ? mark.own
          ? 'move'
          : 'pointer'
        : ''
  }

  /** Keys of the focused stage or of a pin on it: place, move, size, confirm or delete a mark. */
  function keydown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || !canDraw) return
    const pin = isPin(event.target)
    const placing = state.value.name === 'placing'
    const taken = () => {
      event.preventDefault()
      event.stopPropagation()
    }
    if (!placing && pin && (event.key === 'Delete' || event.key === 'Backspace')) {
      taken()
      return remove(pin)
    }
    // A focused pin is a button: Enter presses it.
    if (!placing && (pin ? event.key === 'Enter' : false)) return
    if (!placing && ['+', '=', '-'].includes(event.key)) return
    if (
      !send(
        { type: 'key', key: event.key, shift: event.shiftKey, alt: event.altKey },
        pin ? { selectedId: pin } : {},
      )
    )
      return
    taken()
    clearTimeout(settling)
    if (state.value.name === 'placing' && state.value.mark) settling = setTimeout(settle, SETTLES)
  }

  watch(tool, () => {
    send({ type: 'cancel' })
  })
  onBeforeUnmount(settle)

  return {
    tool,
    /** Listeners of the stage's element. */
    listeners: { ...pointers, keydown, focusout: settle, pointerleave: () => hover(undefined) },
    /** The mark as it would be if the gesture ended now. */
    preview: computed(() => preview(state.value)),
    /** Under way by keyboard: where it stands is said aloud. */
    placing: computed(() => (state.value.name === 'placing' ? state.value.shape : null)),
    cursor: computed(() => {
      if (state.value.name === 'panning') return 'grabbing'
      if (tool.value === 'pan') return 'grab'
      if (state.value.name === 'resizing') return cursors[state.value.handle.name]
      return state.value.name === 'dragging'
        ? 'move'
        : below.value || (tool.value === 'select' ? 'default' : 'crosshair')
    }),
    /** Space held moves the picture; pressed alone it fits it. */
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
