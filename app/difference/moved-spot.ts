import type { Box, Size } from '#shared/annotation/projection'
import { allMoves, type Change, type Places } from '#shared/difference/changes'

/**
 * The distance, in image pixels, by which the content of a spot moved between two compared images; `removed`
 * if the other image does not have this content.
 */
export type MovedSpot = { dx: number; dy: number } | 'removed'

export interface SpotOptions {
  /**
   * Whether content outside of all moved blocks may have moved with the blocks around it; true by default. If
   * not, such content counts as removed if other content now covers its place.
   */
  infers?: boolean
}

/**
 * Image pixels: the minimum width and height of a spot. A marked point counts as a spot of this size, because
 * it marks the content around it.
 */
const MIN_SIDE = 24
/** A spot moves with a block if at least this fraction of the spot is in the block. */
const MOVES_WITH = 1 / 3
/**
 * A spot is removed if at least this fraction of it is in a removed block. It is covered if at least this
 * fraction is in another block of the second image.
 */
const COVERED = 1 / 2
/**
 * Pixels: two moves that differ by at most this count as equal, because browsers round the position of each
 * element.
 */
const ROUNDING = 2

const SAME_PLACE = { dx: 0, dy: 0 }

/**
 * Returns where the content of a spot of the first image is in the second one. `spot` is in image pixels.
 * Content counts as removed if its block was removed, or was moved below the lower edge of the second image,
 * as in a screenshot of a window. Content that changed moves with the blocks around it.
 */
export function movedSpot(
  changes: readonly Change[],
  spot: Box,
  second: Size,
  { infers = true }: SpotOptions = {},
): MovedSpot {
  const area = atLeast(spot)
  const moves = allMoves(changes)
  const partIn = (box: Box) => commonArea(area, box) / (area.width * area.height)
  const own = mostOf(moves, each => partIn(each.from))
  const removed = mostOf(
    changes.flatMap(each => each.removed ?? []),
    each => partIn(each.from),
  )
  const moved = own && partIn(own.from) >= MOVES_WITH ? own : undefined
  if (removed && partIn(removed.from) >= Math.max(COVERED, moved ? partIn(moved.from) : 0)) return 'removed'
  const coverings = [...moves, ...changes.flatMap(each => each.inserted ?? [])]
  const isCovered = coverings.some(each => partIn(each.to) >= COVERED)
  if (isCovered && !moved && !infers) return 'removed'
  const places = moved ?? (infers ? placesAround(moves, area, isCovered) : undefined)
  if (!places) return SAME_PLACE
  const by = distanceOf(places)
  return area.y + by.dy >= second.height || area.y + area.height + by.dy <= 0 ? 'removed' : by
}

/**
 * Returns where the content of a spot of the second image is in the first image. The result is like that of
 * {@link movedSpot}, for the opposite direction.
 */
export const earlierSpot = (changes: readonly Change[], spot: Box, first: Size): MovedSpot =>
  movedSpot(changes.map(reversed), spot, first)

const reversed = ({ moved, inserted, removed, within, following, ...change }: Change): Change => ({
  ...change,
  ...(moved && { moved: turned(moved) }),
  ...(inserted && { removed: turned(inserted) }),
  ...(removed && { inserted: turned(removed) }),
  ...(within && { within: turned(within) }),
  ...(following && { following: following.map(turned) }),
})

const turned = ({ from, to }: Places): Places => ({ from: to, to: from })

const distanceOf = ({ from, to }: Places) => ({ dx: to.x - from.x, dy: to.y - from.y })

/**
 * Returns the moved block with which a spot outside of all moved blocks has moved; undefined if there is
 * none. It is the nearest moved block above or below the spot. It counts if other content now covers the
 * spot, or if the nearest blocks above and below moved by the same distance.
 */
function placesAround(moves: readonly Places[], area: Box, isCovered: boolean): Places | undefined {
  const inColumns = moves.filter(({ from }) => area.x < from.x + from.width && from.x < area.x + area.width)
  const middle = area.y + area.height / 2
  const above = mostOf(
    inColumns.filter(({ from }) => from.y + from.height <= middle),
    ({ from }) => from.y + from.height,
  )
  const below = mostOf(
    inColumns.filter(({ from }) => from.y >= middle),
    ({ from }) => -from.y,
  )
  const isBetween = above && below && Math.abs(distanceOf(above).dy - distanceOf(below).dy) <= ROUNDING
  return isBetween || isCovered ? (above ?? below) : undefined
}

function atLeast({ x, y, width, height }: Box): Box {
  const [wide, high] = [Math.max(width, MIN_SIDE), Math.max(height, MIN_SIDE)]
  return { x: x - (wide - width) / 2, y: y - (high - height) / 2, width: wide, height: high }
}

function mostOf<T>(all: readonly T[], of: (each: T) => number): T | undefined {
  return all.toSorted((one, other) => of(other) - of(one))[0]
}

function commonArea(one: Box, other: Box): number {
  const along = (a: number, b: number, c: number, d: number) => Math.max(0, Math.min(b, d) - Math.max(a, c))
  const across = along(one.x, one.x + one.width, other.x, other.x + other.width)
  return across * along(one.y, one.y + one.height, other.y, other.y + other.height)
}
