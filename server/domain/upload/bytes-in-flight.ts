import { and, eq, gt, isNull, sum } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import { AppError } from '#shared/errors'
import { db } from '~~/server/db'
import { artifact, review, revision, upload } from '~~/server/db/schema'

const GiB = 1024 ** 3

/**
 * Throws `conflict` if a workspace has declared the maximum number of bytes whose uploads are neither
 * complete nor cancelled. This limit is needed because incomplete uploads do not count against a quota. Call
 * it before the transaction that declares an upload, so that such transactions of several nodes do not
 * conflict. Concurrent calls may therefore exceed the limit a little.
 */
export async function assertBytesInFlight(
  workspaceId: string,
  { bytes, poster }: { bytes: number; poster?: { bytes: number } },
): Promise<void> {
  const [row] = await db
    .select({ bytes: sum(upload.bytes).mapWith(Number) })
    .from(revision)
    .innerJoin(upload, eq(upload.revisionId, revision.id))
    .innerJoin(artifact, eq(artifact.id, revision.artifactId))
    .innerJoin(review, eq(review.id, artifact.reviewId))
    .where(
      and(
        isNull(revision.completedAt),
        gt(revision.createdAt, Date.now() - limits.abandonedMs),
        eq(review.workspaceId, workspaceId),
      ),
    )
  if ((row?.bytes ?? 0) + bytes + (poster?.bytes ?? 0) <= limits.bytesInFlight) return
  throw new AppError('conflict', {
    message: `This workspace has uploads of ${limits.bytesInFlight / GiB} GiB in progress, the maximum.`,
    hint: 'Complete them, or cancel them with DELETE /v1/revisions/{id}, then declare again.',
  })
}
