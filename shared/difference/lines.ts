import type { Change } from './changes'

/** Pixels: the maximum height of regions on one line of text, which is the height of a large heading. */
const LINE = 96

/**
 * Joins regions on one line of text. In large text, the unchanged letters between two changed ones are wider
 * than the gap inside a region. So two regions of a line may be as far apart as the line is high.
 */
export function joinLines(regions: readonly Change[]): Change[] {
  const joined: Change[] = []
  for (const region of regions.toSorted((a, b) => a.x - b.x)) {
    const before = joined.findIndex(each => isOnLine(each, region))
    if (before === -1) joined.push(region)
    else joined.push(union(region, ...joined.splice(before, 1)))
  }
  return joined.sort((a, b) => a.y - b.y || a.x - b.x)
}

function isOnLine(one: Change, other: Change): boolean {
  const [low, high] = [Math.min(one.height, other.height), Math.max(one.height, other.height)]
  const overlap = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  const gap = Math.max(one.x, other.x) - Math.min(one.x + one.width, other.x + other.width)
  return high <= LINE && overlap * 2 >= low && gap <= high
}

function union(...regions: readonly Change[]): Change {
  const [x, y] = [Math.min(...regions.map(each => each.x)), Math.min(...regions.map(each => each.y))]
  return {
    x,
    y,
    width: Math.max(...regions.map(each => each.x + each.width)) - x,
    height: Math.max(...regions.map(each => each.y + each.height)) - y,
    pixels: regions.reduce((sum, each) => sum + each.pixels, 0),
  }
}
