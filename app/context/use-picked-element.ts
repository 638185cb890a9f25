import type { Revision } from '#shared/contract/artifact'
import type { ContextElement } from '#shared/contract/context'
import type { Shape } from '#shared/contract/geometry'
import { isOnImage, toNormalized, type ScreenPoint } from '#shared/annotation/projection'
import { CLICK_DISTANCE, placeShape } from '#shared/annotation/shapes'
import { elementsAt } from '#shared/review/context-at'
import type { ComputedRef, Ref } from 'vue'
import type { ToolViewport } from '~/stage/use-viewport'
import { byData } from '~/ui/elements/data-attributes'

/** An element of the page in a picture, and the rectangle around it. */
export interface PickedElement {
  element: ContextElement
  shape: Shape
}

interface PickedElementOptions {
  revision: () => Revision
  viewport: Pick<ToolViewport, 'view'>
  /** Returns the HTML element of the stage; null until it is rendered. */
  host: () => HTMLElement | null
  /** The last event of a pointer on the stage; undefined while no pointer is there. */
  pointer: Readonly<Ref<PointerEvent | undefined>>
}

/** The text fields, in which Alt has no effect, because many keyboards type characters with it. */
const FIELDS = 'input, textarea, select, [contenteditable]'

/**
 * The element of the page under the mouse while Alt is held over a picture with a context. It is the element
 * that the server would state for a comment on this point. Null while the mouse is over a pin or draws, and
 * while the tool Pan is selected. The context is loaded when Alt is pressed for the first time.
 */
export function usePickedElement({
  revision,
  viewport: { view },
  host,
  pointer,
}: PickedElementOptions): ComputedRef<PickedElement | null> {
  const tool = useTool()
  const isAltHeld = ref(false)
  /**
   * The position of the mouse in CSS pixels of the stage; null while the mouse draws, is over a pin or is not
   * on the stage.
   */
  const at = shallowRef<ScreenPoint | null>(null)
  const canPick = computed(() => tool.value !== 'pan' && at.value !== null && revision().hasContext)
  const isPicking = computed(() => canPick.value && isAltHeld.value)
  const context = useRevisionContext(() => (isPicking.value ? revision() : null))

  /** The position of the press, in CSS pixels of the window; null while no button is pressed. */
  let pressed: ScreenPoint | null = null
  function follow(event: PointerEvent | undefined) {
    const box = host()?.getBoundingClientRect()
    if (!event || !box || event.pointerType !== 'mouse') {
      at.value = null
      return
    }
    isAltHeld.value = event.altKey && !event.ctrlKey
    if (event.type === 'pointerdown') pressed = { x: event.clientX, y: event.clientY }
    else if (event.buttons === 0) pressed = null
    const draws =
      pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) >= CLICK_DISTANCE
    const isPin = (event.target as Element).closest(byData('mark')) !== null
    at.value = draws || isPin ? null : { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  watch(pointer, follow, { immediate: true, flush: 'sync' })

  function onKey(event: KeyboardEvent) {
    if (event.key !== 'Alt') return
    const isInField = Boolean((event.target as Element).closest?.(FIELDS))
    isAltHeld.value = event.type === 'keydown' && !isInField
    // Keeps Alt from opening the menu of the browser window.
    if (canPick.value && !isInField) event.preventDefault()
  }
  const release = () => {
    isAltHeld.value = false
  }
  onMounted(() => {
    addEventListener('keydown', onKey)
    addEventListener('keyup', onKey)
    addEventListener('blur', release)
  })
  onBeforeUnmount(() => {
    removeEventListener('keydown', onKey)
    removeEventListener('keyup', onKey)
    removeEventListener('blur', release)
  })

  return computed(() => {
    if (!isPicking.value || !view.value || !at.value || !context.value) return null
    if (!isOnImage(view.value, at.value)) return null
    const point = { kind: 'point' as const, geometry: toNormalized(view.value, at.value) }
    const [element] = elementsAt(context.value.elements, [point])
    const [x = 0, y = 0, width = 0, height = 0] = element?.box ?? []
    if (!element || width === 0 || height === 0) return null
    return { element, shape: placeShape('rectangle', { x, y, width, height }) }
  })
}
