import { isTextured, type ImageRows } from './image-rows'
import type { Run } from './matching-rows'

/**
 * The number of rows with content that must be equal, so that rows count as moved. A line of text has
 * more.
 */
export const MIN_ROWS = 8
/**
 * Pixels: distances in one block may differ by this, because browsers round the place of each element to
 * a CSS pixel. A screenshot of a phone has up to three pixels for it.
 */
export const ROUNDING = 3

/** Successive equal rows that are at the same distance in both images, apart from {@link ROUNDING}. */
export interface RowBand {
  runs: Run[]
  /** The number of its rows with content. */
  support: number
}

/** The number of pixels by which rows are lower in the second image. */
export const distanceOf = ({ left, right }: Run): number => right - left
export const startOf = ({ runs: [first] }: RowBand): Run => first ?? { left: 0, right: 0, rows: 0 }
export const endOf = ({ runs }: RowBand): Run => runs.at(-1) ?? { left: 0, right: 0, rows: 0 }

/**
 * Groups runs of equal rows into bands. Leaves out bands with little content: a blank row is equal to
 * others by chance. `isAtEnd` returns whether a run is at an end of both images, where it may be blank.
 */
export function rowBands(runs: readonly Run[], left: ImageRows, isAtEnd: (run: Run) => boolean): RowBand[] {
  let bands = joined(runs.map(run => ({ runs: [run], support: supportOf(left, run) })))
  for (;;) {
    const weak = bands.filter(each => each.support < MIN_ROWS && !each.runs.some(isAtEnd))
    if (weak.length === 0) return bands
    const weakest = Math.min(...weak.map(each => each.support))
    bands = joined(bands.filter(each => !(weak.includes(each) && each.support === weakest)))
  }
}

function supportOf(left: ImageRows, { left: start, rows }: Run): number {
  let support = 0
  for (let row = start; row < start + rows; row++) if (isTextured(left, row)) support++
  return support
}

/** Joins successive bands, unless their distances differ by more than rounding does. */
function joined(bands: readonly RowBand[]): RowBand[] {
  const all: RowBand[] = []
  let [least, most] = [0, 0]
  for (const band of bands) {
    const last = all.at(-1)
    const distances = band.runs.map(distanceOf)
    const [low, high] = [Math.min(...distances), Math.max(...distances)]
    const isJoined = last !== undefined && canJoin(Math.min(least, low), Math.max(most, high))
    ;[least, most] = isJoined ? [Math.min(least, low), Math.max(most, high)] : [low, high]
    if (isJoined) {
      last.runs.push(...band.runs)
      last.support += band.support
    } else all.push({ runs: [...band.runs], support: band.support })
  }
  return all
}

/** Rows that did not move are a band of their own: next to them, a move by one pixel is a change. */
const canJoin = (least: number, most: number) =>
  least === most || (most - least <= ROUNDING && (least > 0 || most < 0))
