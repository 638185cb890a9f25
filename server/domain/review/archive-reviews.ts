import { and, eq, inArray } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { HumanActor } from '~~/server/access/actor'
import { loadOwnReviews } from '~~/server/access/loaders'
import { write, type Db } from '~~/server/db'
import { archived, snoozed } from '~~/server/db/schema'

/**
 * Does for several reviews what `archiveReview` does for one, also in several workspaces. Changes none of
 * them if one is not found.
 */
export async function archiveReviews(human: HumanActor, input: Input<'archiveReviews'>): Promise<undefined> {
  await write(async tx => {
    const versions = await loadOwnReviews(human, input.reviewIds, tx, 'reviewIds')
    await setArchived(tx, human, versions, input.archived)
  })
}

/**
 * Archives reviews for a person at their versions, or puts them back. In both cases they are no longer
 * snoozed.
 */
export async function setArchived(
  tx: Db,
  { id: userId }: HumanActor,
  versions: ReadonlyMap<string, number>,
  isArchived: boolean,
): Promise<void> {
  const ids = [...versions.keys()]
  for (const table of [archived, snoozed])
    await tx.delete(table).where(and(eq(table.userId, userId), inArray(table.reviewId, ids)))
  if (isArchived)
    await tx
      .insert(archived)
      .values([...versions].map(([reviewId, version]) => ({ userId, reviewId, version })))
}
