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
  /** In hexadecimal digits. */
  sha256: string
}

/**
 * Copies a blob as a stream, and returns its size and checksum; null if it is missing in the source, or its
 * disk cannot read it. Throws, and stores nothing, if its bytes are not the expected ones.
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
      throw new OperateError(`the blob ${key} is damaged: its bytes are not those that were backed up`)
  }
  try {
    const opened = await source.open(key, { size: found.size })
    const bytes = Readable.from(checked(opened.stream()), { objectMode: false, highWaterMark: CHUNK_BYTES })
    await target.writeStream(key, bytes, { size: found.size })
    return { bytes: found.size, sha256 }
  } catch (error) {
    // It may also have been removed between the check and the first read.
    return nullIfUnreadable(error)
  }
}

/**
 * For `catch`: returns null for a blob that is missing or that its disk cannot read, and throws other errors.
 */
export function nullIfUnreadable(error: unknown): null {
  if (error instanceof BlobMissingError || (error as NodeJS.ErrnoException).code === 'EIO') return null
  throw error
}

/** Reads a blob and returns its size and checksum; null if it does not exist. */
export async function sumOfBlob(driver: BlobDriver, key: string): Promise<BlobSum | null> {
  const found = await driver.getMeta(key)
  if (!found) return null
  const hash = createHash('sha256')
  const { stream } = await driver.open(key, { size: found.size })
  for await (const chunk of stream()) hash.update(chunk as Buffer)
  return { bytes: found.size, sha256: hash.digest('hex') }
}

/** Runs a function for each item, several at a time. Returns the results in the order of the items. */
export async function inParallel<T, R>(items: T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const limit = pLimit(PARALLEL)
  try {
    return await Promise.all(items.map(item => limit(run, item)))
  } finally {
    limit.clearQueue()
  }
}

/**
 * Throws unless every blob in a store is also in another, with the same size. Since keys are never reused,
 * such a store is empty or the result of an interrupted copy. `setting` names the first store.
 */
export async function assertPartOf(store: BlobDriver, whole: BlobDriver, setting: string): Promise<void> {
  for await (const { key, bytes } of store.list()) {
    const found = await whole.getMeta(key)
    if (found?.size !== bytes)
      throw new OperateError(`${setting}: the blob store is not empty (${key}); name an empty one`)
  }
}
