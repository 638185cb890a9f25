import type { Shape } from '#shared/contract/geometry'
import { centreOn, fit, fitWidth, isVisible, normalizedDistance, pan, pinch, resize, toNormalized, zoomBy, zoomTo, type ScreenPoint, type Size, type View } from '~/annotation/projection'
import { idle, step, type ToolEvent, type ToolName, type ToolState } from '~/annotation/tools/tool'

/** A press that moved less than this many CSS pixels is a click. */
const TREMBLE = 4
/** Taller than this times the stage: read from the top at full width instead of shrunk to a thread. */
const TALL = 2.5

/** The stage of one picture: how it lies, which tool is in hand, and what a pointer does. Where nobody draws, a drag moves the picture. */
export function useStage(options: { picture: Ref<Size>, canDraw: boolean, onDraft: (shape: Shape) => void, onClear: () => void }) {
  const stage = ref<Size>({ width: 0, height: 0 })
  const view = ref<View | null>(null)
  const tool = options.canDraw ? useState<ToolName>('tool', () => 'select') : ref<ToolName>('select')
  const state = shallowRef<ToolState>(idle)
  const pressed = new Map<number, ScreenPoint>()
  let origin: ScreenPoint = { x: 0, y: 0 }
  let spaceHeld = false

  const begin = () => {
    const { width, height } = stage.value
    if (width === 0 || options.picture.value.width === 0) return
    const tall = options.picture.value.height / options.picture.value.width > TALL * height / width
    view.value = tall ? fitWidth(options.picture.value, stage.value) : fit(options.picture.value, stage.value, width < 640 ? 12 : 48)
  }
  watch(() => `${options.picture.value.width}x${options.picture.value.height}`, begin)

  function onResize(size: Size) {
    const before = stage.value
    stage.value = size
    if (view.value === null || before.width === 0) begin()
    else view.value = resize(view.value, size)
  }

  function send(event: ToolEvent) {
    if (!view.value) return
    const result = step(tool.value, state.value, event, normalizedDistance(view.value, TREMBLE))
    state.value = result.state
    for (const effect of result.effects) {
      if (effect.type === 'pan') view.value = pan(view.value, effect.dx, effect.dy)
      else if (effect.type === 'draft') options.onDraft(effect.shape)
      else options.onClear()
    }
  }

  const at = (event: { clientX: number, clientY: number, currentTarget: EventTarget | null }): ScreenPoint => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }

  const pointer = {
    down(event: PointerEvent) {
      if (!view.value || event.button === 2) return
      ;(event.currentTarget as HTMLElement).setPointerCapture(event.pointerId)
      const spot = at(event)
      pressed.set(event.pointerId, spot)
      if (pressed.size > 1) return send({ type: 'cancel' })
      origin = spot
      send({ type: 'press', at: toNormalized(view.value, spot), pans: !options.canDraw || event.button === 1 || spaceHeld })
    },
    move(event: PointerEvent) {
      const before = pressed.get(event.pointerId)
      if (!view.value || !before) return
      const spot = at(event)
      const fingers = [...pressed.entries()]
      pressed.set(event.pointerId, spot)
      if (fingers.length === 2) {
        const [a, b] = fingers.map(([, point]) => point) as [ScreenPoint, ScreenPoint]
        const [c, d] = [...pressed.values()] as [ScreenPoint, ScreenPoint]
        view.value = pinch(view.value, [a, b], [c, d])
        return
      }
      const dragged = Math.hypot(spot.x - origin.x, spot.y - origin.y) > TREMBLE
      send({ type: 'move', at: toNormalized(view.value, spot), dragged, dx: spot.x - before.x, dy: spot.y - before.y })
    },
    up(event: PointerEvent) {
      const known = pressed.delete(event.pointerId)
      if (view.value && known && pressed.size === 0) send({ type: 'release', at: toNormalized(view.value, at(event)) })
    },
    cancel(event: PointerEvent) {
      pressed.delete(event.pointerId)
      send({ type: 'cancel' })
    },
    wheel(event: WheelEvent) {
      if (!view.value) return
      event.preventDefault()
      view.value = event.ctrlKey || event.metaKey
        ? zoomBy(view.value, Math.exp(-event.deltaY / 200), at(event))
        : pan(view.value, event.shiftKey ? -event.deltaY : -event.deltaX, event.shiftKey ? 0 : -event.deltaY)
    },
  }

  /** Keys of the focused stage: place, move, size and confirm a mark. */
  function onKey(event: KeyboardEvent) {
    if (!view.value || (state.value.name !== 'placing' && !['Enter', 'Escape'].includes(event.key))) return
    const pixels = event.shiftKey ? 10 : 1
    const { picture } = view.value
    event.preventDefault()
    send({
      type: 'key', key: event.key, sizing: event.altKey,
      step: { x: pixels / picture.width, y: pixels / picture.height },
      centre: toNormalized(view.value, { x: stage.value.width / 2, y: stage.value.height / 2 }),
    })
  }

  return {
    view, tool, state, pointer, onResize, onKey,
    /** The mark being drawn or placed. */
    drawing: computed<Shape | null>(() => state.value.name === 'drawing' || state.value.name === 'placing' ? state.value.shape : null),
    holdSpace: (held: boolean) => { spaceHeld = held },
    fit: begin,
    zoom: (factor: number) => { if (view.value) view.value = zoomBy(view.value, factor) },
    /** One picture pixel on one device pixel. */
    actualSize: () => { if (view.value) view.value = zoomTo(view.value, 1 / (globalThis.devicePixelRatio || 1), { x: stage.value.width / 2, y: stage.value.height / 2 }) },
    reveal(spot: { x: number, y: number }) { if (view.value && !isVisible(view.value, spot)) view.value = centreOn(view.value, spot) },
  }
}
