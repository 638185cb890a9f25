import { createHash } from 'node:crypto'
import { blobs } from '~~/server/storage/blobs'
import { BlobMissingError } from '~~/server/storage/errors'

/**
 * Returns the SHA-256 of a blob in hex, or null if the blob was deleted. `size` is the blob's size according
 * to its database row, if known.
 */
export async function hashOfBlob(key: string, size?: number): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    const source = await blobs().open(key, { size })
    for await (const chunk of source.stream()) hash.update(chunk as Buffer)
    return hash.digest('hex')
  } catch (error) {
    if (error instanceof BlobMissingError) return null
    throw error
  }
}
