interface Comparable {
  index: number
  isBefore: boolean
  completedAt: string | null
}

/**
 * Returns the revision that shows the state before a change, from revisions in the order of their index: the
 * last completed one that was sent as the state before, unless no revision has followed it yet.
 */
export function revisionBefore<R extends Comparable>(
  revisions: readonly R[],
  current: Comparable | null,
): R | null {
  const isEarlier = ({ index }: Comparable) => current !== null && index < current.index
  return revisions.findLast(each => each.isBefore && each.completedAt !== null && isEarlier(each)) ?? null
}
