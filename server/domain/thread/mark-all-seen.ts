import { and, eq, isNotNull, ne, sql, type SQL } from 'drizzle-orm'
import type { HumanActor } from '~~/server/access/actor'
import type { Db } from '~~/server/db'
import { artifact, comment, revision, seen, thread } from '~~/server/db/schema'

/**
 * Records, inside the given transaction, that a person has seen all completed revisions of a review and all
 * comments of others. Notifications stay unread: the person may not have seen a comment, and would then miss
 * its notification.
 */
export const markAllSeen = (tx: Db, human: HumanActor, reviewId: string): Promise<void> =>
  markSeenOf(tx, human, reviewId, {
    revisions: eq(artifact.reviewId, reviewId),
    comments: eq(thread.reviewId, reviewId),
  })

/**
 * Records, inside the given transaction, that a person has checked a thread: that they have seen its comments
 * and the completed revisions of its evidence. Notifications stay unread, as in {@link markAllSeen}.
 */
export const markThreadSeen = (
  tx: Db,
  human: HumanActor,
  { id, reviewId, artifactId }: Pick<typeof thread.$inferSelect, 'id' | 'reviewId' | 'artifactId'>,
): Promise<void> =>
  markSeenOf(tx, human, reviewId, {
    revisions: artifactId === null ? undefined : eq(artifact.id, artifactId),
    comments: eq(thread.id, id),
  })

/** Records the revisions and the comments of others that meet the conditions as seen. */
async function markSeenOf(
  tx: Db,
  human: HumanActor,
  reviewId: string,
  where: { revisions: SQL | undefined; comments: SQL },
): Promise<void> {
  const ofPerson = {
    userId: sql<string>`${human.id}`.as('user_id'),
    reviewId: sql<string>`${reviewId}`.as('review_id'),
  }
  if (where.revisions)
    await tx
      .insert(seen)
      .select(
        tx
          .select({ ...ofPerson, itemId: revision.id })
          .from(revision)
          .innerJoin(artifact, eq(artifact.id, revision.artifactId))
          .where(and(where.revisions, isNotNull(revision.completedAt))),
      )
      .onConflictDoNothing()
  await tx
    .insert(seen)
    .select(
      tx
        .select({ ...ofPerson, itemId: comment.id })
        .from(comment)
        .innerJoin(thread, eq(thread.id, comment.threadId))
        .where(and(where.comments, ne(comment.authorId, human.id))),
    )
    .onConflictDoNothing()
}
