import type { Box, Size } from '#shared/annotation/projection'
import type { Change, Places } from '#shared/difference/changes'

/** Where the content of a spot is in the other one of two compared images. Distances are in image pixels. */
export type MovedSpot = { dx: number; dy: number } | 'gone'

/** Image pixels: a spot is at least this wide and high. What a point means is around it. */
const MIN_SIDE = 24
/** The part of a spot that must be in a block, so that the spot moves with the block. */
const MOVES_WITH = 1 / 3
/** The part of a spot that must be in a removed block, or be covered by another block, to be gone. */
const COVERED = 1 / 2
/** Pixels: browsers round the place of each element, so that the parts of a block differ by this much. */
const ROUNDING = 2

const SAME_PLACE = { dx: 0, dy: 0 }

/**
 * Returns where the content of a spot of the first image is in the second one. `spot` is in image pixels.
 * Content is gone if its block was removed, or was moved below the lower edge of the second image, as in a
 * screenshot of a window. Content that changed moves with the blocks around it.
 */
export function movedSpot(changes: readonly Change[], spot: Box, second: Size): MovedSpot {
  const area = atLeast(spot)
  const moves = changes.flatMap(each => each.moved ?? [])
  const partIn = (box: Box) => commonArea(area, box) / (area.width * area.height)
  const own = mostOf(moves, each => partIn(each.from))
  const removed = mostOf(
    changes.flatMap(each => each.removed ?? []),
    each => partIn(each.from),
  )
  const moved = own && partIn(own.from) >= MOVES_WITH ? own : undefined
  if (removed && partIn(removed.from) >= Math.max(COVERED, moved ? partIn(moved.from) : 0)) return 'gone'
  const coverings = changes.flatMap(each => each.moved ?? each.inserted ?? [])
  const isCovered = coverings.some(each => partIn(each.to) >= COVERED)
  const places = moved ?? placesAround(moves, area, isCovered)
  if (!places) return SAME_PLACE
  const by = distanceOf(places)
  return area.y + by.dy >= second.height || area.y + area.height + by.dy <= 0 ? 'gone' : by
}

/** Returns the same for a spot of the second image: where its content is in the first one. */
export const earlierSpot = (changes: readonly Change[], spot: Box, first: Size): MovedSpot =>
  movedSpot(changes.map(reversed), spot, first)

const reversed = ({ moved, inserted, removed, within, ...change }: Change): Change => ({
  ...change,
  ...(moved && { moved: turned(moved) }),
  ...(inserted && { removed: turned(inserted) }),
  ...(removed && { inserted: turned(removed) }),
  ...(within && { within: turned(within) }),
})

const turned = ({ from, to }: Places): Places => ({ from: to, to: from })

const distanceOf = ({ from, to }: Places) => ({ dx: to.x - from.x, dy: to.y - from.y })

/**
 * Returns the block with which a spot moved that is in none, in its columns: a block next to it, if another
 * block covers the spot's place, or if the blocks above and below it moved by the same distance.
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
