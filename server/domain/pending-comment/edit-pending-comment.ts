import { eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { PendingComment } from '#shared/contract/pending-comment'
import type { HumanActor } from '~~/server/access/actor'
import { loadPendingComment } from '~~/server/access/loaders'
import { write } from '~~/server/db'
import { pendingComment } from '~~/server/db/schema'
import { changeImages } from '~~/server/domain/thread/comment-images'
import { removeUnnamed } from '~~/server/storage/remove-blobs'
import { serializePending } from './pending-comments'

/** Changes the text and the images of a pending comment of the caller. */
export async function editPendingComment(
  human: HumanActor,
  { id, body, imageIds }: Input<'editPendingComment'>,
): Promise<PendingComment> {
  const { changed, removedKeys } = await write(async tx => {
    const loaded = await loadPendingComment(human, id, tx)
    await tx.update(pendingComment).set({ body }).where(eq(pendingComment.id, id))
    const holder = { pendingCommentId: id }
    const { images, removedKeys } = await changeImages(tx, human, loaded.review.id, holder, imageIds)
    return { changed: serializePending({ ...loaded.pendingComment, body }, images), removedKeys }
  })
  await removeUnnamed(removedKeys)
  return changed
}
