import { union, type Size } from '../../annotation/projection'
import { alignedRows, type Shift } from './aligned-rows'
import { blockSlide, contentOf, contentPixels, hasElement } from './block-edges'
import type { PixelBox } from '../difference'
import { areEqualRows, areSameRows, hashRows, isUniform, type ImageRows } from './image-rows'
import { matchingRows } from './matching-rows'
import type { Images } from '../moves'
import type { PackedPixels } from '../pixels'
import { busyColumns, pageColumns } from './page-columns'
import { findSeam, type Area } from './seam'
import { distanceOf, endOf, MIN_ROWS, ROUNDING, rowBands, startOf, type RowBand } from './row-bands'

/** The minimum height in pixels of an area that is divided into columns. */
const MIN_HEIGHT = 16
/** The maximum number of times that an area is divided into columns, then its columns again, and so on. */
const MAX_DEPTH = 3
/**
 * The minimum ratio of the heights of a changed area in both images at which a block counts as inserted or
 * removed.
 */
const MUCH_HIGHER = 4
/**
 * The maximum distance in pixels between two blocks that moved by the same distance and are joined into one
 * block.
 */
export const BLOCK_GAP = 64

/**
 * The number of unchanged rows above and below the changed area in which edges of blocks are also searched.
 */
const AROUND = 256
/** The number of rows that are aligned at a time, so that this step needs no third image in memory. */
const CHECKED_ROWS = 256
/**
 * The weight of the content of an inserted or removed block among the changed pixels. A person sees the block
 * as one change, while the same number of pixels in many places are many changes.
 */
const BLOCK_WEIGHT = 0.5
/**
 * The maximum number of blocks on each side that are searched for content that changed places. Larger blocks
 * come first. The limit keeps the time of the search proportional to the size of the images.
 */
const MAX_ACROSS = 4

/**
 * The places of a block in both images. In an image that does not have the block, the place has no height.
 */
export interface Block {
  from: PixelBox
  to: PixelBox
}

/** The properties of a part that only the second image has. */
const LACKING = { dy: null, others: [] } as const

/** The blocks of two images that moved up or down, were inserted, or were removed. */
export interface Alignment {
  /** All parts of the second image whose content is at another place in the first image, or not in it. */
  shifts: Shift[]
  moved: Block[]
  inserted: Block[]
  removed: Block[]
  /** The parts of the second image that were added at the lower end of changed blocks that became higher. */
  grown: PixelBox[]
  /** Moved parts that are only an edge of a block that became higher or lower, and not a whole block. */
  resized: Block[]
  /** The parts of the first image that moved out of the second image at its lower edge. */
  cutOff: PixelBox[]
  /**
   * The blocks of `inserted` at the lower edge of the second image that may have been below the lower edge of
   * the first image, because the content above them moved up.
   */
  revealed: Block[]
}

export const emptyAlignment = (): Alignment => ({
  shifts: [],
  moved: [],
  inserted: [],
  removed: [],
  grown: [],
  resized: [],
  cutOff: [],
  revealed: [],
})

interface PageImages extends Images {
  /** The heights of both images without the transparent rows that pad them. */
  heights: readonly [left: number, right: number]
}

/**
 * Finds the blocks of an image that moved up or down as a whole, and the blocks between them that were
 * inserted or removed: the content below a new banner is one change for a person, although all its pixels
 * differ. Compares rows like the lines of a text. Also compares each column of the page separately, such as a
 * sidebar and the content next to it, and uses the better result. Returns null if no content moved up or
 * down.
 */
export function alignImages(left: PackedPixels, right: PackedPixels, size: Size): Alignment | null {
  const heights = [heightOf(left, size), heightOf(right, size)] as const
  const area = changedArea(left, right, size, heights)
  if (!area) return null
  const images = { left, right, size, heights }
  const byRows = alignArea(images, area, 0, 0)
  const byColumns = alignColumns(images, area, 0, 0)
  // Chooses the alignment that leaves the fewest changed pixels, if these are fewer than without movement.
  let best = { alignment: emptyAlignment(), changed: changedPixels(images, emptyAlignment()) }
  // If the second image is shorter, its end is padded with transparent rows. They do not count as a change,
  // because the missing content is already listed as removed or moved blocks.
  const end: Shift = { x: 0, y: heights[1], width: size.width, height: size.height - heights[1], ...LACKING }
  const found = byColumns ? [byColumns, byRows] : [byRows]
  for (const alignment of found.flatMap(each => [each, withExchanged(images, each)])) {
    if (alignment.moved.length + alignment.resized.length === 0) continue
    const padded = { ...alignment, shifts: [...alignment.shifts, end] }
    const changed = changedPixels(images, padded)
    if (changed < best.changed) best = { alignment: padded, changed }
  }
  const { moved, resized } = best.alignment
  if (moved.length + resized.length === 0) return null
  return { ...best.alignment, moved: joinedMoves(moved) }
}

/** Returns the number of changed pixels that remain if an alignment is used: see {@link BLOCK_WEIGHT}. */
function changedPixels(images: PageImages, alignment: Alignment): number {
  const { shifts, inserted, removed, grown, revealed } = alignment
  const { size, left, right } = images
  const { width, height } = size
  let count = 0
  for (const block of inserted)
    if (!revealed.includes(block)) count += BLOCK_WEIGHT * contentPixels(right, size, block.to)
  for (const { from } of removed) count += BLOCK_WEIGHT * contentPixels(left, size, from)
  for (const box of grown) count += contentPixels(right, size, box)
  for (let y = 0; y < height; y += CHECKED_ROWS) {
    const rows = Math.min(CHECKED_ROWS, height - y)
    const aligned = alignedRows(images, shifts, y, rows)
    for (let at = 0; at < rows * width; at++) if (aligned[at] !== right[y * width + at]) count++
  }
  return count
}

/** Returns the area that contains all pixels that differ; null if the images are equal. */
function changedArea(
  left: PackedPixels,
  right: PackedPixels,
  { width }: Size,
  heights: PageImages['heights'],
): Area | null {
  let [first, last] = [width, -1]
  let [top, bottom] = [-1, 0]
  for (let row = 0; row * width < left.length; row++) {
    const at = row * width
    let x = 0
    while (x < width && left[at + x] === right[at + x]) x++
    if (x === width) continue
    if (top === -1) top = row
    bottom = row + 1
    first = Math.min(first, x)
    for (x = width - 1; x > last && left[at + x] === right[at + x];) x--
    last = Math.max(last, x)
  }
  if (last < 0) return null
  const start = Math.max(0, top - AROUND)
  const ends = heights.map(each => (heights[0] === heights[1] ? Math.min(each, bottom + AROUND) : each))
  const [leftEnd = 0, rightEnd = 0] = ends
  return { x: first, width: last - first + 1, left: [start, leftEnd], right: [start, rightEnd] }
}

function heightOf(pixels: PackedPixels, { width }: Size): number {
  let end = pixels.length
  while (end > 0 && pixels[end - 1] === 0) end--
  return Math.ceil(end / width)
}

/** Aligns an area by its equal rows. `above` is the distance by which the rows above the area moved. */
function alignArea(images: PageImages, area: Area, above: number, depth: number): Alignment {
  const alignment = emptyAlignment()
  const left: ImageRows = { ...area, pixels: images.left, size: images.size }
  const right: ImageRows = { ...area, pixels: images.right, size: images.size }
  const runs = matchingRows(hashRows(left, area.left), hashRows(right, area.right)).map(run => ({
    left: run.left + area.left[0],
    right: run.right + area.right[0],
    rows: run.rows,
  }))
  const bands = rowBands(
    runs,
    left,
    run =>
      (run.left === area.left[0] && run.right === area.right[0]) ||
      (run.left + run.rows === area.left[1] && run.right + run.rows === area.right[1]),
  )
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
          ...{ x: area.x, y: run.right, width: area.width, height: run.rows },
          ...{ dy: distanceOf(run), others: [] },
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

/** An aligned area. `start`: the first row of the second image that moved with the rows below the area. */
interface AlignedArea {
  part: Partial<Alignment>
  start: number
}

/** Adds the alignment of a part. */
function addPart(all: Alignment, part: Partial<Alignment>): void {
  all.shifts.push(...(part.shifts ?? []))
  all.moved.push(...(part.moved ?? []))
  all.inserted.push(...(part.inserted ?? []))
  all.removed.push(...(part.removed ?? []))
  all.grown.push(...(part.grown ?? []))
  all.resized.push(...(part.resized ?? []))
  all.cutOff.push(...(part.cutOff ?? []))
  all.revealed.push(...(part.revealed ?? []))
}

/** Aligns an area without equal rows, between rows that moved by two distances. */
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
  [above, below]: readonly [above: number, below: number],
  depth: number,
): AlignedArea {
  const { x, width, left, right } = area
  const start = right[1]
  const [before, after] = [left[1] - left[0], right[1] - right[0]]
  if (before === 0 && after === 0) return { part: {}, start }
  const columns = alignColumns(images, area, above, depth)
  if (columns) return { part: columns, start }
  const box: PixelBox = { x, y: right[0], width, height: after }
  const isUneven = Math.abs(before - after) > ROUNDING
  const now = isUneven ? contentOf({ pixels: images.right, size: images.size, x, width }, right) : null
  const was = isUneven ? contentOf({ pixels: images.left, size: images.size, x, width }, left) : null
  const seam = now && was ? findSeam(images, area) : null
  if (seam !== null) return alignAround(images, area, seam)
  if (isUneven && (!was || after >= MUCH_HIGHER * before)) {
    const isNew = now && !isRevealedEdge(images, now, right[1], above)
    const inserted: Block[] = isNew ? [{ from: { ...now, y: left[1], height: 0 }, to: now }] : []
    const revealed = before === 0 && isRevealed(images, area, above) ? inserted : []
    return { part: { shifts: [{ ...box, ...LACKING }], inserted, revealed }, start }
  }
  if (isUneven && (!now || before >= MUCH_HIGHER * after)) {
    const shifts = after > 0 ? [{ ...box, ...LACKING }] : []
    const removed = was ? [{ from: was, to: { ...was, y: right[1], height: 0 } }] : []
    return { part: { shifts, removed }, start }
  }
  const shared = isUneven ? Math.min(before, after) : after
  const shifts: Shift[] = []
  if (above !== 0 || below !== 0 || depth > 0)
    shifts.push({ ...box, height: shared, dy: above, others: othersOf(above, below) })
  if (after === shared) return { part: { shifts }, start }
  shifts.push({ ...box, y: box.y + shared, height: after - shared, ...LACKING })
  const rows: ImageRows = { pixels: images.right, size: images.size, x, width }
  const grown = contentOf(rows, [right[0] + shared, right[1]])
  return { part: { shifts, grown: grown ? [grown] : [] }, start }
}

/** Returns whether an area at the lower edge came into view because the content above it moved up. */
const isRevealed = ({ heights }: PageImages, { left, right }: Area, above: number) =>
  above < 0 && heights[0] === heights[1] && left[1] === heights[0] && right[1] === heights[1]

/**
 * Returns whether a thin part at the end of the picture is the edge of an element that was cut off before,
 * because the page moved up. Such a part is not new.
 */
const isRevealedEdge = ({ heights }: PageImages, { height }: PixelBox, end: number, above: number) =>
  above < 0 && end === heights[1] && height < MIN_ROWS

/**
 * Aligns an area in which rows were inserted or removed below its first `seam` rows. Both images have these
 * rows, and the rows after the inserted or removed ones.
 */
function alignAround(images: PageImages, { x, width, left, right }: Area, seam: number): AlignedArea {
  const shifts: Shift[] = []
  const [above, below] = [right[0] - left[0], right[1] - left[1]]
  const more = below - above
  const shift = (y: number, height: number, dy: number) => {
    if (height > 0) shifts.push({ x, y, width, height, dy, others: othersOf(dy, dy) })
  }
  const [inLeft, inRight] = [left[0] + seam, right[0] + seam]
  const start = inRight + Math.max(0, more)
  shift(right[0], seam, above)
  shift(start, right[1] - start, below)
  const rows = { size: images.size, x, width }
  if (more > 0) {
    shifts.push({ x, y: inRight, width, height: more, ...LACKING })
    const to = contentOf({ ...rows, pixels: images.right }, [inRight, start])
    const isNew = to && !isRevealedEdge(images, to, start, above)
    const inserted = isNew ? [{ from: { ...to, y: inLeft, height: 0 }, to }] : []
    return { part: { shifts, inserted }, start }
  }
  const from = contentOf({ ...rows, pixels: images.left }, [inLeft, inLeft - more])
  const removed = from ? [{ from, to: { ...from, y: inRight, height: 0 } }] : []
  return { part: { shifts, removed }, start }
}

/**
 * Returns other distances by which parts of an area may have moved, if the rows above and below the area
 * moved by the two given distances.
 */
function othersOf(above: number, below: number): number[] {
  const steps = Array.from({ length: ROUNDING }, (_, at) => at + 1)
  const rounded = above === 0 ? [] : steps.flatMap(by => [above - by, above + by])
  return [...new Set([below, ...rounded, 0])].filter(each => each !== above)
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
function alignColumns(images: PageImages, area: Area, above: number, depth: number): Alignment | null {
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

/**
 * Returns an alignment in which content that is missing at one place and new at another place has moved.
 * Equal rows are first matched only in the order of the page, so of two blocks that change places, one seems
 * to be removed and inserted again. Returns nothing new if there is no such content.
 */
function withExchanged(images: PageImages, alignment: Alignment): Alignment {
  let all = alignment
  for (const block of largestOf(alignment.inserted, ({ to }) => to)) {
    const gone = [...all.removed.map(({ from }) => from), ...all.cutOff]
    for (const from of largestOf(gone, each => each)) {
      const part = exchangedPart(images, from, block.to)
      if (!part) continue
      if (all.cutOff.includes(from)) part.cutOff.push(...part.removed.splice(0).map(each => each.from))
      if (all.revealed.includes(block)) part.revealed.push(...part.inserted)
      const others: Alignment = {
        ...all,
        inserted: all.inserted.filter(each => each !== block),
        removed: all.removed.filter(each => each.from !== from),
        cutOff: all.cutOff.filter(each => each !== from),
      }
      all = emptyAlignment()
      addPart(all, others)
      addPart(all, part)
      break
    }
  }
  return all
}

/**
 * Aligns a block of the first image with a block of the second image. Returns null if no content of the first
 * block is in the second one.
 */
function exchangedPart(images: PageImages, from: PixelBox, to: PixelBox): Alignment | null {
  const isInside = (one: PixelBox, other: PixelBox) =>
    one.x >= other.x && one.x + one.width <= other.x + other.width
  if (!isInside(from, to) && !isInside(to, from)) return null
  const { x, width } = to
  const area: Area = { x, width, left: [from.y, from.y + from.height], right: [to.y, to.y + to.height] }
  const whole = alignArea(images, area, to.y - from.y, 1)
  if (whole.moved.length === 0) return null
  const by = Math.max(...whole.moved.map(each => each.to.y - each.from.y))
  const end = Math.max(from.y, images.heights[1] - by)
  const height = from.y + from.height - end
  if (height <= 0) return whole
  // The end of the block moved out of the picture.
  const part = alignArea(images, { ...area, left: [from.y, end] }, to.y - from.y, 1)
  part.cutOff.push({ ...from, y: end, height })
  return withoutEqualEnd(images, part, end)
}

/**
 * Returns an alignment in which the rows of the first image below the moved blocks do not count as removed if
 * the second image has the same rows below these blocks. `end`: the end of these rows in the first image.
 */
function withoutEqualEnd({ left, right, size }: PageImages, part: Alignment, end: number): Alignment {
  const [first] = part.moved
  if (!first) return part
  const lowest = part.moved.reduce((low, each) => (each.to.y > low.to.y ? each : low), first)
  const { x, width, y, height } = lowest.from
  const rows = { size, x, width }
  const by = lowest.to.y - y
  for (let row = y + height; row < end; row++)
    if (!areSameRows({ ...rows, pixels: left }, row, { ...rows, pixels: right }, row + by)) return part
  const rest: PixelBox = { x, width, y: y + height, height: Math.max(0, end - y - height) }
  const removed = part.removed.filter(({ from }) => from.y < rest.y)
  return { ...part, removed, cutOff: [...part.cutOff, rest] }
}

const largestOf = <T>(blocks: readonly T[], boxOf: (block: T) => PixelBox): T[] =>
  blocks
    .toSorted((a, b) => boxOf(b).width * boxOf(b).height - boxOf(a).width * boxOf(a).height)
    .slice(0, MAX_ACROSS)

/** Returns the shifts for the space between columns. All rows of this space are equal within each image. */
function spaceBetween({ x, width, left, right }: Area, above: number): Shift[] {
  const rows = Math.min(left[1] - left[0], right[1] - right[0])
  const below = right[1] - left[1]
  const upper: Shift = { x, y: right[0], width, height: rows, dy: above, others: [] }
  return [upper, { ...upper, y: right[0] + rows, height: right[1] - right[0] - rows, dy: below }]
}

/**
 * Joins blocks that are close together and moved by the same distance, with a tolerance of {@link ROUNDING}
 * pixels.
 */
function joinedMoves(moved: readonly Block[]): Block[] {
  const all: Block[] = []
  for (const block of moved) {
    let now = block
    for (let near = nearOf(all, now); near; near = nearOf(all, now)) {
      all.splice(all.indexOf(near), 1)
      const most = now.to.height > near.to.height ? now : near
      const to = union(near.to, now.to)
      now = { from: { ...to, y: to.y - (most.to.y - most.from.y) }, to }
    }
    all.push(now)
  }
  return all
}

const nearOf = (all: readonly Block[], { from, to }: Block) =>
  all.find(each => {
    const distances = [each.to.y - each.from.y, to.y - from.y] as const
    return Math.abs(distances[0] - distances[1]) <= ROUNDING && areNear(each.to, to, BLOCK_GAP)
  })

/** Returns whether two boxes are at most `gap` pixels apart. */
export const areNear = (one: PixelBox, other: PixelBox, gap: number): boolean =>
  Math.max(one.x, other.x) - Math.min(one.x + one.width, other.x + other.width) <= gap &&
  Math.max(one.y, other.y) - Math.min(one.y + one.height, other.y + other.height) <= gap
