import { and, count, eq, isNull } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import type { CommentImage } from '#shared/contract/thread'
import { AppError } from '#shared/errors'
import { newId } from '#shared/ids'
import type { Caller } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { db, write, type Db } from '~~/server/db'
import { commentImage } from '~~/server/db/schema'
import {
  assertStorageFits,
  assertStorageLeft,
  type StoringWorkspace,
} from '~~/server/domain/billing/storage-quota'
import { storeCommentImage } from '~~/server/domain/artifact/derive-media'
import { serializeImage, type CommentImageRow } from '~~/server/domain/thread/comment-images'
import type { UploadedBytes } from '~~/server/domain/upload/receive-upload'
import { withNewFiles } from '~~/server/domain/artifact/with-new-files'
import { withPicture } from './receive-picture'

const sent = { noun: 'image', maxBytes: limits.commentImageBytes }

/**
 * Encodes an image for a comment again and stores it: first the file, then the row with its key. Only the
 * caller can use the image in a comment. Throws `too_large`, `invalid_request` for a file that is not an
 * image, `conflict` if the caller has the maximum number of unused images, and `storage_limit_reached`.
 */
export async function uploadCommentImage(
  caller: Caller,
  { id: reviewId, name = 'image' }: Input<'uploadCommentImage'>,
  body: UploadedBytes,
): Promise<CommentImage> {
  const receiving = await assertMaySend(db, caller, reviewId)
  await assertStorageLeft(db, receiving)
  const workspaceId = receiving.id
  const id = newId('commentImage')
  const stored = await withPicture(body, sent, file => storeCommentImage({ id, workspaceId }, file))
  const row: CommentImageRow = {
    ...{ id, reviewId, commentId: null, pendingCommentId: null },
    ...{ authorType: caller.type, authorId: caller.id, name },
    ...stored,
    createdAt: Date.now(),
  }
  await withNewFiles([stored.key], () =>
    write(async tx => {
      const workspace = await assertMaySend(tx, caller, reviewId)
      await assertStorageFits(tx, workspace, stored.bytes)
      await tx.insert(commentImage).values(row)
    }),
  )
  return serializeImage(row)
}

/** Returns the workspace of a review. Throws if the caller may not send another image to this review. */
async function assertMaySend(executor: Db, caller: Caller, reviewId: string): Promise<StoringWorkspace> {
  const { workspace } = await loadReview(caller, reviewId, 'comment', executor)
  const [unused] = await executor
    .select({ count: count() })
    .from(commentImage)
    .where(
      and(
        eq(commentImage.reviewId, reviewId),
        eq(commentImage.authorType, caller.type),
        eq(commentImage.authorId, caller.id),
        isNull(commentImage.commentId),
        isNull(commentImage.pendingCommentId),
      ),
    )
  if ((unused?.count ?? 0) >= limits.unusedCommentImages)
    throw new AppError('conflict', {
      message: `${limits.unusedCommentImages} images of yours on this review are in no comment yet.`,
      hint: 'Send their comments first. Images that are in no comment are deleted after a day.',
    })
  return workspace
}
