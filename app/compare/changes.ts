/** A changed region in pixels, and how many pixels of it changed. */
export interface Change {
  x: number
  y: number
  width: number
  height: number
  pixels: number
}

/** Pixels a side of the cells that changes are gathered in. */
const CELL = 16
/**
 * Unchanged pixels between two changes that still belong together: letters and lines of a paragraph do, bars
 * of a page do not.
 */
const GAP = 20
/** Cells that may lie so near. */
const REACH = Math.ceil((GAP + 1) / CELL)

interface Cell {
  left: number
  top: number
  right: number
  bottom: number
  pixels: number
}

/** Gathers changed pixels, row after row, into regions a person would call one change. */
export function createChangeMap(width: number) {
  const columns = Math.ceil(width / CELL)
  const cells = new Map<number, Cell>()

  return {
    /**
     * Takes rows of a mask (RGBA, transparent where nothing changed), the first of them at `y`; answers how
     * many pixels changed.
     */
    add(mask: Uint8ClampedArray | Uint8Array, y: number): number {
      let changed = 0
      for (let i = 3; i < mask.length; i += 4) {
        if (mask[i] === 0) continue
        changed++
        const pixel = (i - 3) / 4
        const [atX, atY] = [pixel % width, y + Math.floor(pixel / width)]
        const key = Math.floor(atY / CELL) * columns + Math.floor(atX / CELL)
        const cell = cells.get(key)
        if (!cell) {
          cells.set(key, { left: atX, top: atY, right: atX, bottom: atY, pixels: 1 })
          continue
        }
        cell.left = Math.min(cell.left, atX)
        cell.right = Math.max(cell.right, atX)
        cell.bottom = Math.max(cell.bottom, atY)
        cell.pixels++
      }
      return changed
    },
    /** The regions, from the top down and left to right. */
    regions(): Change[] {
      const seen = new Set<number>()
      const regions: Change[] = []
      for (const start of cells.keys()) {
        if (!seen.has(start)) regions.push(boxOf(together(cells, columns, start, seen)))
      }
      return regions.sort((a, b) => a.y - b.y || a.x - b.x)
    },
  }
}

/** Whether no more than `GAP` lies between what changed in two cells. */
function isNear(one: Cell, other: Cell): boolean {
  const across = Math.max(one.left, other.left) - Math.min(one.right, other.right) - 1
  const down = Math.max(one.top, other.top) - Math.min(one.bottom, other.bottom) - 1
  return across <= GAP && down <= GAP
}

/** Every cell that is reached from one without a gap wider than `GAP`. */
function together(cells: Map<number, Cell>, columns: number, start: number, seen: Set<number>): Cell[] {
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
