import { hash } from 'node:crypto'
import type { Shape } from '#shared/contract/geometry'
import { AppError } from '#shared/errors'
import type { RetainingWorkspace } from '#shared/plans'
import { bufferSource } from '~~/server/bytes/byte-source'
import type { revision } from '~~/server/db/schema'
import { assertMediaActive } from '~~/server/domain/artifact/active-media'
import { comparedPicturesOf, markedPictureOf } from '~~/server/domain/artifact/render-pictures'
import type { Served } from '~~/server/domain/artifact/download-original'
import { imageLife, type CommentImageRow } from '~~/server/domain/thread/comment-images'
import type { Marked, MarkedPicture } from '~~/server/media/image/marked-picture'
import { MediaError } from '~~/server/media/error'
import { openCache } from '~~/server/process/memory-cache'
import { singleFlight } from '~~/server/process/single-flight'
import { BlobMissingError } from '~~/server/storage/errors'
import { tagOfKey } from '~~/server/storage/keys'

type RevisionRow = typeof revision.$inferSelect

/** The workspace of the evidence or image that is drawn. */
export type DrawnWorkspace = RetainingWorkspace & { id: string }

/** The options for drawing a picture: see `markedPicture` in server/media. */
export interface Drawing {
  side: number
  marks: Marked[]
  around?: readonly Shape[]
}

/**
 * Draws marks on the picture of a revision, or on the poster of a video. Recent drawings are cached in memory
 * and never stored. Throws `not_found` if the revision has no picture or is past its retention.
 */
export async function drawRevision(
  row: RevisionRow,
  workspace: DrawnWorkspace,
  drawing: Drawing,
): Promise<Served> {
  const key = pictureKey(row, workspace)
  return serveDrawing([tagOfKey(key), drawing], () => markedPictureOf(workspace.id, key, drawing))
}

/** Draws marks on the video frame of a thread. Throws `not_found` if the revision is past its retention. */
export async function drawFrame(
  row: RevisionRow,
  key: string,
  workspace: DrawnWorkspace,
  drawing: Drawing,
): Promise<Served> {
  assertMediaActive(row, workspace)
  return serveDrawing([tagOfKey(key), drawing], () => markedPictureOf(workspace.id, key, drawing))
}

/** Draws a comment image. Throws `not_found` if the image is past its retention. */
export async function drawCommentImage(
  row: CommentImageRow,
  workspace: DrawnWorkspace,
  drawing: Drawing,
): Promise<Served> {
  const { key } = row
  if (key === null || imageLife(row, workspace, Date.now()).state !== 'active')
    throw new AppError('not_found', { message: 'This image is past its retention.' })
  return serveDrawing([tagOfKey(key), drawing], () => markedPictureOf(workspace.id, key, drawing))
}

/**
 * Draws the same area of two revisions side by side: `before` with the marks, and `after` without them.
 * Throws as {@link drawRevision} does.
 */
export async function drawComparison(
  before: RevisionRow,
  after: RevisionRow,
  workspace: DrawnWorkspace,
  drawing: Drawing,
): Promise<Served> {
  const [key, otherKey] = [pictureKey(before, workspace), pictureKey(after, workspace)]
  const content = [tagOfKey(key), tagOfKey(otherKey), drawing]
  return serveDrawing(content, () => comparedPicturesOf(workspace.id, key, otherKey, drawing))
}

/** The cache of recent drawings. Its keys are the ETags of the drawings. */
const drawn = openCache<MarkedPicture>('drawings', ({ data }) => data.length)

/**
 * Returns the drawing for the given content, from the cache or newly drawn. The ETag is a hash of the
 * content.
 */
async function serveDrawing(content: unknown[], make: () => Promise<MarkedPicture>): Promise<Served> {
  const tag = hash('sha256', JSON.stringify(content), 'base64url').slice(0, 22)
  const { data, mime, part, scale } = drawn.get(tag) ?? (await draw(tag, make))
  return {
    source: bufferSource(data),
    tag,
    mime,
    fileName: `marked.${mime === 'image/png' ? 'png' : 'jpg'}`,
    disposition: 'inline',
    cacheControl: 'private, no-cache',
    headers: { 'x-picture-part': describePart({ ...part, scale: Number(scale.toFixed(4)) }) },
  }
}

async function draw(tag: string, make: () => Promise<MarkedPicture>): Promise<MarkedPicture> {
  try {
    const picture = await singleFlight(`drawing ${tag}`, make)
    drawn.set(tag, picture)
    return picture
  } catch (error) {
    throw error instanceof MediaError || error instanceof BlobMissingError
      ? new AppError('not_found', { message: 'The image of this revision cannot be read.', cause: error })
      : error
  }
}

/** Returns numbers as the value of a header, in the form of a dictionary (RFC 9651). */
const describePart = (numbers: Record<string, number>): string =>
  Object.entries(numbers)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ')

/**
 * Returns the blob key of the picture of a completed revision, or of the poster of a video. Throws
 * `not_found` if there is none, or if the revision is past its retention.
 */
function pictureKey(row: RevisionRow, workspace: RetainingWorkspace): string {
  assertMediaActive(row, workspace)
  const isVideo = row.mime.startsWith('video/')
  const key = isVideo ? row.posterKey && row.posterOriginalKey : row.originalKey
  if (key === null)
    throw new AppError('not_found', {
      message: isVideo ? 'This video has no poster to draw on.' : 'The original file is missing.',
      hint: isVideo
        ? 'Download it with GET /v1/artifacts/{id}/download, and look at the time that a thread names.'
        : undefined,
    })
  return key
}
