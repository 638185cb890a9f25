import type { BlobDriver } from './driver'

let current: BlobDriver | undefined

/** Sets the blob store of this process. */
export function startBlobs(driver: BlobDriver): void {
  current = driver
}

/** The blob store. */
export function blobs(): BlobDriver {
  if (!current) throw new Error('startBlobs comes first')
  return current
}
