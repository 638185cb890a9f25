import { asDriver } from './as-driver'
import type { ByteSource } from '../byte-source'
import type { BlobDriver, BlobStore } from './driver'

/** At most this many bytes of blobs are kept. */
const KEPT = 32 * 1024 * 1024
/** A larger blob is not kept: reading it costs more than opening it. */
const LARGEST = 256 * 1024

/**
 * A driver that keeps the small blobs read last in memory, for those who read through `source`. Whether a
 * blob is there is still asked of the driver, and a write or a removal is seen at once. What is read is
 * shared: nobody may change it.
 */
export function withBlobCache(driver: BlobDriver, kept = KEPT): BlobDriver {
  // A Map remembers the order of insertion: the first is the one unused for longest.
  const hot = new Map<string, Buffer>()
  let held = 0
  let changes = 0

  function forget(key: string): void {
    held -= hot.get(key)?.length ?? 0
    hot.delete(key)
  }

  function keep(key: string, data: Buffer): void {
    forget(key)
    hot.set(key, data)
    held += data.length
    for (const oldest of hot.keys()) {
      if (held <= kept) return
      forget(oldest)
    }
  }

  /** Forgets before and after: a read that began in between must not bring the old bytes back. */
  async function changing<T>(key: string, change: () => Promise<T>): Promise<T> {
    const forgotten = () => {
      changes += 1
      forget(key)
    }
    forgotten()
    return change().finally(forgotten)
  }

  async function wholeOf(key: string, size: number): Promise<Buffer> {
    const found = hot.get(key)
    if (found?.length === size) {
      keep(key, found)
      return found
    }
    const seen = changes
    const data = await driver.readRange(key, 0, size)
    if (seen === changes) keep(key, data)
    return data
  }

  async function source(key: string): Promise<ByteSource> {
    const found = await driver.source(key)
    if (found.size > LARGEST) return found
    return {
      ...found,
      read: async (start, end) => (await wholeOf(key, found.size)).subarray(start, Math.max(start, end)),
    }
  }

  const store: BlobStore = {
    ...driver,
    source,
    write: (key, from, options) => changing(key, () => driver.write(key, from, options)),
    remove: key => changing(key, () => driver.remove(key)),
  }
  return asDriver(driver.name ?? 'blobs', store)
}
