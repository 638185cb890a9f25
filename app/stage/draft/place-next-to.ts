import type { Box, ScreenPoint, Size } from '#shared/annotation/projection'

/** The distance between a box and the part of the stage that it belongs to, in CSS pixels. */
const GAP = 16
/** The distance between a box and the edges of the stage, in CSS pixels. */
export const MARGIN = 8

/**
 * Returns the position of a box that belongs to a part of the stage, in CSS pixels: right of the part, else
 * left, below or above it, so that the box does not cover the part. If none of these positions has enough
 * space, the box extends below the stage by at most `overhang`, or else covers the part.
 */
export function placeNextTo(part: Box, box: Size, stage: Size, overhang = 0): ScreenPoint {
  const maxX = stage.width - box.width - MARGIN
  const maxY = stage.height - box.height - MARGIN
  const clampX = (x: number) => Math.max(MARGIN, Math.min(x, maxX))
  const clampY = (y: number) => Math.max(MARGIN, Math.min(y, maxY))
  const x = [part.x + part.width + GAP, part.x - GAP - box.width].find(each => each >= MARGIN && each <= maxX)
  if (x !== undefined) return { x, y: clampY(part.y) }
  const below = part.y + part.height + GAP
  const y =
    [below, part.y - GAP - box.height].find(each => each >= MARGIN && each <= maxY) ??
    (below >= MARGIN && below <= maxY + overhang ? below : undefined)
  return { x: clampX(part.x + GAP), y: y ?? clampY(part.y + GAP) }
}

/** Returns whether two boxes have a common area. */
export const overlaps = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  one.x + one.width > other.x &&
  one.y < other.y + other.height &&
  one.y + one.height > other.y

/**
 * Returns the position of a box that belongs to several parts of the stage: next to the first part, or if the
 * box would cover another part there, next to one of the other parts or next to all of them. If it covers a
 * part at each of these positions, it stays next to the first part.
 */
export function placeNextToAll(
  parts: readonly [Box, ...Box[]],
  box: Size,
  stage: Size,
  overhang = 0,
): ScreenPoint {
  const [left, top] = [Math.min(...parts.map(({ x }) => x)), Math.min(...parts.map(({ y }) => y))]
  const all = {
    x: left,
    y: top,
    width: Math.max(...parts.map(({ x, width }) => x + width)) - left,
    height: Math.max(...parts.map(({ y, height }) => y + height)) - top,
  }
  const placeAt = (part: Box) => placeNextTo(part, box, stage, overhang)
  const isFree = (at: ScreenPoint) => !parts.some(each => overlaps({ ...box, ...at }, each))
  return [...parts, all].map(placeAt).find(isFree) ?? placeAt(parts[0])
}

/**
 * Returns the CSS pixels by which the part must move down (or up, if negative) so that the box fits below it.
 * Returns 0 if the stage shows the whole part and the box of {@link placeNextTo} does not cover it, or if the
 * stage is too low to show both.
 */
export function shiftToUncover(part: Box, box: Size, stage: Size): number {
  const { x, y } = placeNextTo(part, box, stage)
  const isCovered =
    x < part.x + part.width + GAP / 2 &&
    x + box.width > part.x - GAP / 2 &&
    y < part.y + part.height + GAP / 2 &&
    y + box.height > part.y - GAP / 2
  const isOutside = part.y < 0 || part.y + part.height > stage.height
  const top = stage.height - MARGIN - box.height - GAP - part.height
  return (isCovered || isOutside) && top >= MARGIN ? top - part.y : 0
}
