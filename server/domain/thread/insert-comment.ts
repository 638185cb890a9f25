import { eq } from 'drizzle-orm'
import { newId } from '#shared/ids'
import type { Caller } from '~~/server/access/actor'
import type { LoadedReview } from '~~/server/access/loaders'
import type { Db } from '~~/server/db'
import { comment, thread } from '~~/server/db/schema'
import { recordChange } from '~~/server/live/record-change'

/** Adds a comment to a thread in a running transaction, with its audit event, and touches the review. */
export async function insertComment(
  tx: Db,
  caller: Caller,
  loaded: LoadedReview,
  threadId: string,
  body: string,
): Promise<void> {
  const id = newId('comment')
  const now = Date.now()
  await tx.insert(comment).values({
    id,
    threadId,
    body,
    authorType: caller.type,
    authorId: caller.id,
    authorName: caller.name,
    createdAt: now,
  })
  await tx.update(thread).set({ updatedAt: now }).where(eq(thread.id, threadId))
  await recordChange(tx, caller, loaded, 'comment.created', id)
}
