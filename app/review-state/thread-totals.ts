import type { ReviewPayload } from '#shared/contract/review'
import type { ThreadStatus } from '#shared/contract/review-status'

/**
 * Returns the number of threads of each status, as counted by the server: in the whole review, or on the
 * artifacts with the ids `artifactIds`.
 */
export function threadTotals(
  payload: Pick<ReviewPayload, 'artifacts' | 'threadCounts'> | undefined,
  artifactIds?: ReadonlySet<string>,
): Record<ThreadStatus, number> {
  const counted = payload?.artifacts.filter(each => artifactIds?.has(each.id)) ?? []
  const parts = artifactIds ? counted : payload ? [payload] : []
  const totalOf = (status: ThreadStatus) => parts.reduce((sum, each) => sum + each.threadCounts[status], 0)
  return { open: totalOf('open'), addressed: totalOf('addressed'), resolved: totalOf('resolved') }
}
