import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import pLimit from 'p-limit'
import type { BlobDriver } from '~~/server/storage/driver'
import { CHUNK_BYTES } from '~~/server/storage/file-streams'
import { BlobMissingError } from '~~/server/storage/errors'
import { OperateError } from '../fault'

/** The number of blobs that are copied or checked at the same time. */
const PARALLEL = 8

/** The size and checksum of a blob. */
export interface BlobSum {
  bytes: number
  /** The SHA-256 in hexadecimal digits. */
  sha256: string
}

/**
 * Copies a blob as a stream, and returns its size and checksum. Returns null if the blob is missing in the
 * source, or if the disk of the source cannot read it. If the bytes do not have the expected size or
 * checksum, throws and stores nothing.
 */
export async function copyBlob(
  source: BlobDriver,
  target: BlobDriver,
  key: string,
  expected?: BlobSum,
): Promise<BlobSum | null> {
  const found = await source.getMeta(key)
  if (!found) return null
  const hash = createHash('sha256')
  let sha256 = ''
  async function* checked(chunks: Readable) {
    for await (const chunk of chunks) {
      hash.update(chunk as Buffer)
      yield chunk as Buffer
    }
    sha256 = hash.digest('hex')
    if (expected && (sha256 !== expected.sha256 || found?.size !== expected.bytes))
      throw new OperateError(`the blob ${key} is damaged: its bytes are not the bytes that were backed up`)
  }
  try {
    const opened = await source.open(key, { size: found.size })
    const bytes = Readable.from(checked(opened.stream()), { objectMode: false, highWaterMark: CHUNK_BYTES })
    await target.writeStream(key, bytes, { size: found.size })
    return { bytes: found.size, sha256 }
  } catch (error) {
    // A missing blob is not an error, because it may have been removed after its size was read.
    return nullIfUnreadable(error)
  }
}

/**
 * For use in `catch`: returns null if the error means that a blob is missing or that the disk cannot read it.
 * Throws any other error.
 */
export function nullIfUnreadable(error: unknown): null {
  if (error instanceof BlobMissingError || (error as NodeJS.ErrnoException).code === 'EIO') return null
  throw error
}

/** Reads a blob and returns its size and checksum; null if it does not exist. */
export async function checksumOfBlob(driver: BlobDriver, key: string): Promise<BlobSum | null> {
  const found = await driver.getMeta(key)
  if (!found) return null
  const hash = createHash('sha256')
  const { stream } = await driver.open(key, { size: found.size })
  for await (const chunk of stream()) hash.update(chunk as Buffer)
  return { bytes: found.size, sha256: hash.digest('hex') }
}

/**
 * Runs a function for each item. Several items are processed at the same time. Returns the results in the
 * order of the items.
 */
export async function inParallel<T, R>(items: T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const limit = pLimit(PARALLEL)
  try {
    return await Promise.all(items.map(item => limit(run, item)))
  } finally {
    limit.clearQueue()
  }
}

/**
 * Throws if `store` contains a blob that is not in `whole` or has another size there. If it does not throw,
 * `store` is empty or the result of an interrupted copy, since keys are never reused. `setting` is the name
 * of the setting for `store`.
 */
export async function assertPartOf(store: BlobDriver, whole: BlobDriver, setting: string): Promise<void> {
  for await (const { key, bytes } of store.list()) {
    const found = await whole.getMeta(key)
    if (found?.size !== bytes)
      throw new OperateError(`${setting}: the blob store is not empty (${key}); name an empty one`)
  }
}
