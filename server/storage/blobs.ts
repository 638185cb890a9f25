import { createStorage, type Storage } from 'unstorage'
import type { BlobDriver, BlobStreams } from './driver'

/**
 * An unstorage storage for blobs: small values through unstorage's own methods (`setItemRaw`, `removeItem`,
 * …), everything else through the streaming methods. Keys may separate segments with `/` or `:`.
 */
export interface BlobStorage extends Storage, BlobStreams {}

/** Creates the storage of a driver. */
export function createBlobStorage(driver: BlobDriver): BlobStorage {
  const { writeStream, open, list, check, removeUnfinished, direct } = driver
  const streams = { writeStream, open, list, check, removeUnfinished, direct }
  return Object.assign(createStorage({ driver }), streams)
}

let current: BlobStorage | undefined

/** Sets the blob storage of this process. */
export function startBlobs(storage: BlobStorage): void {
  current = storage
}

/** Returns the blob storage of this process. Throws before {@link startBlobs}. */
export function blobs(): BlobStorage {
  if (!current) throw new Error('blobs() was called before startBlobs()')
  return current
}
