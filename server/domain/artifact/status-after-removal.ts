import { eq } from 'drizzle-orm'
import type { Db } from '~~/server/db'
import { revision } from '~~/server/db/schema'

/**
 * Returns the status of an artifact after one of its revisions was deleted: `ready` if one of its revisions
 * is complete, even if others are not; `processing` if none is complete; `rejected` if it has no revision.
 */
export async function statusAfterRemoval(
  tx: Db,
  artifactId: string,
): Promise<'processing' | 'ready' | 'rejected'> {
  const others = await tx
    .select({ completedAt: revision.completedAt })
    .from(revision)
    .where(eq(revision.artifactId, artifactId))
  if (others.length === 0) return 'rejected'
  return others.some(each => each.completedAt !== null) ? 'ready' : 'processing'
}
