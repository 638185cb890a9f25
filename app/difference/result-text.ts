import type { Change } from '#shared/difference/changes'
import { text } from '~/text/compare-and-video'
import { formatDecimal } from '~/ui/page/format'
import { MOST_IS_MOVED, SMALL } from './shown-parts'

/** The counts of a difference, in pixels. */
export interface Counts {
  changed: number
  total: number
  changes: readonly Change[]
}

/** Returns the changed share of the pixels as text; undefined if it is below 0.1 percent. */
export function shareOf({ changed, total }: Pick<Counts, 'changed' | 'total'>): string | undefined {
  const percent = (100 * changed) / Math.max(1, total)
  return percent >= SMALL ? text.changes.share(formatDecimal(percent)) : undefined
}

/**
 * Returns how much differs. The pixels of moved blocks do not count as changed, so if the changed share is
 * small, the text begins with the number of moved blocks. `others`: the text for the other changes.
 */
export function withMoves({ changed, total, changes }: Counts, others: string): string {
  const moved = changes.filter(each => each.moved).length
  if (moved === 0 || (100 * changed) / Math.max(1, total) >= MOST_IS_MOVED) return others
  const blocks = text.changes.movedBlocks(moved)
  return changed === 0 ? blocks : text.changes.movedAnd(blocks, others)
}

/**
 * Returns how much differs, and in how many places: "1.3% changed in 4 places", or "2 moved". Each change has
 * a letter and is a step for the buttons, so the number of places includes the moved blocks.
 */
export function inPlaces(counts: Counts): string {
  const share = shareOf(counts) ?? text.changes.tinyShareShort
  return withMoves(counts, text.changes.inPlaces(share, counts.changes.length))
}
