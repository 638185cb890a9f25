import type { ArtifactRow, RevisionRow } from './rows'

/** A person's approval of a piece of evidence. */
export interface StoredApproval {
  /** The name of the person at the time of the approval. */
  by: string
  /** The time of the approval, in epoch milliseconds. */
  at: number
  /** The revision that the person saw. */
  revisionId: string
}

type Approved = Pick<ArtifactRow, 'approvedRevisionId' | 'approvedBy' | 'approvedAt'>
type Compared = Pick<RevisionRow, 'id' | 'index' | 'completedAt' | 'change' | 'embedHash'>

/**
 * Returns the approval of an artifact, and whether it still holds. It holds if the latest completed revision
 * has the same derivative as the approved one, or if each later revision looks the same as the revision
 * before it. `isCarried` states whether there are later completed revisions than the approved one. Returns
 * null if no one approved the artifact.
 */
export function approvalOf(
  { approvedRevisionId, approvedBy, approvedAt }: Approved,
  revisions: readonly Compared[],
): { approval: StoredApproval; holds: boolean; isCarried: boolean } | null {
  const approved = revisions.find(each => each.id === approvedRevisionId)
  if (!approved || approvedBy === null || approvedAt === null) return null
  const later = revisions
    .filter(each => each.index > approved.index && each.completedAt !== null)
    .toSorted((a, b) => a.index - b.index)
  const isEqual = approved.embedHash !== null && later.at(-1)?.embedHash === approved.embedHash
  return {
    approval: { by: approvedBy, at: approvedAt, revisionId: approved.id },
    holds: isEqual || later.every(each => each.change?.status === 'same'),
    isCarried: later.length > 0,
  }
}
