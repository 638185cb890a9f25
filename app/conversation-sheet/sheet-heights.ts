/**
 * Percent of the screen: the heights at which the conversation rests as a bottom sheet. On a phone, the
 * height `HALF` is replaced by the height that the content of the sheet needs.
 */
export const [LOWEST, HALF, RAISED] = [8, 30, 72]
/** Percent of the screen: the height to which the sheet can be dragged. */
export const MAX_HEIGHT = 85

/** Returns the height to which a sheet with the given height snaps when it is released. */
export const restingHeight = (height: number): number =>
  [LOWEST, HALF, RAISED].toSorted((a, b) => Math.abs(a - height) - Math.abs(b - height))[0] ?? HALF

/** CSS pixels: the minimum length of a flick. */
const FLICK_DISTANCE = 40
/** Milliseconds: the maximum duration of a flick. A longer movement is a scroll that went back and forth. */
const FLICK_TIME = 600

/** Returns whether an element can be scrolled further down. */
const hasMoreBelow = ({ scrollTop, clientHeight, scrollHeight }: Element) =>
  scrollTop + clientHeight < scrollHeight - 1

/** Returns the item of a list that contains an element and is not in another item. */
function outermostItem(element: Element): Element | null {
  const item = element.closest('li')
  const outer = item?.parentElement && outermostItem(item.parentElement)
  return outer ?? item
}

/**
 * Listeners of an element that scrolls. They call `lower` after a flick downwards that began while the
 * element was scrolled to its top, and `raise` after a flick upwards on an item that has no more text below.
 * A flick in a text field does neither. The listeners leave the scrolling to the browser, which sends touch
 * events also while it scrolls.
 */
export function verticalFlick({
  lower,
  raise,
}: {
  lower: () => void
  raise?: () => void
}): Record<string, (event: TouchEvent) => void> {
  let from: { x: number; y: number; time: number; isAtTop: boolean; isAtEnd: boolean } | undefined
  return {
    touchstartPassive({ currentTarget, target, touches, timeStamp }) {
      const [finger] = touches
      const item = outermostItem(target as Element)
      from =
        finger && touches.length === 1 && !(target instanceof HTMLTextAreaElement)
          ? {
              x: finger.clientX,
              y: finger.clientY,
              time: timeStamp,
              isAtTop: (currentTarget as HTMLElement).scrollTop <= 0,
              isAtEnd: !item || !hasMoreBelow(item),
            }
          : undefined
    },
    touchendPassive({ currentTarget, changedTouches: [finger], timeStamp }) {
      if (!from || !finger || timeStamp - from.time > FLICK_TIME) return
      const [x, y] = [Math.abs(finger.clientX - from.x), finger.clientY - from.y]
      if (Math.abs(y) < FLICK_DISTANCE || Math.abs(y) <= 2 * x) return
      if (y < 0) {
        if (from.isAtEnd) raise?.()
      } else if (from.isAtTop && (currentTarget as HTMLElement).scrollTop <= 0) lower()
    },
  }
}
