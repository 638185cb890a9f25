import { and, eq, isNotNull } from 'drizzle-orm'
import { pictureWidths } from '#shared/contract/media-types'
import type { Thread } from '#shared/contract/thread'
import { AppError } from '#shared/errors'
import { db } from '~~/server/db'
import { commentImage, revision, thread } from '~~/server/db/schema'
import type { DrawnWorkspace } from '~~/server/domain/picture/draw-revision'
import type { Served } from '~~/server/domain/artifact/download-original'
import { drawAllMarks } from '~~/server/domain/picture/draw-all-marks'
import { drawCommentImage, drawFrame } from '~~/server/domain/picture/draw-revision'
import { marksOf, shapesOf } from '~~/server/domain/picture/marks'
import type { CommentImageRow } from '~~/server/domain/thread/comment-images'
import type { ReviewSizes } from '~~/server/domain/thread/large-review'

/** The longest side of a picture of evidence, in pixels. */
const EVIDENCE_SIDE = Math.max(...pictureWidths.map(Number))
/** The longest side of a comment image, in pixels. The page never shows comment images larger than this. */
const COMMENT_IMAGE_SIDE = 640

type RevisionRow = typeof revision.$inferSelect

/** The blobs of the pictures that comments of a review contain. */
export interface CommentPictures {
  /** The blob keys of video frames that were stored with comments, by thread id. */
  frames: ReadonlyMap<string, string>
  /** The rows of the comment images, by image id. */
  images: ReadonlyMap<string, CommentImageRow>
}

/** Returns the blob keys and rows that {@link frameOf} and {@link commentImageOf} need. */
export async function readCommentPictures(reviewId: string): Promise<CommentPictures> {
  const frames = await db
    .select({ id: thread.id, key: thread.frameKey })
    .from(thread)
    .where(and(eq(thread.reviewId, reviewId), isNotNull(thread.frameKey)))
  const images = await db
    .select()
    .from(commentImage)
    .where(and(eq(commentImage.reviewId, reviewId), isNotNull(commentImage.commentId)))
  return {
    frames: new Map(frames.flatMap(({ id, key }) => (key === null ? [] : [[id, key] as const]))),
    images: new Map(images.map(image => [image.id, image])),
  }
}

/** Returns a revision; undefined if it was deleted. */
export async function readRevision(id: string): Promise<RevisionRow | undefined> {
  const [row] = await db.select().from(revision).where(eq(revision.id, id))
  return row
}

/**
 * Returns the picture of a revision, with the marks of all of its threads drawn on it, as a data URL. Returns
 * null if the revision has no picture.
 */
export function pictureOf(
  row: RevisionRow,
  { review, workspace }: { review: ReviewSizes; workspace: DrawnWorkspace },
): Promise<string | null> {
  return dataAddress(() => drawAllMarks({ row, review, workspace }, EVIDENCE_SIDE, 'all'))
}

/**
 * Returns the video frame of a thread, with the marks of the thread drawn on it, as a data URL. Returns null
 * if the thread has no frame.
 */
export async function frameOf(
  row: RevisionRow,
  workspace: DrawnWorkspace,
  of: Thread,
  { frames }: CommentPictures,
): Promise<string | null> {
  const key = frames.get(of.threadId)
  if (key === undefined) return null
  const marks = marksOf(shapesOf(of), of.number)
  return dataAddress(() => drawFrame(row, key, workspace, { side: EVIDENCE_SIDE, marks }))
}

/** Returns a comment image as a data URL; null if the image is past its retention. */
export async function commentImageOf(
  id: string,
  workspace: DrawnWorkspace,
  { images }: CommentPictures,
): Promise<string | null> {
  const row = images.get(id)
  if (!row) return null
  return dataAddress(() => drawCommentImage(row, workspace, { side: COMMENT_IMAGE_SIDE, marks: [] }))
}

async function dataAddress(draw: () => Promise<Served>): Promise<string | null> {
  try {
    const { source, mime } = await draw()
    const data = await source.read(0, source.size)
    return `data:${mime};base64,${data.toString('base64')}`
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}
