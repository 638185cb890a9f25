import { count, eq } from 'drizzle-orm'
import type { ThreadCounts } from '#shared/contract/kit/fields'
import type { Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { thread } from '~~/server/db/schema'

const noThreads: ThreadCounts = { open: 0, addressed: 0, resolved: 0, total: 0 }

const countsOf = prepared({ reviewId: thread.reviewId }, (executor, { reviewId }) =>
  executor
    .select({ artifactId: thread.artifactId, status: thread.status, count: count() })
    .from(thread)
    .where(eq(thread.reviewId, reviewId))
    .groupBy(thread.artifactId, thread.status),
)

/** Returns the thread counts of a review and of each of its artifacts. Makes only one query. */
export async function countThreads(
  executor: Db,
  reviewId: string,
): Promise<{ review: ThreadCounts; of: (artifactId: string) => ThreadCounts }> {
  const rows = await countsOf(executor, { reviewId })
  const sum = (some: typeof rows) =>
    some.reduce<ThreadCounts>(
      (counts, row) => ({
        ...counts,
        [row.status]: counts[row.status] + row.count,
        total: counts.total + row.count,
      }),
      noThreads,
    )
  const byArtifact = Map.groupBy(rows, row => row.artifactId)
  return { review: sum(rows), of: artifactId => sum(byArtifact.get(artifactId) ?? []) }
}
