import { union } from '../annotation/projection'
import { placesOf, type Change } from './changes'

/** Pixels: the maximum height of regions on one line of text, which is the height of a large heading. */
const LINE = 96

/**
 * Joins regions on one line of text. In large text, the unchanged letters between two changed ones are
 * wider than the gap inside a region. So two regions of a line may be as far apart as the line is high.
 * Blocks that moved, were inserted or removed stay as they are.
 */
export function joinLines(regions: readonly Change[]): Change[] {
  const ended = regions.filter(placesOf)
  // The regions are visited from left to right. Only regions that end close to the visited region can be on
  // its line, so the others are skipped: an image with noise has thousands of them.
  let near: Change[] = []
  for (const region of regions.filter(each => !placesOf(each)).toSorted((a, b) => a.x - b.x)) {
    const isNear = ({ x, width }: Change) => x + width + LINE >= region.x
    ended.push(...near.filter(each => !isNear(each)))
    near = near.filter(isNear)
    const before = near.findIndex(each => isOnLine(each, region))
    const [joined] = before === -1 ? [] : near.splice(before, 1)
    near.push(joined ? { ...union(joined, region), pixels: joined.pixels + region.pixels } : region)
  }
  return [...ended, ...near].sort((a, b) => a.y - b.y || a.x - b.x)
}

function isOnLine(one: Change, other: Change): boolean {
  const [low, high] = [Math.min(one.height, other.height), Math.max(one.height, other.height)]
  const overlap = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  const gap = Math.max(one.x, other.x) - Math.min(one.x + one.width, other.x + other.width)
  return high <= LINE && overlap * 2 >= low && gap <= high
}
