import type { Size } from '../annotation/projection'
import type { PixelBox } from './difference'

/** Pixels: the side of the square tiles by which moved content is recognized. */
const TILE = 16
/** A tile with fewer colors than this may be background, which is equal in many places. */
const MIN_COLORS = 3
/** The same tile may occur in this many places of an image. Patterns with more repetitions are skipped. */
const MAX_PLACES = 8
/** The number of tiles that must have moved by the same distance, so that they count as a moved block. */
const MIN_TILES = 3
/** Tiles with gaps of at most this many tiles belong to one block. */
const GAP = 3
/** From 0 to 1: the part of a box whose pixels must be equal after the move. */
const EQUAL_SHARE = 0.98
/** The largest number of different distances that are tried. */
const MAX_DISTANCES = 32
/** Images with more pixels are not searched, since both are then completely in memory. */
export const MAX_PIXELS = 16_000_000

/**
 * A block of the first image that the second image has in another place. At least {@link EQUAL_SHARE} of its
 * pixels are the same.
 */
export interface Move {
  from: PixelBox
  /** Pixels by which the block moved to the right. */
  dx: number
  /** Pixels by which the block moved down. */
  dy: number
}

/** The pixels of an image as RGBA, in one number for each pixel. */
export type Pixels = Uint32Array

/**
 * Finds the blocks that moved between two images of the same size, within boxes that contain all changes. A
 * block that moved by 40 pixels is one change for a person, although all pixels of its old and its new place
 * differ. Returns the blocks from top to bottom.
 *
 * Each tile of the first image is looked up in the second one by a hash of its pixels. Distances by which
 * several tiles moved are candidates; the pixels of each block are then compared exactly.
 */
export function findMoves(left: Pixels, right: Pixels, size: Size, changed: readonly PixelBox[]): Move[] {
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
  return moves.sort((a, b) => a.from.y - b.from.y || a.from.x - b.from.x)
}

/** The upper left corner of a tile, in pixels. */
interface Tile {
  x: number
  y: number
}

/** How far a box moved, in pixels. */
export interface Distance {
  dx: number
  dy: number
}

/** Two images of the same size. */
export interface Images {
  left: Pixels
  right: Pixels
  size: Size
}

const keyOf = ({ x, y }: Tile) => y * 65_536 + x
const tileBox = ({ x, y }: Tile): PixelBox => ({ x, y, width: TILE, height: TILE })

/** Returns the tiles of an image that touch a change and are no background, by the hash of their pixels. */
function tilesIn(pixels: Pixels, size: Size, changed: readonly PixelBox[]): Map<number, Tile[]> {
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

/** Returns whether a tile has several colors. */
function isTextured(pixels: Pixels, width: number, { x, y }: Tile): boolean {
  const colors = new Set<number>()
  for (let row = y; row < y + TILE; row++) {
    for (let at = row * width + x; at < row * width + x + TILE; at++) {
      colors.add(pixels[at] ?? 0)
      if (colors.size >= MIN_COLORS) return true
    }
  }
  return false
}

// A polynomial hash in both directions (Rabin-Karp): it is updated from one window to the next in two steps.
const ACROSS = 0x01000193
const DOWN = 0x85ebca6b
const FIRST_ACROSS = power(ACROSS, TILE)
const FIRST_DOWN = power(DOWN, TILE)

function power(base: number, exponent: number): number {
  let result = 1
  for (let i = 0; i < exponent; i++) result = Math.imul(result, base)
  return result
}

function hashOfTile(pixels: Pixels, width: number, { x, y }: Tile): number {
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
  right: Pixels,
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

/** Returns bands of full width that together contain the boxes with a margin of a tile, without overlaps. */
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

/** Calls a function with the hash of each window of a box, and with its upper left corner. */
function hashWindows(
  pixels: Pixels,
  width: number,
  box: PixelBox,
  call: (hash: number, x: number, y: number) => void,
): void {
  const columns = box.width - TILE + 1
  if (columns <= 0 || box.height < TILE) return
  // The last TILE rows of hashes across, and the hash of the windows that end at the current row.
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

/** Calls a function with the index and the place of each pixel of a box. */
export function eachPixel(
  { x: left, y: top, width, height }: PixelBox,
  size: Size,
  call: (at: number, x: number, y: number) => void,
): void {
  for (let y = top; y < top + height; y++)
    for (let x = left; x < left + width; x++) call(y * size.width + x, x, y)
}

/**
 * Calls a function with the index and the place of each pixel of the new place of a moved block, and with the
 * index of the same pixel at the old place.
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

/** Returns whether a box is inside of both images and equal after a move. */
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

/** Returns the number of pixels of a box that are equal after a move. Both places must be in the images. */
export function equalPixels({ left, right, size }: Images, box: PixelBox, { dx, dy }: Distance): number {
  let equal = 0
  for (let row = box.y; row < box.y + box.height; row++) {
    const to = (row + dy) * size.width + dx
    for (let column = box.x; column < box.x + box.width; column++)
      if (left[row * size.width + column] === right[to + column]) equal++
  }
  return equal
}

/** Returns whether at least {@link EQUAL_SHARE} of a box is equal after a move. */
export const isAlmostEqualAfter = (images: Images, box: PixelBox, distance: Distance): boolean =>
  equalPixels(images, box, distance) / (box.width * box.height) >= EQUAL_SHARE

/** Groups the tiles of a distance into blocks. Leaves out blocks of a few tiles. */
function blocksOf(
  images: Images,
  tiles: readonly Tile[],
  distance: Distance,
): { tiles: readonly Tile[]; box: PixelBox }[] {
  if (tiles.length < MIN_TILES) return []
  // A page whose content moved down as a whole is one block, although its paragraphs are far apart.
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

/** Groups tiles with small gaps between them. */
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

/** Widens a block by less than a tile on each side, as far as its pixels are equal after the move. */
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
