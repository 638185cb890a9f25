import { eq } from 'drizzle-orm'
import type { Db } from '~~/server/db'
import { revision } from '~~/server/db/schema'

/**
 * Returns the status of an artifact after a revision was deleted: `ready` with a completed one, whatever else
 * is declared, and `rejected` without any.
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
