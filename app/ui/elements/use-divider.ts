import { clamp } from '#shared/annotation/fraction'

/** How far keys move a divider, in percent of the width, and the factor with which they do so with Shift. */
interface Steps {
  keys: Readonly<Record<string, number>>
  shift: number
}

/**
 * The vertical divider of two pictures that lie on each other. Keys and a drag move it. `host`: the element
 * that the pictures fill. The listeners belong to the divider, which is a slider.
 */
export function useDivider(host: Readonly<Ref<HTMLElement | null>>, { keys, shift }: Steps) {
  /** Percent of the width of the host. */
  const divider = ref(50)
  const moveTo = (position: number) => {
    divider.value = clamp(position, 0, 100)
  }
  const move = (by: number) => moveTo(divider.value + by)
  return {
    divider,
    move,
    moveTo,
    listeners: {
      pointerdown(event: PointerEvent) {
        ;(event.currentTarget as HTMLElement).setPointerCapture(event.pointerId)
      },
      pointermove({ buttons, clientX }: PointerEvent) {
        const box = host.value?.getBoundingClientRect()
        if (box && buttons !== 0) moveTo(((clientX - box.left) / box.width) * 100)
      },
      keydown(event: KeyboardEvent) {
        const by = keys[event.key]
        if (by === undefined) return
        // The shortcuts of the page ignore a key that is handled: see `useShortcuts`.
        event.preventDefault()
        move(by * (event.shiftKey ? shift : 1))
      },
    },
  }
}
