import { overlap, union } from '../annotation/projection'
import { placesOf, type Change } from './changes'
import { byPlace } from './pixels'

/** Pixels: a moved block that is larger than this remains a change of its own. */
const [WIDEST, HIGHEST] = [256, 96]

/**
 * Joins a small block that moved sideways with the changes next to it on its line. For example, if the text
 * of a button became shorter, the field before the button moves to the right: this is one change for a
 * person. The joined change lists the block in {@link Change.following}, and its `pixels` do not count the
 * pixels of the block. If nothing next to a block changed, the block and the changes inside it remain.
 */
export function joinLineMoves(changes: readonly Change[]): Change[] {
  const rest = new Set(changes)
  for (const block of changes.filter(isSmallMove)) {
    const parts = [...rest].filter(each => isPart(each, block))
    if (!parts.some(each => isOutside(each, block))) continue
    const moves = [...(block.moved ? [block.moved] : []), ...parts.flatMap(each => each.following ?? [])]
    for (const each of [block, ...parts]) rest.delete(each)
    const { x, y, width, height } = [block, ...parts].reduce<Change>(
      (one, other) => ({ ...one, ...union(one, other) }),
      block,
    )
    const pixels = parts.reduce((sum, each) => sum + each.pixels, 0)
    rest.add({ x, y, width, height, pixels, following: moves })
  }
  return [...rest].sort(byPlace)
}

/** Returns whether a change is a small block that moved sideways by less than its own width. */
function isSmallMove({ moved }: Change): boolean {
  if (!moved) return false
  const { from, to } = moved
  return from.y === to.y && from.width <= WIDEST && from.height <= HIGHEST && overlap(from, to)
}

/** Returns whether a change is inside of a moved block, or close to it on its line. */
function isPart(change: Change, block: Change): boolean {
  if (change.moved ?? change.inserted ?? change.removed) return false
  if (change.within) return block.moved !== undefined && !isOutside(change, block)
  const down = Math.min(change.y + change.height, block.y + block.height) - Math.max(change.y, block.y)
  const gap = Math.max(change.x, block.x) - Math.min(change.x + change.width, block.x + block.width)
  return (
    placesOf(change) === undefined &&
    change.height <= HIGHEST &&
    2 * down >= Math.min(change.height, block.height) &&
    2 * gap <= block.height
  )
}

/** Returns whether a part of a change is outside of the new place of a moved block. */
function isOutside({ x, y, width, height }: Change, { moved }: Change): boolean {
  if (!moved) return true
  const { to } = moved
  return x < to.x || y < to.y || x + width > to.x + to.width || y + height > to.y + to.height
}
