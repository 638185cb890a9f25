import { eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import { AppError } from '#shared/errors'
import type { Actor } from '~~/server/access/actor'
import { isTagOf } from '~~/server/secrets/avatar-address'
import { db } from '~~/server/db'
import { avatar } from '~~/server/db/schema'
import type { Served } from '~~/server/domain/artifact/download-original'
import { blobs } from '~~/server/storage/blobs'
import { BlobMissingError } from '~~/server/storage/errors'
import { tagOfKey } from '~~/server/storage/keys'

/**
 * Returns a person's picture by its URL, which is secret: only members of a shared workspace receive it.
 * Throws the same `not_found` for unknown URLs and for pictures that were replaced or removed.
 */
export async function readAvatar(_actor: Actor, { userId, tag }: Input<'readAvatar'>): Promise<Served> {
  const [row] = await db.select().from(avatar).where(eq(avatar.userId, userId))
  if (!row || !isTagOf(row.key, tag)) throw notFound()
  const asNotFound = (error: unknown): never => {
    throw error instanceof BlobMissingError ? notFound(error) : error
  }
  return {
    source: await blobs().open(row.key, { size: row.bytes }).catch(asNotFound),
    tag: tagOfKey(row.key),
    mime: 'image/webp',
    fileName: 'picture.webp',
    disposition: 'inline',
    cacheControl: 'private, max-age=31536000, immutable',
    onUnreadable: async error => asNotFound(error),
  }
}

const notFound = (cause?: unknown) => new AppError('not_found', { message: 'Picture not found.', cause })
