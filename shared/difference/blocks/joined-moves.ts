import { union } from '../../annotation/projection'
import type { Change, Places } from '../changes'
import type { PixelBox } from '../pixels'
import { ROUNDING } from './row-bands'

/**
 * The maximum distance in pixels between two blocks that moved by the same distance and are joined into one
 * block.
 */
const MAX_BLOCK_GAP = 64

interface MovedChange extends Change {
  moved: Places
}

/**
 * Joins moved blocks that are close together and moved by the same distance, with a tolerance of
 * {@link ROUNDING} pixels. The joined block moved by the distance of its highest part.
 */
export function withJoinedMoves(changes: readonly Change[]): Change[] {
  const all: Change[] = []
  for (const change of changes) all.push(isMoved(change) ? joinNear(all, change) : change)
  return all
}

/** Joins a block with the blocks near it, which are removed from the list. */
function joinNear(all: Change[], change: MovedChange): MovedChange {
  let block = change
  for (let near = nearOf(all, block); near; near = nearOf(all, block)) {
    all.splice(all.indexOf(near), 1)
    block = join(near, block)
  }
  return block
}

const isMoved = (change: Change): change is MovedChange => change.moved !== undefined

const distanceOf = ({ moved: { from, to } }: MovedChange) => ({ dx: to.x - from.x, dy: to.y - from.y })

function join(one: MovedChange, other: MovedChange): MovedChange {
  const { dx, dy } = distanceOf(other.moved.to.height > one.moved.to.height ? other : one)
  const to = union(one.moved.to, other.moved.to)
  const moved = { from: { ...to, x: to.x - dx, y: to.y - dy }, to }
  return { ...union(one, other), pixels: one.pixels + other.pixels, moved }
}

function nearOf(all: readonly Change[], change: MovedChange): MovedChange | undefined {
  const { dx, dy } = distanceOf(change)
  return all.filter(isMoved).find(each => {
    const distance = distanceOf(each)
    const difference = Math.max(Math.abs(distance.dx - dx), Math.abs(distance.dy - dy))
    return difference <= ROUNDING && areNear(each.moved.to, change.moved.to)
  })
}

const areNear = (one: PixelBox, other: PixelBox): boolean =>
  Math.max(one.x, other.x) - Math.min(one.x + one.width, other.x + other.width) <= MAX_BLOCK_GAP &&
  Math.max(one.y, other.y) - Math.min(one.y + one.height, other.y + other.height) <= MAX_BLOCK_GAP
