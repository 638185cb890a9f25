import type { PixelBox } from '../pixels'
import type { Shift } from './aligned-rows'
import { addPart, emptyAlignment, type Alignment, type Block, type PageImages } from './alignment-parts'
import {
  alignAround,
  changedPart,
  grownPart,
  insertedPart,
  removedPart,
  type AlignedArea,
} from './area-parts'
import { blockSlide, contentOf, hasElement } from './block-edges'
import { areEqualRows, areSameRows, hashRows, isUniform, type ImageRows } from './image-rows'
import { matchingRows, type Run } from './matching-rows'
import { busyColumns, pageColumns } from './page-columns'
import { distanceOf, endOf, MIN_ROWS, ROUNDING, rowBands, startOf, type RowBand } from './row-bands'
import { findSeam, type Area } from './seam'

/** The minimum height in pixels of an area that is divided into columns. */
const MIN_HEIGHT = 16
/** The maximum number of times that an area is divided into columns, then its columns again, and so on. */
const MAX_DEPTH = 3
/**
 * The minimum ratio of the heights of a changed area in both images at which a block counts as inserted or
 * removed.
 */
const MUCH_HIGHER = 4

/** Aligns an area by its equal rows. `above` is the distance by which the rows above the area moved. */
export function alignArea(images: PageImages, area: Area, above: number, depth: number): Alignment {
  const alignment = emptyAlignment()
  const left: ImageRows = { ...area, pixels: images.left, size: images.size }
  const right: ImageRows = { ...area, pixels: images.right, size: images.size }
  const runs = matchingRows(hashRows(left, area.left), hashRows(right, area.right)).map(run => ({
    left: run.left + area.left[0],
    right: run.right + area.right[0],
    rows: run.rows,
  }))
  const isAtEnd = (run: Run) =>
    (run.left === area.left[0] && run.right === area.right[0]) ||
    (run.left + run.rows === area.left[1] && run.right + run.rows === area.right[1])
  const bands = rowBands(runs, left, isAtEnd)
  withoutMovedEnd(images, left, right, bands)
  for (const [at, band] of bands.entries()) slideBetween(left, right, bands[at - 1], band)
  let end = { left: area.left[0], right: area.right[0], distance: above }
  for (const band of bands) {
    let top = startOf(band).right
    for (const run of band.runs) {
      const changed: Area = { ...area, left: [end.left, run.left], right: [end.right, run.right] }
      const { part, start } = alignChanged(images, changed, [end.distance, distanceOf(run)], depth)
      addPart(alignment, part)
      if (run === startOf(band)) top = start
      if (distanceOf(run) !== 0 || depth > 0)
        alignment.shifts.push({
          x: area.x,
          y: run.right,
          width: area.width,
          height: run.rows,
          dy: distanceOf(run),
          others: [],
        })
      end = { left: run.left + run.rows, right: run.right + run.rows, distance: distanceOf(run) }
    }
    const moved = movedBlock(right, band, top)
    if (moved) (hasElement(right, moved.to) ? alignment.moved : alignment.resized).push(moved)
  }
  const rest: Area = { ...area, left: [end.left, area.left[1]], right: [end.right, area.right[1]] }
  addPart(alignment, alignChanged(images, rest, [end.distance, end.distance], depth).part)
  return alignment
}

/**
 * Removes the band at the lower end of both images if its rows are equal, but would also be equal if they had
 * moved with the content above them. This is the case inside of a card or table that the lower edge of a
 * screenshot cuts off. Such a band does not show that content stayed there.
 */
function withoutMovedEnd({ heights }: PageImages, left: ImageRows, right: ImageRows, bands: RowBand[]): void {
  const [before, last] = bands.slice(-2)
  if (!before || !last || heights[0] !== heights[1]) return
  const by = distanceOf(endOf(before))
  const end = endOf(last).left + endOf(last).rows
  if (by === 0 || end !== heights[0] || last.runs.some(run => distanceOf(run) !== 0)) return
  const [from, to] = [Math.max(0, -by), Math.max(0, by)]
  for (let row = startOf(last).left; row < end; row++)
    if (row < to || row < from || !areSameRows(left, row - to, right, row - from)) return
  bands.pop()
}

/**
 * Moves the edges of an inserted or removed block between two bands to the place where a person would see
 * them: see {@link blockSlide}.
 */
function slideBetween(left: ImageRows, right: ImageRows, before: RowBand | undefined, after: RowBand): void {
  if (!before) return
  const [last, next] = [endOf(before), startOf(after)]
  const inLeft = [last.left + last.rows, next.left] as const
  const inRight = [last.right + last.rows, next.right] as const
  const isInserted = inLeft[0] === inLeft[1]
  if (isInserted === (inRight[0] === inRight[1])) return
  const most = { up: last.rows - 1, down: next.rows - 1 }
  const by = isInserted ? blockSlide(right, inRight, most) : blockSlide(left, inLeft, most)
  last.rows += by
  next.left += by
  next.right += by
  next.rows -= by
}

/**
 * Returns the moved block that a band of rows contains, without the space at its ends; null if the band did
 * not move. `start` is the first row that moved with the band.
 */
function movedBlock(right: ImageRows, band: RowBand, start: number): Block | null {
  const last = endOf(band)
  const largest = band.runs.reduce((most, run) => (run.rows > most.rows ? run : most))
  const dy = distanceOf(largest)
  if (dy === 0 || band.support < MIN_ROWS) return null
  let [top, bottom] = [start, last.right + last.rows]
  while (top < bottom && isSpace(right, top, top - 1)) top++
  while (top < bottom && isSpace(right, bottom - 1, bottom)) bottom--
  const columns = busyColumns(right, [top, bottom])
  if (top === bottom || !columns) return null
  const to: PixelBox = { ...columns, y: top, height: bottom - top }
  return { from: { ...to, y: top - dy }, to }
}

/**
 * Returns whether all pixels of a row and of the row next to it have the same color. A row outside of the
 * image counts as equal.
 */
const isSpace = (rows: ImageRows, row: number, next: number) =>
  isUniform(rows, row) && (next < 0 || next >= rows.size.height || areEqualRows(rows, row, next))

/** Aligns an area without equal rows. The rows above and below the area moved by two given distances. */
function alignChanged(
  images: PageImages,
  area: Area,
  distances: readonly [above: number, below: number],
  depth: number,
): AlignedArea {
  const { x, width } = area
  const left = withoutCutOff(images, area, distances[0])
  const { part, start } = alignShown(images, { ...area, left }, distances, depth)
  if (left[1] === area.left[1]) return { part, start }
  const gone: PixelBox = { x, y: left[1], width, height: area.left[1] - left[1] }
  return { part: { ...part, cutOff: [gone, ...(part.cutOff ?? [])] }, start }
}

/** Aligns an area like {@link alignChanged}. None of its rows is cut off. */
function alignShown(
  images: PageImages,
  area: Area,
  distances: readonly [above: number, below: number],
  depth: number,
): AlignedArea {
  const { left, right } = area
  const [leftRows, rightRows] = [left[1] - left[0], right[1] - right[0]]
  const start = right[1]
  if (leftRows === 0 && rightRows === 0) return { part: {}, start }
  const columns = alignColumns(images, area, distances[0], depth)
  if (columns) return { part: columns, start }
  if (Math.abs(leftRows - rightRows) <= ROUNDING)
    return { part: changedPart(area, rightRows, distances, depth), start }
  const was = contentOf({ ...area, pixels: images.left, size: images.size }, left)
  const now = contentOf({ ...area, pixels: images.right, size: images.size }, right)
  const seam = now && was ? findSeam(images, area) : null
  if (seam !== null) return alignAround(images, area, seam)
  if (!was || rightRows >= MUCH_HIGHER * leftRows)
    return { part: insertedPart(images, area, now, distances[0]), start }
  if (!now || leftRows >= MUCH_HIGHER * rightRows) return { part: removedPart(area, was), start }
  return { part: grownPart(images, area, distances, depth), start }
}

/**
 * Returns the rows of the first image in an area, without the rows that moved out of the picture: if content
 * moves down in a screenshot of the viewport, its end is cut off at the bottom.
 */
function withoutCutOff({ heights }: PageImages, { left, right }: Area, above: number): [number, number] {
  if (left[1] !== heights[0] || right[1] !== heights[1] || above <= 0) return [left[0], left[1]]
  return [left[0], Math.max(left[0], Math.min(left[1], heights[1] - above))]
}

/** Aligns the columns of an area. Returns null if no column has content that moved. */
export function alignColumns(images: PageImages, area: Area, above: number, depth: number): Alignment | null {
  const heights = [area.left, area.right].map(([start, end]) => end - start)
  if (depth >= MAX_DEPTH || Math.min(...heights) < MIN_HEIGHT) return null
  const spans = [
    [images.left, area.left],
    [images.right, area.right],
  ] as const
  const columns = pageColumns(
    spans.map(([pixels, [start, end]]) => ({ rows: { ...area, pixels, size: images.size }, start, end })),
    area,
  )
  const isWhole = columns.length === 1 && columns[0]?.width === area.width
  if (columns.length === 0 || isWhole) return null
  const parts = columns.map(column => alignArea(images, { ...area, ...column }, above, depth + 1))
  if (!parts.some(each => each.moved.length > 0)) return null
  const all: Alignment = { ...emptyAlignment(), shifts: spaceBetween(area, above) }
  for (const part of parts) addPart(all, part)
  return all
}

/** Returns the shifts for the space between columns. All rows of this space are equal within each image. */
function spaceBetween({ x, width, left, right }: Area, above: number): Shift[] {
  const rows = Math.min(left[1] - left[0], right[1] - right[0])
  const below = right[1] - left[1]
  const upper: Shift = { x, y: right[0], width, height: rows, dy: above, others: [] }
  return [upper, { ...upper, y: right[0] + rows, height: right[1] - right[0] - rows, dy: below }]
}
