import { bufferSource, ONE_PIECE_BYTES, type ByteSource } from '../bytes/byte-source'
import type { MemoryCache } from '../process/memory-cache'
import { metrics } from '../metrics'
import { defineBlobDriver, type BlobDriver } from './driver'
import { ReadGuards } from './read-guards'

interface Options {
  driver: BlobDriver
  cache: MemoryCache<Buffer>
}

/**
 * A driver that caches the small blobs of another driver in memory. Blobs of at most {@link ONE_PIECE_BYTES}
 * are cached. If the caller knows that a blob exists and the blob is cached, it is opened without a request
 * to the other driver. A write or removal takes effect in the cache immediately. The returned buffers are
 * shared, so callers must not change them.
 */
export const blobCacheDriver = defineBlobDriver(({ driver, cache }: Options) => {
  const guards = new ReadGuards()

  /**
   * Removes a blob from the cache before and after a change of the blob. The second removal is needed because
   * a read that began during the change must not cache the old bytes.
   */
  async function invalidating<T>(key: string, change: () => Promise<T>): Promise<T> {
    const invalidate = () => {
      guards.change(key)
      cache.delete(key)
    }
    invalidate()
    return change().finally(invalidate)
  }

  async function readCached(key: string, source: ByteSource): Promise<Buffer> {
    const cached = cache.get(key)
    const isHit = cached?.length === source.size
    metrics.blobCacheRead(isHit ? 'hit' : 'miss')
    if (isHit) return cached
    return guards.during(key, async guard => {
      const data = await source.read(0, source.size)
      if (!guard.isStale) cache.set(key, data)
      return data
    })
  }

  return {
    ...driver,
    async open(key, known) {
      const cached = known ? cache.get(key) : undefined
      if (cached && (known?.size ?? cached.length) === cached.length) {
        metrics.blobCacheRead('hit')
        return bufferSource(cached)
      }
      const source = await driver.open(key, known)
      if (source.size > ONE_PIECE_BYTES) return source
      const read: ByteSource['read'] = async (start, end) =>
        (await readCached(key, source)).subarray(start, Math.max(start, end))
      return { ...source, read, openReader: undefined }
    },
    writeStream: (key, from, options) => invalidating(key, () => driver.writeStream(key, from, options)),
    removeItem: key => invalidating(key, () => driver.removeItem(key)),
  }
})
