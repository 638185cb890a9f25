import { createStorage, type Storage } from 'unstorage'
import type { BlobDriver, BlobStreams } from './driver'

/**
 * An unstorage storage for blobs. Use the methods of unstorage (`setItemRaw`, `removeItem`, …) only for small
 * values, and the streaming methods for all other blobs. The segments of a key may be separated by `/` or
 * `:`.
 */
export interface BlobStorage extends Storage, BlobStreams {}

/** Creates a blob storage that uses a driver. */
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
