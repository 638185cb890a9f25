import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { addresses } from '#shared/addresses'
import { thumbnailWidths } from '#shared/contract/media-types'
import type { CommentImage } from '#shared/contract/thread'
import { AppError } from '#shared/errors'
import { mediaLife, type MediaLife, type RetainingWorkspace } from '#shared/plans'
import { mediaLinkToken } from '~~/server/secrets/media-link-token'
import type { Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { commentImage } from '~~/server/db/schema'
import { settings } from '~~/server/settings'
import { thumbnailKey } from '~~/server/storage/keys'
import type { Author } from './author'

export type CommentImageRow = typeof commentImage.$inferSelect

/** The submitted or pending comment that images belong to. */
type Holder = { commentId: string } | { pendingCommentId: string }

const ofHolder = (holder: Holder) =>
  'commentId' in holder
    ? eq(commentImage.commentId, holder.commentId)
    : eq(commentImage.pendingCommentId, holder.pendingCommentId)

const ofComment = prepared({ commentId: commentImage.commentId }, (executor, { commentId }) =>
  executor.select().from(commentImage).where(eq(commentImage.commentId, commentId)),
)

/** Returns the images of a comment, in the order in which they were uploaded. */
export const readImages = async (executor: Db, commentId: string): Promise<CommentImageRow[]> =>
  (await ofComment(executor, { commentId })).toSorted(bySending)

/** Returns the images of pending comments, in the order in which they were uploaded. */
export async function readPendingImages(
  executor: Db,
  pendingCommentIds: string[],
): Promise<CommentImageRow[]> {
  if (pendingCommentIds.length === 0) return []
  return executor
    .select()
    .from(commentImage)
    .where(inArray(commentImage.pendingCommentId, pendingCommentIds))
    .orderBy(asc(commentImage.id))
}

const bySending = (a: CommentImageRow, b: CommentImageRow) => (a.id < b.id ? -1 : 1)

/** Groups images by comment. Each group is in the order in which the images were uploaded. */
export const imagesByComment = (images: readonly CommentImageRow[]) =>
  Map.groupBy(images.toSorted(bySending), each => each.commentId)

/**
 * Attaches images to a comment inside the given transaction. The author must have uploaded them for this
 * review. Throws `not_found` for an image that does not exist, belongs to another author or review, or is
 * already in a comment.
 */
export async function attachImages(
  tx: Db,
  author: Author,
  reviewId: string,
  holder: Holder,
  imageIds: readonly string[] = [],
): Promise<CommentImageRow[]> {
  if (imageIds.length === 0) return []
  const ids = [...new Set(imageIds)]
  const attached = await tx
    .update(commentImage)
    .set(holder)
    .where(
      and(
        inArray(commentImage.id, ids),
        eq(commentImage.reviewId, reviewId),
        eq(commentImage.authorType, author.type),
        eq(commentImage.authorId, author.id),
        isNull(commentImage.commentId),
        isNull(commentImage.pendingCommentId),
      ),
    )
    .returning()
  if (attached.length < ids.length)
    throw new AppError('not_found', {
      field: 'imageIds',
      message: 'An image of this comment was not found.',
      hint: 'It was deleted, or is in another comment. Send the image again.',
    })
  return attached.toSorted(bySending)
}

/** Moves the images of a pending comment to the comment that was created when it was submitted. */
export async function moveImages(tx: Db, pendingCommentId: string, commentId: string) {
  return (
    await tx
      .update(commentImage)
      .set({ commentId, pendingCommentId: null })
      .where(eq(commentImage.pendingCommentId, pendingCommentId))
      .returning()
  ).toSorted(bySending)
}

/** The result of changing the images of a comment. */
interface ImageChange {
  images: CommentImageRow[]
  isChanged: boolean
  /** The blob keys of deleted images. The blobs are deleted after the transaction. */
  removedKeys: string[]
}

/**
 * Replaces the images of a comment inside the given transaction: attaches new images, and deletes images that
 * `imageIds` does not contain. Changes nothing if `imageIds` is undefined. Throws as {@link attachImages}
 * does.
 */
export async function changeImages(
  tx: Db,
  author: Author,
  reviewId: string,
  holder: Holder,
  imageIds: readonly string[] | undefined,
): Promise<ImageChange> {
  const before = (await tx.select().from(commentImage).where(ofHolder(holder))).toSorted(bySending)
  if (imageIds === undefined) return { images: before, isChanged: false, removedKeys: [] }
  const removed = before.filter(each => !imageIds.includes(each.id))
  const added = imageIds.filter(id => before.every(each => each.id !== id))
  if (removed.length > 0)
    await tx.delete(commentImage).where(
      inArray(
        commentImage.id,
        removed.map(each => each.id),
      ),
    )
  const attached = await attachImages(tx, author, reviewId, holder, added)
  return {
    images: [...before.filter(each => !removed.includes(each)), ...attached].toSorted(bySending),
    isChanged: removed.length + added.length > 0,
    removedKeys: removed.flatMap(blobKeysOf),
  }
}

/**
 * Returns how long a comment image is shown, and when it is deleted. It has the same retention as evidence.
 */
export const imageLife = (
  { key, createdAt }: Pick<CommentImageRow, 'key' | 'createdAt'>,
  workspace: RetainingWorkspace,
  now: number,
): MediaLife => mediaLife(createdAt, key === null ? createdAt : null, workspace, settings().retention, now)

/** Returns the keys of all blobs that may exist for an image: the image itself and its thumbnails. */
export const blobKeysOf = ({ id, key }: Pick<CommentImageRow, 'id' | 'key'>): string[] =>
  key === null ? [] : [key, ...thumbnailWidths.map(width => thumbnailKey(id, key, width))]

export function serializeImage({ id, name, mime, width, height }: CommentImageRow): CommentImage {
  const token = mediaLinkToken({ follows: 'comment', imageId: id, purpose: 'embed', generation: 0 })
  return { id, name, mime, width, height, url: addresses.capability(settings().publicUrl, token) }
}
