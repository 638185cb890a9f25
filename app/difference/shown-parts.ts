import { roundedPercent } from './rounded-percent'

/**
 * Percent of the pixels: if blocks moved and the changed share is below the first value, the moved blocks are
 * the main change, and their number is shown first. Below the second value, the share is not shown.
 */
export const [MOST_IS_MOVED, SMALL] = [1, 0.1]

/**
 * Returns what a short text says about a comparison: the number of moved blocks, if it is the main change;
 * and the changed percentage, rounded, unless it is tiny next to the moved blocks.
 */
export function shownParts(
  changedPercent: number,
  moved = 0,
): { moved: number; percent: number } | { moved: number } | { percent: number } {
  const percent = roundedPercent(changedPercent)
  if (moved === 0 || percent >= MOST_IS_MOVED) return { percent }
  return percent < SMALL ? { moved } : { moved, percent }
}
