import { and, eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import { AppError } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { comment, thread } from '~~/server/db/schema'
import { removeComment } from '~~/server/domain/thread/delete-comment'
import { removeThread } from '~~/server/domain/thread/delete-thread'
import { removeWithBlobs } from '~~/server/domain/thread/remove-with-blobs'
import { readComments } from '~~/server/domain/thread/thread-comments'

/**
 * Deletes all comments of a guest in a review: the threads that the guest started, including replies of
 * others, and the guest's replies in other threads. Throws `not_found` if the guest has no comments in the
 * review.
 */
export async function deleteGuestComments(
  human: HumanActor,
  input: Input<'deleteGuestComments'>,
): Promise<undefined> {
  // Guests send no files. The deleted blobs are images in replies of other people, and video frames that
  // browsers of members sent for comments of the guest.
  await removeWithBlobs(async tx => {
    const loaded = await loadReview(human, input.id, 'deleteComments', tx)
    const written = await tx
      .select({ id: comment.id, threadId: comment.threadId })
      .from(comment)
      .innerJoin(thread, eq(thread.id, comment.threadId))
      .where(and(eq(thread.reviewId, input.id), eq(comment.authorId, input.guestId)))
    if (written.length === 0) throw new AppError('not_found', { message: 'Guest not found.' })
    const keys: string[] = []
    for (const [threadId, comments] of Map.groupBy(written, each => each.threadId)) {
      const [first] = await readComments(tx, threadId)
      if (comments.some(({ id }) => id === first?.id))
        keys.push(...(await removeThread(tx, human, loaded, threadId)))
      else
        for (const { id } of comments)
          keys.push(...(await removeComment(tx, human, { ...loaded, thread: { id: threadId } }, id)))
    }
    return keys
  })
}
