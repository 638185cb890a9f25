import { eq } from 'drizzle-orm'
import type { MediaLinkPurpose } from '#shared/contract/media-link'
import type { ThumbnailWidth } from '#shared/contract/media-types'
import { AppError } from '#shared/errors'
import { bufferSource } from '~~/server/bytes/byte-source'
import { lockWorkspaceOf, write } from '~~/server/db'
import { revision } from '~~/server/db/schema'
import { deriveEmbed, derivePosterOf, type Derived, type Owned } from '~~/server/domain/artifact/derive-media'
import type { Served } from '~~/server/domain/artifact/download-original'
import { thumbnailOf } from '~~/server/domain/artifact/render-pictures'
import { MediaError } from '~~/server/media/error'
import { isOutOfSpace } from '~~/server/errors/out-of-space'
import { singleFlight } from '~~/server/process/single-flight'
import { blobs } from '~~/server/storage/blobs'
import { BlobMissingError } from '~~/server/storage/errors'
import { thumbnailKey } from '~~/server/storage/keys'
import { removeUnnamed } from '~~/server/storage/remove-blobs'
import type { LinkedRevision } from './linked-revision'

/**
 * A revision with its workspace. Media jobs for the revision run for the account of this workspace, because
 * media processes are shared fairly between accounts.
 */
type OwnedRevision = LinkedRevision & Owned

/** A stored derivative with the key of its blob. */
export type Derivative = Pick<Served, 'source' | 'mime'> & { key: string }

/**
 * Makes the derivative that a media link with the given purpose shows, from a completed revision, and stores
 * it. With `width`, makes a thumbnail with this width in pixels instead. Concurrent requests for the same
 * file share one run. Throws `not_found` if the file cannot be made.
 */
export function makeDerivative(
  row: OwnedRevision,
  purpose: MediaLinkPurpose,
  width: ThumbnailWidth | undefined,
): Promise<Derivative> {
  if (width !== undefined) return makeThumbnail(row, thumbnailOriginal(row, purpose), width)
  if (purpose === 'poster') return singleFlight(`poster ${row.id}`, () => makePoster(row))
  return singleFlight(`embed ${row.id}`, () => makeEmbed(row))
}

/** Returns the error for every media link that cannot be served. */
export const linkNotFound = () =>
  new AppError('not_found', {
    message: 'Media link not found.',
    hint: 'It may have been revoked or have expired. Open the review for a new one.',
  })

async function makeEmbed(row: OwnedRevision): Promise<Derivative> {
  if (row.originalKey === null) throw linkNotFound()
  return publishDerived(row, 'embed', deriveEmbed(row, row.originalKey, row.mime))
}

async function makePoster(row: OwnedRevision): Promise<Derivative> {
  // The row has a poster key only if the poster was verified when the revision was completed.
  if (row.posterKey === null || row.posterOriginalKey === null) throw linkNotFound()
  return publishDerived(row, 'poster', derivePosterOf(row, row.posterOriginalKey))
}

/**
 * Waits until a derivative is stored, saves its key, type and size in the row, and opens it. If another node
 * has already replaced the missing derivative, opens the derivative of the other node and removes the new
 * one.
 */
async function publishDerived(
  row: LinkedRevision,
  kind: 'embed' | 'poster',
  derived: Promise<Derived>,
): Promise<Derivative> {
  const { key, mime, bytes } = await derived.catch(asLinkNotFound)
  const made = { [`${kind}Key`]: key, [`${kind}Mime`]: mime, [`${kind}Bytes`]: bytes }
  const current = await write(async tx => {
    await lockWorkspaceOf(tx, 'revision', row.id)
    const [found] = await tx.select().from(revision).where(eq(revision.id, row.id))
    if (!found) throw linkNotFound()
    if (found[`${kind}Key`] !== row[`${kind}Key`]) return found
    await tx.update(revision).set(made).where(eq(revision.id, row.id))
    return { ...found, ...made }
  })
  const published = {
    key: current[`${kind}Key`],
    mime: current[`${kind}Mime`],
    bytes: current[`${kind}Bytes`],
  }
  if (published.key === null || published.mime === null) throw linkNotFound()
  if (published.key !== key) await removeUnnamed([key])
  const source = await blobs().open(published.key, { size: published.bytes ?? undefined })
  return { source, mime: published.mime, key: published.key }
}

/**
 * Makes a thumbnail of a picture and stores it under the id of the revision or comment image that owns the
 * picture. If the disk is full, the thumbnail is returned without being stored. Concurrent requests for the
 * same thumbnail share one run. Throws `not_found` if the thumbnail cannot be made.
 */
export function makeThumbnail(
  { id, workspaceId }: Owned,
  original: string,
  width: ThumbnailWidth,
): Promise<Derivative> {
  const key = thumbnailKey(id, original, width)
  return singleFlight(key, async () => {
    const data = await thumbnailOf(workspaceId, original, width).catch(asLinkNotFound)
    const stored = blobs().setItemRaw(key, data)
    await stored.catch((error: unknown) => {
      if (!isOutOfSpace(error)) throw error
    })
    return { source: bufferSource(data), mime: 'image/webp', key }
  })
}

/**
 * Returns the key of the picture from which thumbnails are made. For a poster, this is the picture without
 * the play symbol.
 */
export function thumbnailOriginal(row: LinkedRevision, purpose: MediaLinkPurpose): string {
  const isPoster = purpose === 'poster'
  const original = isPoster ? row.posterKey && row.posterOriginalKey : row.originalKey
  if (original === null || (!isPoster && row.mime.startsWith('video/'))) throw linkNotFound()
  return original
}

/**
 * Throws `not_found` if the error means that a picture is missing or cannot be decoded. Throws other errors
 * unchanged.
 */
export function asLinkNotFound(error: unknown): never {
  throw error instanceof MediaError || error instanceof BlobMissingError ? linkNotFound() : error
}

/** Runs a function if the given error means that a blob is missing. Throws other errors unchanged. */
export async function ifMissing<T>(error: unknown, run: () => Promise<T>): Promise<T> {
  if (error instanceof BlobMissingError) return run()
  throw error
}
