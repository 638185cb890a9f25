import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '~~/server/db'
import { isCompletedOf } from '~~/server/db/completed-revisions'
import { revision } from '~~/server/db/schema'
import type { RevisionRow } from './rows'

/**
 * Returns the completed revision of an artifact with the given index. Without an index, returns the latest
 * completed revision. Returns undefined if there is none.
 */
export async function findCompleted(
  executor: Db,
  artifactId: string,
  index?: number,
): Promise<RevisionRow | undefined> {
  const [row] = await executor
    .select()
    .from(revision)
    .where(and(isCompletedOf(artifactId), index === undefined ? undefined : eq(revision.index, index)))
    .orderBy(desc(revision.index))
    .limit(1)
  return row
}
