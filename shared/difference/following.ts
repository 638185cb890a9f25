import type { Change, Places } from './changes'

/**
 * Pixels: the space that an inserted or removed block has around it is at most as high as the block, within
 * these limits. Rows above and below count together.
 */
const [MIN_SPACE, MAX_SPACE] = [24, 64]

/**
 * Returns the changes without the blocks that moved only because blocks above them were inserted or removed.
 * Such a block is listed in {@link Change.following} of the nearest of these. A block that moved by another
 * distance than the height of the blocks above it, with the space around them, remains a change.
 */
export function withFollowing(changes: readonly Change[]): Change[] {
  const causes = changes.filter(each => each.inserted || each.removed)
  const following = new Map<Change, Places[]>()
  const own = changes.filter(({ moved }) => {
    const cause = moved && causeOf(moved, causes)
    if (!cause) return true
    following.set(cause, [...(following.get(cause) ?? []), moved])
    return false
  })
  return own.map(each => {
    const places = following.get(each)
    return places ? { ...each, following: places } : each
  })
}

/** Returns the nearest inserted or removed block that explains a move together with the others above it. */
function causeOf({ from, to }: Places, causes: readonly Change[]): Change | undefined {
  if (from.x !== to.x) return undefined
  const above = causes.filter(({ inserted, removed }) => {
    const [block, place] = inserted ? [inserted.to, to] : [removed?.from ?? from, from]
    const isInColumn = block.x < place.x + place.width && place.x < block.x + block.width
    return isInColumn && block.y + block.height <= place.y
  })
  const by = to.y - from.y
  let [least, most, sum] = [0, 0, 0]
  for (const { inserted, removed } of above) {
    const height = inserted?.to.height ?? removed?.from.height ?? 0
    const space = Math.min(MAX_SPACE, Math.max(MIN_SPACE, height))
    if (inserted) most += space
    else least -= space
    sum += inserted ? height : -height
  }
  const isExplained = by * sum > 0 && by - sum >= least && by - sum <= most
  return isExplained ? above.toSorted((a, b) => b.y - a.y)[0] : undefined
}
