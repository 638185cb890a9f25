import type { Size } from '../annotation/projection'
import { isAlmostEqualAfter, isEqualAfter, type Distance, type Images } from './moved-pixels'
import { byPlace, type PackedPixels, type PixelBox } from './pixels'
import { hashWindows, keyOf, TILE, tileBox, tilesIn, type Tile } from './tiles'

/** The minimum number of tiles that must have moved by the same distance to count as a moved block. */
const MIN_TILES = 3
/** The maximum gap between tiles of one block, as a number of tiles. */
const GAP = 3
/**
 * More than the side of an image in pixels. A distance within an image is between the negative and positive.
 */
const MAX_SIDE = 2 ** 15
/** The maximum number of different distances that are tried. */
const MAX_DISTANCES = 32
/**
 * The maximum number of pixels of an image in which moved blocks are searched, because both images are then
 * completely in memory.
 */
export const MAX_PIXELS = 16_000_000

/**
 * A block of the first image that is at another place in the second image. Almost all of its
 * pixels are the same: see {@link isAlmostEqualAfter}.
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
      const key = (y - tile.y + MAX_SIDE) * 2 * MAX_SIDE + (x - tile.x + MAX_SIDE)
      votes.set(key, (votes.get(key) ?? 0) + 1)
    }
  }
  for (const box of separate(changed, size)) hashWindows(right, size.width, box, vote)
  return [...votes]
    .filter(([, count]) => count >= MIN_TILES)
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_DISTANCES)
    .map(([key]) => ({
      dx: (key % (2 * MAX_SIDE)) - MAX_SIDE,
      dy: Math.floor(key / (2 * MAX_SIDE)) - MAX_SIDE,
    }))
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
