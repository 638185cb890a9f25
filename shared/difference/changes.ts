import type { RectangleGeometry } from '../contract/geometry'
import { fraction } from '../annotation/fraction'
import type { Size } from '../annotation/projection'
import type { PixelBox } from './pixels'
import { byPlace } from './pixels'

/** The places of a block in the first and in the second image, in pixels. */
export type Places = Readonly<Record<'from' | 'to', PixelBox>>

/** A changed region in pixels, and the number of changed pixels in it. */
export interface Change {
  x: number
  y: number
  width: number
  height: number
  pixels: number
  /** The old and the new place of a block that moved. */
  moved?: Places
  /** The place of a block that only the second image has. In the first image, the place has no height. */
  inserted?: Places
  /** The place of a block that only the first image has. In the second image, the place has no height. */
  removed?: Places
  /**
   * The blocks that moved only because this block above them was inserted or removed, or because this change
   * on their line became wider or narrower.
   */
  following?: readonly Places[]
  /**
   * The places in both images of a changed region inside a block that moved. The region itself was at another
   * place in the first image.
   */
  within?: Places
}

/** Returns the places of a change in both images; undefined if it is at the same place in both. */
export const placesOf = ({ moved, inserted, removed, within }: Change): Places | undefined =>
  moved ?? inserted ?? removed ?? within

/** Returns the places of all moved blocks, also of those that followed an inserted or removed block. */
export const allMoves = (changes: readonly Change[]): Places[] =>
  changes.flatMap(({ moved, following = [] }) => [...(moved ? [moved] : []), ...following])

/** The space in pixels between a changed region and the rectangle of a comment on it. */
const MARGIN = 4

/** The side of the square cells into which changed pixels are grouped, in pixels. */
const CELL = 16
/**
 * The maximum distance in pixels between changes that belong to one region. The value is larger than the
 * space between the lines of a paragraph, and smaller than the space between the sections of a page.
 */
const GAP = 20
/** The maximum distance, in cells, between two cells whose changed pixels are at most `GAP` apart. */
const REACH = Math.ceil((GAP + 1) / CELL)

interface Cell {
  left: number
  top: number
  right: number
  bottom: number
  pixels: number
}

/**
 * Returns the rectangle for a comment on a region, in fractions of one of the compared images. Returns null
 * if the region is outside of that image, which is possible if the other image is larger. `margin` is the
 * space between the region and the rectangle, in pixels.
 */
export function rectangleOf(
  { x, y, width, height }: PixelBox,
  image: Size,
  margin = MARGIN,
): RectangleGeometry | null {
  const along = (from: number, length: number, size: number) => {
    const start = fraction((from - margin) / size)
    return { start, length: fraction(fraction((from + length + margin) / size) - start) }
  }
  if (x >= image.width || y >= image.height) return null
  const horizontal = along(x, width, image.width)
  const vertical = along(y, height, image.height)
  return { x: horizontal.start, y: vertical.start, width: horizontal.length, height: vertical.length }
}

/** Groups changed pixels into regions. The pixels are added row by row. */
export function createChangeMap(width: number) {
  const columns = Math.ceil(width / CELL)
  const cells = new Map<number, Cell>()

  function addPixel(atX: number, atY: number): void {
    const key = Math.floor(atY / CELL) * columns + Math.floor(atX / CELL)
    const cell = cells.get(key)
    if (!cell) {
      cells.set(key, { left: atX, top: atY, right: atX, bottom: atY, pixels: 1 })
      return
    }
    cell.left = Math.min(cell.left, atX)
    cell.right = Math.max(cell.right, atX)
    cell.bottom = Math.max(cell.bottom, atY)
    cell.pixels++
  }

  return {
    /**
     * Adds rows of a mask, beginning at row `y`. The mask is RGBA, and unchanged pixels are transparent in
     * it. Returns the number of changed pixels.
     */
    add(mask: Uint8ClampedArray | Uint8Array, y: number): number {
      let changed = 0
      for (let i = 3; i < mask.length; i += 4) {
        if (mask[i] === 0) continue
        changed++
        const pixel = (i - 3) / 4
        addPixel(pixel % width, y + Math.floor(pixel / width))
      }
      return changed
    },
    /** Adds the pixels of an image. `changed` has a byte for each pixel: 0 if it is unchanged. */
    addPixels(changed: Uint8Array): void {
      for (let pixel = changed.findIndex(Boolean); pixel >= 0 && pixel < changed.length; pixel++)
        if (changed[pixel] !== 0) addPixel(pixel % width, Math.floor(pixel / width))
    },
    /** Returns the regions from top to bottom, then from left to right. */
    regions(): Change[] {
      const seen = new Set<number>()
      const regions: Change[] = []
      for (const start of cells.keys()) {
        if (!seen.has(start)) regions.push(boxOf(connectedCells(cells, columns, start, seen)))
      }
      return regions.sort(byPlace)
    },
  }
}

/** Returns whether the changed pixels of two cells are at most `GAP` pixels apart. */
function isNear(one: Cell, other: Cell): boolean {
  const across = Math.max(one.left, other.left) - Math.min(one.right, other.right) - 1
  const down = Math.max(one.top, other.top) - Math.min(one.bottom, other.bottom) - 1
  return across <= GAP && down <= GAP
}

/**
 * Returns the connected component of a cell: all cells that are linked to it by gaps of at most `GAP`. Adds
 * the keys of these cells to `seen`.
 */
function connectedCells(cells: Map<number, Cell>, columns: number, start: number, seen: Set<number>): Cell[] {
  const found: Cell[] = []
  const open = [start]
  seen.add(start)
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const cell = cells.get(key)
    if (!cell) continue
    found.push(cell)
    const column = key % columns
    for (let dy = -REACH; dy <= REACH; dy++) {
      for (let dx = Math.max(-REACH, -column); dx <= Math.min(REACH, columns - 1 - column); dx++) {
        const near = key + dy * columns + dx
        const other = cells.get(near)
        if (!other || seen.has(near) || !isNear(cell, other)) continue
        seen.add(near)
        open.push(near)
      }
    }
  }
  return found
}

function boxOf(cells: Cell[]): Change {
  const box = { left: Infinity, top: Infinity, right: 0, bottom: 0, pixels: 0 }
  for (const cell of cells) {
    box.left = Math.min(box.left, cell.left)
    box.top = Math.min(box.top, cell.top)
    box.right = Math.max(box.right, cell.right)
    box.bottom = Math.max(box.bottom, cell.bottom)
    box.pixels += cell.pixels
  }
  return {
    x: box.left,
    y: box.top,
    width: box.right - box.left + 1,
    height: box.bottom - box.top + 1,
    pixels: box.pixels,
  }
}
