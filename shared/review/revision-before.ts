interface Comparable {
  index: number
  isBefore: boolean
  completedAt: string | null
}

/**
 * Returns the revision that shows the state before a change; null if there is none. It is the last completed
 * revision that was sent as a state before a change and is older than the current revision. `revisions` must
 * be sorted by their index.
 */
export function revisionBefore<R extends Comparable>(
  revisions: readonly R[],
  current: Comparable | null,
): R | null {
  const isEarlier = ({ index }: Comparable) => current !== null && index < current.index
  return revisions.findLast(each => each.isBefore && each.completedAt !== null && isEarlier(each)) ?? null
}
