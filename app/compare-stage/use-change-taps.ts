import type { CompareGestures } from '~/compare/use-compare-pointers'
import { CLICK_DISTANCE } from '#shared/annotation/shapes'
import { useSecondTap } from '~/stage/use-second-tap'
import { byData } from '~/ui/elements/data-attributes'

type Listeners = ReturnType<CompareGestures['on']>

/** Where a press on a change began. */
interface Press {
  pointerId: number
  x: number
  y: number
  /** The index of the change. */
  index: number
}

/** Returns the change at which a pointer is pressed: a finger on its frame, or any pointer on its letter. */
function changeAt({ target, pointerType }: PointerEvent): number | undefined {
  if (!(target instanceof HTMLElement)) return undefined
  const isOnLetter = target.closest(byData('change-letter')) !== null
  const index = target.closest<HTMLElement>(byData('change'))?.dataset.change
  return index !== undefined && (isOnLetter || pointerType === 'touch') ? Number(index) : undefined
}

/** Lets a person select a change on the picture; see {@link useChangeTaps}. */
interface ChangeTaps {
  on: (listeners: Listeners) => Listeners
  /** Makes the press that has begun select no change. */
  interrupt: () => void
}

/**
 * Extends listeners of a comparison: a tap on the frame or the letter of a change, and a click on its letter,
 * calls `show` with its index. A tap on the frame of the change that is `shown` begins a comment, as
 * elsewhere on the picture. A drag that begins on a frame moves the picture.
 */
export function useChangeTaps(show: (index: number) => void, shown: () => number): ChangeTaps {
  const awaitSecondTap = useSecondTap()
  let press: Press | undefined
  const on = (listeners: Listeners): Listeners => ({
    ...listeners,
    pointerdown(event: PointerEvent) {
      const index = event.button === 0 && !press ? changeAt(event) : undefined
      const { pointerId, clientX: x, clientY: y } = event
      press = index === undefined || index === shown() ? undefined : { pointerId, x, y, index }
      listeners.pointerdown(event)
    },
    pointerup(event: PointerEvent) {
      const began = press
      press = undefined
      const isTap =
        began?.pointerId === event.pointerId &&
        Math.hypot(event.clientX - began.x, event.clientY - began.y) < CLICK_DISTANCE
      if (!began || !isTap) return listeners.pointerup(event)
      listeners.pointercancel(event)
      show(began.index)
      // The change has moved under the finger. A second tap would begin a comment there.
      awaitSecondTap(event, () => {})
    },
    pointercancel(event: PointerEvent) {
      press = undefined
      listeners.pointercancel(event)
    },
  })
  return {
    on,
    interrupt() {
      press = undefined
    },
  }
}
