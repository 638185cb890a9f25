import { eq } from 'drizzle-orm'
import { AppError } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { loadComment, type InReview } from '~~/server/access/loaders'
import { scopeOf } from '~~/server/changes/change'
import { recordChange } from '~~/server/changes/record-change'
import type { Db } from '~~/server/db'
import { comment } from '~~/server/db/schema'
import { touchThread } from './add-comment'
import { eventActorOf, type Author } from './author'
import { requireDeletable } from './authorship'
import { blobKeysOf, readImages } from './comment-images'
import { removeThread } from './delete-thread'
import { removeWithBlobs } from './remove-with-blobs'
import { readComments } from './thread-comments'

/**
 * Deletes a comment of the caller; owners can delete any comment. Deleting the first comment of a thread
 * deletes the thread, but throws `conflict` if the thread has replies.
 */
export async function deleteComment(caller: Caller, input: { id: string }): Promise<undefined> {
  await removeWithBlobs(async tx => {
    const loaded = await loadComment(caller, input.id, 'editOwnComments', tx)
    requireDeletable(caller, loaded, [loaded.comment])
    return removeComment(tx, caller, loaded, input.id)
  })
}

/**
 * Deletes a comment, as {@link deleteComment} does, and records its audit event, inside the given
 * transaction. Returns the blob keys of the comment's images and, if the thread is deleted, of its frame. The
 * caller deletes these blobs after the transaction.
 */
export async function removeComment(
  tx: Db,
  author: Author,
  loaded: InReview & { thread: { id: string } },
  id: string,
): Promise<string[]> {
  const threadId = loaded.thread.id
  const [first, ...replies] = await readComments(tx, threadId)
  if (first?.id === id) {
    if (replies.length > 0)
      throw new AppError('conflict', {
        message: 'This comment started a thread that has replies.',
        hint: 'Edit it, or delete the whole thread, which owners may do.',
      })
    return removeThread(tx, author, loaded, threadId)
  }
  const images = await readImages(tx, id)
  await tx.delete(comment).where(eq(comment.id, id))
  await touchThread(tx, { id: threadId, now: Date.now() })
  // The event is about the thread, because the comment no longer exists.
  await recordChange(tx, {
    kind: 'comment.deleted',
    actor: eventActorOf(author),
    subjectId: threadId,
    ...scopeOf(loaded),
  })
  return images.flatMap(blobKeysOf)
}
