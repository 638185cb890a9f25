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
