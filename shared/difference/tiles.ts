import type { Size } from '../annotation/projection'
import type { PackedPixels, PixelBox } from './pixels'

/** The side of the square tiles by which moved content is recognized, in pixels. */
export const TILE = 16
/**
 * The minimum number of colors of a tile. A tile with fewer colors may be background, which is equal in many
 * places.
 */
const MIN_COLORS = 3
/**
 * The maximum number of places of an image in which the same tile may occur. Patterns with more repetitions
 * are skipped.
 */
const MAX_PLACES = 8

/** The upper left corner of a tile, in pixels. */
export interface Tile {
  x: number
  y: number
}

/** Returns a key for maps and sets of a place in an image whose width is less than 65,536 pixels. */
export const keyOf = ({ x, y }: Tile) => y * 65_536 + x

/** Returns the pixels of a tile. */
export const tileBox = ({ x, y }: Tile): PixelBox => ({ x, y, width: TILE, height: TILE })

/**
 * Returns the tiles of an image that overlap a change and are not background, by the hash of their pixels.
 */
export function tilesIn(pixels: PackedPixels, size: Size, changed: readonly PixelBox[]): Map<number, Tile[]> {
  const tiles = new Map<number, Tile[]>()
  const seen = new Set<number>()
  for (const box of changed) {
    const [left, top] = [Math.floor(box.x / TILE) * TILE, Math.floor(box.y / TILE) * TILE]
    for (let y = top; y < box.y + box.height && y + TILE <= size.height; y += TILE) {
      for (let x = left; x < box.x + box.width && x + TILE <= size.width; x += TILE) {
        const tile = { x, y }
        if (seen.has(keyOf(tile)) || !isTextured(pixels, size.width, tile)) continue
        seen.add(keyOf(tile))
        const hash = hashOfTile(pixels, size.width, tile)
        const same = tiles.get(hash)
        if (same) same.push(tile)
        else tiles.set(hash, [tile])
      }
    }
  }
  for (const [hash, same] of tiles) if (same.length > MAX_PLACES) tiles.delete(hash)
  return tiles
}

/** Returns whether a tile has at least {@link MIN_COLORS} colors. */
function isTextured(pixels: PackedPixels, width: number, { x, y }: Tile): boolean {
  const colors = new Set<number>()
  for (let row = y; row < y + TILE; row++) {
    for (let at = row * width + x; at < row * width + x + TILE; at++) {
      colors.add(pixels[at] ?? 0)
      if (colors.size >= MIN_COLORS) return true
    }
  }
  return false
}

// The factors of a rolling hash (Rabin-Karp) in two dimensions. The hash of a window is computed from the
// hash of the adjacent window in two steps.
const ACROSS = 0x01000193
const DOWN = 0x85ebca6b
const FIRST_ACROSS = power(ACROSS, TILE)
const FIRST_DOWN = power(DOWN, TILE)

function power(base: number, exponent: number): number {
  let result = 1
  for (let i = 0; i < exponent; i++) result = Math.imul(result, base)
  return result
}

function hashOfTile(pixels: PackedPixels, width: number, { x, y }: Tile): number {
  let hash = 0
  for (let row = y; row < y + TILE; row++) {
    let across = 0
    for (let at = row * width + x; at < row * width + x + TILE; at++)
      across = (Math.imul(across, ACROSS) + (pixels[at] ?? 0)) | 0
    hash = (Math.imul(hash, DOWN) + across) | 0
  }
  return hash
}

/**
 * Calls a function for each window of TILE × TILE pixels in a box, with its hash and its upper left corner.
 */
export function hashWindows(
  pixels: PackedPixels,
  width: number,
  box: PixelBox,
  call: (hash: number, x: number, y: number) => void,
): void {
  const columns = box.width - TILE + 1
  if (columns <= 0 || box.height < TILE) return
  // `across` has the hashes of the last TILE rows of each window. `windows` has the hash of each window that
  // ends at the current row.
  const across = new Int32Array(columns * TILE)
  const windows = new Int32Array(columns)
  for (let row = 0; row < box.height; row++) {
    const start = (box.y + row) * width + box.x
    const slot = (row % TILE) * columns
    let hash = 0
    for (let i = 0; i < box.width; i++) {
      hash = (Math.imul(hash, ACROSS) + (pixels[start + i] ?? 0)) | 0
      if (i >= TILE) hash = (hash - Math.imul(FIRST_ACROSS, pixels[start + i - TILE] ?? 0)) | 0
      const column = i - TILE + 1
      if (column < 0) continue
      const oldest = row >= TILE ? (across[slot + column] ?? 0) : 0
      const window = (Math.imul(windows[column] ?? 0, DOWN) + hash - Math.imul(FIRST_DOWN, oldest)) | 0
      windows[column] = window
      across[slot + column] = hash
      if (row >= TILE - 1) call(window, box.x + column, box.y + row - TILE + 1)
    }
  }
}
