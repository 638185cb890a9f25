import { union, type Size } from '../annotation/projection'
import { placesOf, type Change } from './changes'
import { byPlace, type PackedPixels } from './pixels'

/** The maximum height in pixels of regions on one line of text. It is the height of a large heading. */
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
  return [...ended, ...near].sort(byPlace)
}

function isOnLine(one: Change, other: Change): boolean {
  const [low, high] = [Math.min(one.height, other.height), Math.max(one.height, other.height)]
  const overlap = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  const gap = Math.max(one.x, other.x) - Math.min(one.x + one.width, other.x + other.width)
  return high <= LINE && overlap * 2 >= low && gap <= high
}

/**
 * The number of rows above a line of text that are checked for a common background of the parts of the line.
 */
const ABOVE = 10
/** The maximum space between two rows of a table, as a multiple of their height. */
const MAX_SPACE = 2.5
/** The minimum number of rows of a table. */
const MIN_ROWS = 2
/** The minimum ratio of width to height that at least one text in each row of a table has. */
const MIN_ASPECT = 2

/** Changes side by side on one background, such as the changed cells in a row of a table. */
interface Row {
  parts: Change[]
  box: Change
}

/**
 * Joins the changes of a table with several rows into one change. For example, if a column becomes wider, all
 * cells of all rows change. `pixels` are the pixels of the second image.
 */
export function joinTableRows(pixels: PackedPixels, size: Size, changes: readonly Change[]): Change[] {
  const isCell = ({ moved, inserted, removed, height }: Change) =>
    !moved && !inserted && !removed && height <= LINE
  const rows: Row[] = []
  for (const part of changes.filter(isCell).toSorted((a, b) => a.x - b.x)) {
    const row = rows.find(({ parts, box }) => {
      const last = parts.at(-1)
      return last && isSideBySide(box, part) && areOnBackground(pixels, size, last, part)
    })
    if (row) Object.assign(row, { parts: [...row.parts, part], box: joined([row.box, part]) })
    else rows.push({ parts: [part], box: part })
  }
  const tables: Row[][] = []
  for (const row of rows.filter(isTableRow).toSorted((a, b) => a.box.y - b.box.y)) {
    const table = tables.find(each => each.at(-1) && isNextRow(each.at(-1) as Row, row))
    if (table) table.push(row)
    else tables.push([row])
  }
  const groups = tables.filter(each => each.length >= MIN_ROWS).map(each => each.flatMap(row => row.parts))
  const grouped = new Set(groups.flat())
  return [...changes.filter(each => !grouped.has(each)), ...groups.map(joined)].sort(byPlace)
}

function joined(parts: readonly Change[]): Change {
  return parts.reduce((one, other) => ({
    ...union(one, other),
    pixels: one.pixels + other.pixels,
    ...(one.within &&
      other.within && {
        within: {
          from: union(one.within.from, other.within.from),
          to: union(one.within.to, other.within.to),
        },
      }),
  }))
}

const isTableRow = ({ parts }: Row) =>
  parts.length > 1 && parts.some(({ width, height }) => width >= MIN_ASPECT * height)

/** Returns the distance in pixels by which a change moved down with the block around it. */
const shiftOf = ({ within }: Change) => (within ? within.to.y - within.from.y : 0)

function isSideBySide(one: Change, other: Change): boolean {
  const overlap = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  return overlap * 2 >= Math.min(one.height, other.height) && shiftOf(one) === shiftOf(other)
}

/**
 * Returns whether some row of pixels above two changes has only one color between the left end of the first
 * change and the right end of the second one. Then both are on one background.
 */
function areOnBackground(pixels: PackedPixels, { width }: Size, one: Change, other: Change): boolean {
  const top = Math.min(one.y, other.y)
  for (let y = top - 1; y >= Math.max(0, top - ABOVE); y--) {
    const row = pixels.subarray(y * width + one.x, y * width + other.x + other.width)
    if (row.every(each => each === row[0])) return true
  }
  return false
}

/**
 * Returns whether a row is the next row of a table: it is close below the last row, and has changes in the
 * same columns.
 */
function isNextRow(last: Row, next: Row): boolean {
  const space = next.box.y - last.box.y - last.box.height
  const inColumn = next.parts.filter(part =>
    last.parts.some(({ x, width }) => part.x < x + width && x < part.x + part.width),
  )
  const isNear = space <= MAX_SPACE * Math.max(last.box.height, next.box.height)
  return isNear && inColumn.length > 1 && shiftOf(last.box) === shiftOf(next.box)
}
