import { and, eq, inArray } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { HumanActor } from '~~/server/access/actor'
import { loadOwnReviews } from '~~/server/access/loaders'
import { write } from '~~/server/db'
import { archived, snoozed } from '~~/server/db/schema'

/**
 * Removes reviews from a person's inbox until anything in them changes. The reviews may be in several
 * workspaces. With `archived: false`, puts the reviews back into the inbox. In both cases the reviews are no
 * longer snoozed. If one of the reviews is not found, changes none of them.
 */
export async function archiveReviews(human: HumanActor, input: Input<'archiveReviews'>): Promise<undefined> {
  const userId = human.id
  await write(async tx => {
    const versions = await loadOwnReviews(human, input.reviewIds, tx)
    const ids = [...versions.keys()]
    for (const table of [archived, snoozed])
      await tx.delete(table).where(and(eq(table.userId, userId), inArray(table.reviewId, ids)))
    if (!input.archived) return
    const rows = [...versions].map(([reviewId, version]) => ({ userId, reviewId, version }))
    await tx.insert(archived).values(rows)
  })
}
