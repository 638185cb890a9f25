import type { View } from '#shared/annotation/projection'
import { onTestFinished } from 'vitest'

/** A stage of 1000 × 500 CSS pixels that shows an image of that size at 100 %. */
export const plainView: View = {
  image: { width: 1000, height: 500 },
  stage: { width: 1000, height: 500 },
  scale: 1,
  x: 0,
  y: 0,
}

/** The element of a stage, at the upper left corner of the page. */
export interface StageElement {
  element: HTMLElement
  /**
   * Sends a pointer event at a position in CSS pixels. Returns whether the page prevented the default action
   * of the event.
   */
  pointer: (type: string, x: number, y: number, more?: PointerEventInit & { on?: Element }) => boolean
  /** Presses the pointer at the first position, moves it over the others, and releases it at the last. */
  drag: (spots: [x: number, y: number][], more?: PointerEventInit & { on?: Element }) => void
}

/** Creates the element of a stage with these event listeners. */
export function stageElement(listeners: object): StageElement {
  const element = document.createElement('div')
  element.tabIndex = 0
  for (const [name, listener] of Object.entries(listeners) as [string, EventListener][])
    element.addEventListener(name, listener)
  document.body.append(element)
  onTestFinished(() => element.remove())

  function pointer(
    type: string,
    x: number,
    y: number,
    { on = element, ...more }: PointerEventInit & { on?: Element } = {},
  ) {
    const init = {
      bubbles: true,
      cancelable: true,
      clientX: x,
      clientY: y,
      pointerId: 1,
      isPrimary: true,
      ...more,
    }
    const event = new PointerEvent(type, { pointerType: 'mouse', ...init })
    on.dispatchEvent(event)
    return event.defaultPrevented
  }
  return {
    element,
    pointer,
    drag(spots, more) {
      const [[x, y], ...rest] = spots as [[number, number], ...[number, number][]]
      pointer('pointerdown', x, y, more)
      for (const spot of rest) pointer('pointermove', ...spot, more)
      pointer('pointerup', ...(rest.at(-1) ?? [x, y]), more)
    },
  }
}
