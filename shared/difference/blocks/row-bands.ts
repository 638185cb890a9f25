import { isTextured, type ImageRows } from './image-rows'
import type { Run } from './matching-rows'

/** The minimum number of equal rows with content that count as moved rows. A line of text has more rows. */
export const MIN_ROWS = 8
/**
 * The maximum difference in pixels between the distances by which the parts of one block moved. Browsers
 * round the position of each element to a CSS pixel, which is up to three pixels in a screenshot of a phone.
 */
export const ROUNDING = 3

/**
 * Successive runs of equal rows that moved by the same distance, with a tolerance of {@link ROUNDING} pixels.
 */
export interface RowBand {
  runs: Run[]
  /** The number of rows of the band that have content. */
  support: number
}

/** Returns the number of pixels by which rows moved down from the first to the second image. */
export const distanceOf = ({ left, right }: Run): number => right - left
export const startOf = ({ runs: [first] }: RowBand): Run => first ?? { left: 0, right: 0, rows: 0 }
export const endOf = ({ runs }: RowBand): Run => runs.at(-1) ?? { left: 0, right: 0, rows: 0 }

/**
 * Groups runs of equal rows into bands. Leaves out bands with little content, because blank rows are often
 * equal by chance. `isAtEnd` returns whether a run is at the start or end of both images. A band with such a
 * run is never left out.
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

/** Joins successive bands if their distances differ by at most {@link ROUNDING} pixels. */
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

/**
 * Returns whether bands with distances from `least` to `most` can be joined. Rows that did not move are never
 * joined with rows that moved, because a move by one pixel is a change there.
 */
const canJoin = (least: number, most: number) =>
  least === most || (most - least <= ROUNDING && (least > 0 || most < 0))
