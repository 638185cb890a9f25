import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import type { HumanActor } from '~~/server/access/actor'
import type { Db } from '~~/server/db'
import { artifact, comment, revision, seen, thread } from '~~/server/db/schema'

/**
 * Records, inside the given transaction, that a person has seen all completed revisions of a review and all
 * comments of others. Notifications stay unread: the person may not have seen a comment, and would then miss
 * its notification.
 */
export async function markAllSeen(tx: Db, human: HumanActor, reviewId: string): Promise<void> {
  const ofPerson = {
    userId: sql<string>`${human.id}`.as('user_id'),
    reviewId: sql<string>`${reviewId}`.as('review_id'),
  }
  await tx
    .insert(seen)
    .select(
      tx
        .select({ ...ofPerson, itemId: revision.id })
        .from(revision)
        .innerJoin(artifact, eq(artifact.id, revision.artifactId))
        .where(and(eq(artifact.reviewId, reviewId), isNotNull(revision.completedAt))),
    )
    .onConflictDoNothing()
  await tx
    .insert(seen)
    .select(
      tx
        .select({ ...ofPerson, itemId: comment.id })
        .from(comment)
        .innerJoin(thread, eq(thread.id, comment.threadId))
        .where(and(eq(thread.reviewId, reviewId), ne(comment.authorId, human.id))),
    )
    .onConflictDoNothing()
}
