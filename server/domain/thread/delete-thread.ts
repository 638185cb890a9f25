import { eq } from 'drizzle-orm'
import type { Caller } from '~~/server/access/actor'
import { loadThread, type InReview } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import type { Db } from '~~/server/db'
import { comment, commentImage, thread } from '~~/server/db/schema'
import { eventActorOf, type Author } from './author'
import { requireDeletable } from './authorship'
import { blobKeysOf } from './comment-images'
import { removeWithBlobs } from './remove-with-blobs'
import { readComments } from './thread-comments'

/**
 * Deletes a thread with its comments. Owners can delete any thread. Other callers can delete a thread only if
 * they may delete each of its comments: see requireDeletable.
 */
export async function deleteThread(caller: Caller, input: { id: string }): Promise<undefined> {
  await removeWithBlobs(async tx => {
    const loaded = await loadThread(caller, input.id, 'editOwnComments', tx)
    requireDeletable(caller, loaded, await readComments(tx, input.id))
    return removeThread(tx, caller, loaded, input.id)
  })
}

/**
 * Deletes a thread with its comments and records the audit event, inside the given transaction. Returns the
 * blob keys of the thread's frame and images. The caller deletes these blobs after the transaction.
 */
export async function removeThread(tx: Db, author: Author, loaded: InReview, id: string): Promise<string[]> {
  const images = await tx
    .select({ id: commentImage.id, key: commentImage.key })
    .from(commentImage)
    .innerJoin(comment, eq(comment.id, commentImage.commentId))
    .where(eq(comment.threadId, id))
  const [removed] = await tx.delete(thread).where(eq(thread.id, id)).returning({ frameKey: thread.frameKey })
  await recordChange(tx, {
    kind: 'thread.deleted',
    actor: eventActorOf(author),
    subjectId: id,
    ...scopeOf(loaded),
  })
  const frameKeys = removed?.frameKey ? [removed.frameKey] : []
  return [...frameKeys, ...images.flatMap(blobKeysOf)]
}
