import { and, eq, inArray, isNotNull, ne, sql, type SQL } from 'drizzle-orm'
import type { HumanActor } from '~~/server/access/actor'
import type { Db } from '~~/server/db'
import { idParts } from '~~/server/db/prepared'
import { artifact, comment, revision, seen, thread } from '~~/server/db/schema'

/**
 * Records, inside the given transaction, that a person has seen all completed revisions of a review and all
 * comments by other authors. Returns the ids of the items that the person had not seen before. Notifications
 * stay unread: the person may not have seen a comment, and would then miss its notification.
 */
export const markAllSeen = (tx: Db, human: HumanActor, reviewId: string): Promise<string[]> =>
  markSeenOf(tx, human, reviewId, {
    revisions: eq(artifact.reviewId, reviewId),
    comments: eq(thread.reviewId, reviewId),
  })

/**
 * Records, inside the given transaction, that a person has checked a thread: the person has seen its comments
 * and the completed revisions of its evidence. Notifications stay unread, as in {@link markAllSeen}.
 */
export async function markThreadSeen(
  tx: Db,
  human: HumanActor,
  { id, reviewId, artifactId }: Pick<typeof thread.$inferSelect, 'id' | 'reviewId' | 'artifactId'>,
): Promise<void> {
  await markSeenOf(tx, human, reviewId, {
    revisions: artifactId === null ? undefined : eq(artifact.id, artifactId),
    comments: eq(thread.id, id),
  })
}

/**
 * Records the revisions that meet the condition, and the comments by other authors that meet the condition,
 * as seen. Returns the ids of the items that were not recorded before.
 */
async function markSeenOf(
  tx: Db,
  human: HumanActor,
  reviewId: string,
  where: { revisions: SQL | undefined; comments: SQL },
): Promise<string[]> {
  const ofPerson = {
    userId: sql<string>`${human.id}`.as('user_id'),
    reviewId: sql<string>`${reviewId}`.as('review_id'),
  }
  const revisions = where.revisions
    ? await tx
        .insert(seen)
        .select(
          tx
            .select({ ...ofPerson, itemId: revision.id })
            .from(revision)
            .innerJoin(artifact, eq(artifact.id, revision.artifactId))
            .where(and(where.revisions, isNotNull(revision.completedAt))),
        )
        .onConflictDoNothing()
        .returning({ id: seen.itemId })
    : []
  const comments = await tx
    .insert(seen)
    .select(
      tx
        .select({ ...ofPerson, itemId: comment.id })
        .from(comment)
        .innerJoin(thread, eq(thread.id, comment.threadId))
        .where(and(where.comments, ne(comment.authorId, human.id))),
    )
    .onConflictDoNothing()
    .returning({ id: seen.itemId })
  return [...revisions, ...comments].map(each => each.id)
}

/** Makes revisions and comments of a review unseen by a person again, inside the given transaction. */
export async function unmarkSeen(
  tx: Db,
  human: HumanActor,
  reviewId: string,
  itemIds: readonly string[],
): Promise<void> {
  const ofPerson = and(eq(seen.userId, human.id), eq(seen.reviewId, reviewId))
  for (const ids of idParts(itemIds)) await tx.delete(seen).where(and(ofPerson, inArray(seen.itemId, ids)))
}
