import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { HumanActor } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { write } from '~~/server/db'
import { artifact, comment, revision, seen, thread } from '~~/server/db/schema'
import { markCommentsRead } from '~~/server/domain/notification/mark-notifications-read'
import { seenItems } from './serialize'

/**
 * Records which completed revisions and comments of a review a person has seen. Ignores other ids. Marks the
 * notifications about these comments as read.
 */
export async function markSeen(
  human: HumanActor,
  input: { id: string; itemIds: string[] },
): Promise<{ reviewId: string; seenItemIds: string[] }> {
  return write(async tx => {
    await loadReview(human, input.id, 'useDashboard', tx)
    const revisions = await tx
      .select({ id: revision.id })
      .from(revision)
      .innerJoin(artifact, eq(artifact.id, revision.artifactId))
      .where(
        and(
          eq(artifact.reviewId, input.id),
          isNotNull(revision.completedAt),
          inArray(revision.id, input.itemIds),
        ),
      )
    const comments = await tx
      .select({ id: comment.id })
      .from(comment)
      .innerJoin(thread, eq(thread.id, comment.threadId))
      .where(and(eq(thread.reviewId, input.id), inArray(comment.id, input.itemIds)))
    const items = [...revisions, ...comments].map(({ id }) => ({
      userId: human.id,
      reviewId: input.id,
      itemId: id,
    }))
    await markCommentsRead(
      tx,
      human.id,
      input.id,
      comments.map(each => each.id),
    )
    if (items.length > 0) await tx.insert(seen).values(items).onConflictDoNothing()
    return { reviewId: input.id, seenItemIds: (await seenItems(tx, human, input.id)) ?? [] }
  })
}
