import { eq } from 'drizzle-orm'
import type { Mime, ThumbnailWidth } from '#shared/contract/media-types'
import { AppError } from '#shared/errors'
import { bufferSource, type ByteSource } from '~~/server/byte-source'
import type { MediaLinkPurpose } from '#shared/contract/media-link'
import { write } from '~~/server/db'
import { revision } from '~~/server/db/schema'
import { deriveEmbed, derivePosterOf, thumbnailOf } from '~~/server/domain/artifact/derive-media'
import type { Served } from '~~/server/domain/artifact/download-original'
import type { RevisionRow } from '~~/server/domain/artifact/serialize'
import { MediaError } from '~~/server/media/error'
import { isOutOfSpace } from '~~/server/out-of-space'
import { singleFlight } from '~~/server/single-flight'
import { blobs } from '~~/server/storage/blobs'
import { BlobMissingError } from '~~/server/storage/errors'
import { tagOfKey, thumbnailKey } from '~~/server/storage/keys'

type Derivative = Pick<Served, 'source' | 'tag' | 'mime'>

/**
 * Returns the derivative of a completed revision for a purpose, or its thumbnail of a width in pixels. Makes
 * it from the original where the file is missing, once for concurrent requests. Throws `not_found` where it
 * cannot be made.
 */
export async function findOrMakeDerivative(
  row: RevisionRow,
  purpose: MediaLinkPurpose,
  width: ThumbnailWidth | undefined,
): Promise<Derivative> {
  const isPoster = purpose === 'poster'
  if (width === undefined) return isPoster ? posterOf(row) : embedOf(row)
  // Thumbnails of a poster are without the play mark: lists draw their own.
  const original = isPoster ? row.posterKey && row.posterOriginalKey : row.originalKey
  if (original === null || (!isPoster && row.mime.startsWith('video/'))) throw linkNotFound()
  return thumbnail(row.id, original, width)
}

/** Returns the one error of every media link that serves nothing. */
export const linkNotFound = () =>
  new AppError('not_found', {
    message: 'Media link not found.',
    hint: 'It may have been revoked or have expired. Open the review for a fresh one.',
  })

async function embedOf(row: RevisionRow): Promise<Derivative> {
  const found = row.embedKey && row.embedMime ? await findSource(row.embedKey) : null
  if (found && row.embedKey && row.embedMime)
    return { source: found, tag: tagOfKey(row.embedKey), mime: row.embedMime }
  return singleFlight(`embed ${row.id}`, async () => {
    if (row.originalKey === null) throw linkNotFound()
    const made = await deriveEmbed(row.id, row.originalKey, row.mime).catch(asNotFound)
    await write(tx =>
      tx
        .update(revision)
        .set({ embedKey: made.key, embedMime: made.mime, embedBytes: made.bytes })
        .where(eq(revision.id, row.id)),
    )
    return { source: await blobs().open(made.key), tag: tagOfKey(made.key), mime: made.mime }
  })
}

async function posterOf(row: RevisionRow): Promise<Derivative> {
  const found = row.posterKey && row.posterMime ? await findSource(row.posterKey) : null
  if (found && row.posterKey && row.posterMime)
    return { source: found, tag: tagOfKey(row.posterKey), mime: row.posterMime }
  return singleFlight(`poster ${row.id}`, async () => {
    // Only a poster that was verified at completion has a key.
    if (row.posterKey === null || row.posterOriginalKey === null) throw linkNotFound()
    const made = await derivePosterOf(row.id, row.posterOriginalKey).catch(asNotFound)
    await write(tx =>
      tx
        .update(revision)
        .set({ posterKey: made.key, posterMime: made.mime, posterBytes: made.bytes })
        .where(eq(revision.id, row.id)),
    )
    return { source: await blobs().open(made.key), tag: tagOfKey(made.key), mime: made.mime }
  })
}

/** Makes a thumbnail at its first request, and stores it unless the disk is full. */
async function thumbnail(
  revisionId: string,
  originalKey: string,
  width: ThumbnailWidth,
): Promise<Derivative> {
  const key = thumbnailKey(revisionId, originalKey, width)
  const mime: Mime = 'image/webp'
  const found = await findSource(key)
  if (found) return { source: found, tag: tagOfKey(key), mime }
  return singleFlight(key, async () => {
    const data = await thumbnailOf(originalKey, width).catch(asNotFound)
    const stored = blobs().setItemRaw(key, data)
    await stored.catch((error: unknown) => {
      if (!isOutOfSpace(error)) throw error
    })
    return { source: bufferSource(data), tag: tagOfKey(key), mime }
  })
}

async function findSource(key: string): Promise<ByteSource | null> {
  try {
    return await blobs().open(key)
  } catch (error) {
    if (error instanceof BlobMissingError) return null
    throw error
  }
}

function asNotFound(error: unknown): never {
  throw error instanceof MediaError || error instanceof BlobMissingError ? linkNotFound() : error
}
