import type { Change } from '#shared/difference/changes'
import { text } from '~/text/compare-and-video'
import { formatDecimal } from '~/ui/page/format'

/** Percent: below this share, most of the change are blocks that moved, if there are some. */
const MIN_SHARE = 1

/** The counts of a difference, in pixels. */
export interface Counts {
  changed: number
  total: number
  changes: readonly Change[]
}

/** Returns the changed share of the pixels as text; undefined if it would be rounded to zero. */
export function shareOf({ changed, total }: Pick<Counts, 'changed' | 'total'>): string | undefined {
  const percent = (100 * changed) / Math.max(1, total)
  return percent >= 0.1 ? text.changes.share(formatDecimal(percent)) : undefined
}

/**
 * Returns how much differs. Pixels of blocks that moved are not in the share, so if it is small, the text
 * begins with their number. `others`: the text for the other changes.
 */
export function withMoves({ changed, total, changes }: Counts, others: string): string {
  const moved = changes.filter(each => each.moved).length
  if (moved === 0 || (100 * changed) / Math.max(1, total) >= MIN_SHARE) return others
  const blocks = text.changes.movedBlocks(moved)
  return changed === 0 ? blocks : text.changes.movedAnd(blocks, others)
}
