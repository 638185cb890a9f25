import type { Comparison } from '../contract/comparison'
import type { ThreadCounts } from '../contract/kit/fields'

/** The fields of an artifact with the comparison with the revision that a person accepted. */
export interface ComparedEvidence {
  currentRevision: { baseline: Pick<Comparison, 'status'> | null } | null
}

/** The fields of an artifact that decide whether a list may leave it out. */
export interface CollapsibleEvidence {
  currentRevision: {
    baseline: Pick<Comparison, 'status'> | null
    differsFromItself: boolean
  } | null
  threadCounts: Pick<ThreadCounts, 'open' | 'addressed'>
}

/** The number of pieces of evidence by the result of the comparison with the accepted revision. */
export interface ChangeCounts {
  changed: number
  /** Evidence of screens without an accepted revision. */
  new: number
  same: number
  /** Evidence that was not compared, because the accepted media has expired. */
  expired: number
}

/**
 * Returns whether a list may leave a piece of evidence out: it looks the same as the accepted revision, all
 * of its pictures of one round look the same, and all of its comments are resolved. Addressed comments do not
 * count as resolved, because a person still has to check them.
 */
export const mayBeCollapsed = ({ currentRevision, threadCounts }: CollapsibleEvidence): boolean =>
  currentRevision?.baseline?.status === 'same' &&
  !currentRevision.differsFromItself &&
  threadCounts.open + threadCounts.addressed === 0

/**
 * Counts evidence by the result of the comparison with the accepted revision. Leaves out evidence that was
 * not compared at all.
 */
export function countChanges(evidence: readonly ComparedEvidence[]): ChangeCounts {
  const counts = { changed: 0, new: 0, same: 0, expired: 0 }
  for (const { currentRevision } of evidence)
    if (currentRevision?.baseline) counts[currentRevision.baseline.status]++
  return counts
}

/**
 * Returns the counts as a text, such as `3 changed, 1 new, 36 same as accepted`. Returns an empty text if no
 * screen was accepted before.
 */
export function changesSummary({ changed, new: added, same, expired }: ChangeCounts): string {
  if (changed + same + expired === 0) return ''
  return [
    changed > 0 && `${changed} changed`,
    added > 0 && `${added} new`,
    same > 0 && `${same} same as accepted`,
    expired > 0 && `${expired} not compared, since the accepted media has expired`,
  ]
    .filter(Boolean)
    .join(', ')
}
