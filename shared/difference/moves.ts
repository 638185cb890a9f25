import type { Size } from '../annotation/projection'
import type { PixelBox } from './difference'
import { byPlace, type PackedPixels } from './pixels'

/** The side of the square tiles by which moved content is recognized, in pixels. */
const TILE = 16
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
/** The minimum number of tiles that must have moved by the same distance to count as a moved block. */
const MIN_TILES = 3
/** The maximum gap between tiles of one block, as a number of tiles. */
const GAP = 3
/**
 * The minimum share, from 0 to 1, of the pixels of a moved block that must be equal at its old and new place.
 */
const EQUAL_SHARE = 0.98
/** The maximum number of different distances that are tried. */
const MAX_DISTANCES = 32
/**
 * The maximum number of pixels of an image in which moved blocks are searched, because both images are then
 * completely in memory.
 */
export const MAX_PIXELS = 16_000_000

/**
 * A block of the first image that is at another place in the second image. At least {@link EQUAL_SHARE} of
 * its pixels are the same.
 */
export interface Move {
  from: PixelBox
  /** The number of pixels by which the block moved to the right. */
  dx: number
  /** The number of pixels by which the block moved down. */
  dy: number
}

/**
 * Finds the blocks that moved between two images of the same size, within boxes that contain all changes. A
 * block that moved by 40 pixels is one change for a person, although all pixels of its old and its new place
 * differ. Returns the blocks from top to bottom.
 *
 * Each tile of the first image is looked up in the second one by a hash of its pixels. Distances by which
 * several tiles moved are candidates; the pixels of each block are then compared exactly.
 */
export function findMoves(
  left: PackedPixels,
  right: PackedPixels,
  size: Size,
  changed: readonly PixelBox[],
): Move[] {
  if (size.width * size.height > MAX_PIXELS || changed.length === 0) return []
  const tiles = tilesIn(left, size, changed)
  if (tiles.size === 0) return []
  const images = { left, right, size }
  const moves: Move[] = []
  const taken = new Set<number>()
  for (const distance of candidates(tiles, right, size, changed)) {
    const found = [...tiles.values()]
      .flat()
      .filter(tile => !taken.has(keyOf(tile)) && isEqualAfter(images, tileBox(tile), distance))
    for (const block of blocksOf(images, found, distance)) {
      for (const tile of block.tiles) taken.add(keyOf(tile))
      moves.push({ from: widened(images, block.box, distance), ...distance })
    }
  }
  return moves.sort((a, b) => byPlace(a.from, b.from))
}

/** The upper left corner of a tile, in pixels. */
interface Tile {
  x: number
  y: number
}

/** The distance in pixels by which a box moved to the right and down. */
export interface Distance {
  dx: number
  dy: number
}

/** Two images of the same size. */
export interface Images {
  left: PackedPixels
  right: PackedPixels
  size: Size
}

const keyOf = ({ x, y }: Tile) => y * 65_536 + x
const tileBox = ({ x, y }: Tile): PixelBox => ({ x, y, width: TILE, height: TILE })

/**
 * Returns the tiles of an image that overlap a change and are not background, by the hash of their pixels.
 */
function tilesIn(pixels: PackedPixels, size: Size, changed: readonly PixelBox[]): Map<number, Tile[]> {
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
 * Returns the distances by which at least {@link MIN_TILES} tiles may have moved, the most frequent first.
 * All windows of the second image that touch a change are compared with the tiles.
 */
function candidates(
  tiles: Map<number, Tile[]>,
  right: PackedPixels,
  size: Size,
  changed: readonly PixelBox[],
): Distance[] {
  const votes = new Map<number, number>()
  const vote = (hash: number, x: number, y: number) => {
    for (const tile of tiles.get(hash) ?? []) {
      if (tile.x === x && tile.y === y) continue
      const key = (y - tile.y + 32_768) * 65_536 + (x - tile.x + 32_768)
      votes.set(key, (votes.get(key) ?? 0) + 1)
    }
  }
  for (const box of separate(changed, size)) hashWindows(right, size.width, box, vote)
  return [...votes]
    .filter(([, count]) => count >= MIN_TILES)
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_DISTANCES)
    .map(([key]) => ({ dx: (key % 65_536) - 32_768, dy: Math.floor(key / 65_536) - 32_768 }))
}

/**
 * Merges boxes into bands with the full width of the image. The bands contain the boxes with a margin of one
 * tile, and do not overlap.
 */
function separate(boxes: readonly PixelBox[], { width, height }: Size): PixelBox[] {
  const bands: [top: number, bottom: number][] = []
  for (const { y, height: rows } of [...boxes].sort((a, b) => a.y - b.y)) {
    const [top, bottom] = [Math.max(0, y - TILE), Math.min(height, y + rows + TILE)]
    const last = bands.at(-1)
    if (last && top <= last[1]) last[1] = Math.max(last[1], bottom)
    else bands.push([top, bottom])
  }
  return bands.map(([top, bottom]) => ({ x: 0, y: top, width, height: bottom - top }))
}

/**
 * Calls a function for each window of TILE × TILE pixels in a box, with its hash and its upper left corner.
 */
function hashWindows(
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

/** Calls a function for each pixel of a box, with its index in the image and its coordinates. */
export function eachPixel(
  { x: left, y: top, width, height }: PixelBox,
  size: Size,
  call: (at: number, x: number, y: number) => void,
): void {
  for (let y = top; y < top + height; y++)
    for (let x = left; x < left + width; x++) call(y * size.width + x, x, y)
}

/**
 * Calls a function for each pixel of a moved block at its new place, with its index, the index of the same
 * pixel at the old place, and its coordinates.
 */
export function eachMovedPixel(
  { from, to }: { from: PixelBox; to: PixelBox },
  size: Size,
  call: (at: number, origin: number, x: number, y: number) => void,
): void {
  const back = (from.y - to.y) * size.width + from.x - to.x
  eachPixel(to, size, (at, x, y) => call(at, at + back, x, y))
}

/** Returns whether a pixel is in a box. */
export const isIn = (box: PixelBox, x: number, y: number): boolean =>
  x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height

/** Returns whether a box is inside both images and its pixels are equal after a move. */
export function isEqualAfter({ left, right, size }: Images, box: PixelBox, { dx, dy }: Distance): boolean {
  const { x, y, width, height } = box
  if (x < 0 || y < 0 || x + width > size.width || y + height > size.height) return false
  if (x + dx < 0 || y + dy < 0 || x + dx + width > size.width || y + dy + height > size.height) return false
  for (let row = y; row < y + height; row++) {
    const from = row * size.width
    const to = (row + dy) * size.width + dx
    for (let column = x; column < x + width; column++)
      if (left[from + column] !== right[to + column]) return false
  }
  return true
}

/**
 * Returns the number of pixels of a box that are equal after a move. The old and the new place must be inside
 * the images.
 */
export function equalPixels({ left, right, size }: Images, box: PixelBox, { dx, dy }: Distance): number {
  let equal = 0
  for (let row = box.y; row < box.y + box.height; row++) {
    const to = (row + dy) * size.width + dx
    for (let column = box.x; column < box.x + box.width; column++)
      if (left[row * size.width + column] === right[to + column]) equal++
  }
  return equal
}

/** Returns whether at least {@link EQUAL_SHARE} of the pixels of a box are equal after a move. */
export const isAlmostEqualAfter = (images: Images, box: PixelBox, distance: Distance): boolean =>
  equalPixels(images, box, distance) / (box.width * box.height) >= EQUAL_SHARE

/**
 * Groups tiles that moved by the same distance into blocks. Leaves out blocks with fewer than
 * {@link MIN_TILES} tiles.
 */
function blocksOf(
  images: Images,
  tiles: readonly Tile[],
  distance: Distance,
): { tiles: readonly Tile[]; box: PixelBox }[] {
  if (tiles.length < MIN_TILES) return []
  // If the whole content of a page moved down, it is one block, although its paragraphs are far apart.
  const whole = boundsOf(tiles)
  if (isAlmostEqualAfter(images, whole, distance)) return [{ tiles, box: whole }]
  return nearGroups(tiles)
    .filter(group => group.length >= MIN_TILES)
    .map(group => ({ tiles: group, box: boundsOf(group) }))
    .filter(({ box }) => isAlmostEqualAfter(images, box, distance))
}

function boundsOf(tiles: readonly Tile[]): PixelBox {
  const bounds = { left: Infinity, top: Infinity, right: 0, bottom: 0 }
  for (const { x, y } of tiles) {
    bounds.left = Math.min(bounds.left, x)
    bounds.top = Math.min(bounds.top, y)
    bounds.right = Math.max(bounds.right, x + TILE)
    bounds.bottom = Math.max(bounds.bottom, y + TILE)
  }
  const { left, top, right, bottom } = bounds
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Groups tiles that are at most {@link GAP} tiles apart. */
function nearGroups(tiles: readonly Tile[]): Tile[][] {
  const open = new Map(tiles.map(tile => [keyOf(tile), tile]))
  const groups: Tile[][] = []
  for (const first of tiles) {
    if (!open.delete(keyOf(first))) continue
    const group = [first]
    for (const { x, y } of group) {
      for (let down = -GAP; down <= GAP; down++) {
        for (let across = -GAP; across <= GAP; across++) {
          const near = open.get(keyOf({ x: x + across * TILE, y: y + down * TILE }))
          if (!near) continue
          open.delete(keyOf(near))
          group.push(near)
        }
      }
    }
    groups.push(group)
  }
  return groups
}

/** Extends a block on each side by less than a tile, as long as the added pixels are equal after the move. */
function widened(images: Images, box: PixelBox, distance: Distance): PixelBox {
  const wide = { ...box }
  for (let i = 1; i < TILE; i++) {
    if (isEqualAfter(images, { ...wide, y: wide.y - 1, height: 1 }, distance)) {
      wide.y -= 1
      wide.height += 1
    }
    if (isEqualAfter(images, { ...wide, y: wide.y + wide.height, height: 1 }, distance)) wide.height += 1
    if (isEqualAfter(images, { ...wide, x: wide.x - 1, width: 1 }, distance)) {
      wide.x -= 1
      wide.width += 1
    }
    if (isEqualAfter(images, { ...wide, x: wide.x + wide.width, width: 1 }, distance)) wide.width += 1
  }
  return wide
}
