import { clamp } from '#shared/annotation/fraction'

/**
 * The steps of the keys that move a divider, in percent of the width. `shift`: the factor of a step while
 * Shift is held.
 */
interface Steps {
  keys: Readonly<Record<string, number>>
  shift: number
}

/**
 * The vertical divider between two pictures, one of which lies on the other. It is a slider that keys and a
 * drag move. `host`: the element that the pictures fill. Bind the listeners to the divider.
 */
export function useDivider(host: Readonly<Ref<HTMLElement | null>>, { keys, shift }: Steps) {
  /** The position of the divider, in percent of the host's width. */
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
        // The shortcuts of the page ignore a key event whose default action is prevented: see `useShortcuts`.
        event.preventDefault()
        move(by * (event.shiftKey ? shift : 1))
      },
    },
  }
}
