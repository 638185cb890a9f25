/**
 * Percent of the screen: the heights at which the conversation rests as a bottom sheet. On a phone, the sheet
 * has at `HALF` the height of its parts instead, unless that is lower.
 */
export const [LOWEST, HALF, RAISED] = [8, 30, 72]
/** Percent of the screen: the height to which the sheet can be dragged. */
export const MAX_HEIGHT = 85

/** Returns the height at which a sheet of this height comes to rest. */
export const restingHeight = (height: number): number =>
  [LOWEST, HALF, RAISED].toSorted((a, b) => Math.abs(a - height) - Math.abs(b - height))[0] ?? HALF

/** CSS pixels: the minimum length of a flick. */
const FLICK_DISTANCE = 40
/** Milliseconds: the maximum duration of a flick. A longer movement is a scroll that went back and forth. */
const FLICK_TIME = 600

/**
 * Listeners of a list that call `lower` after a flick downwards that began while the list was scrolled to its
 * top. They leave the scrolling to the browser, which sends touch events also while it scrolls.
 */
export function downwardFlick(lower: () => void): Record<string, (event: TouchEvent) => void> {
  let from: { x: number; y: number; time: number } | undefined
  return {
    touchstartPassive({ currentTarget, touches, timeStamp }) {
      const [finger] = touches
      const isAtTop = (currentTarget as HTMLElement).scrollTop <= 0
      from =
        finger && touches.length === 1 && isAtTop
          ? { x: finger.clientX, y: finger.clientY, time: timeStamp }
          : undefined
    },
    touchendPassive({ currentTarget, changedTouches: [finger], timeStamp }) {
      if (!from || !finger || timeStamp - from.time > FLICK_TIME) return
      const [x, y] = [Math.abs(finger.clientX - from.x), finger.clientY - from.y]
      if (y >= FLICK_DISTANCE && y > 2 * x && (currentTarget as HTMLElement).scrollTop <= 0) lower()
    },
  }
}
