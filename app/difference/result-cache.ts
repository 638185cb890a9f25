/** Rows of the difference as a bitmap. */
export interface DrawnBand {
  y: number
  rows: number
  width: number
  bitmap: ImageBitmap
}

/** A cached result of a comparison. */
interface CachedResult {
  bands: DrawnBand[]
}

/** The maximum number of cached results, and of all pixels of their bitmaps (4 bytes each). */
const [MAX_RESULTS, MAX_PIXELS] = [4, 16_000_000]

const pixelsOf = ({ bands }: CachedResult) => bands.reduce((sum, { width, rows }) => sum + width * rows, 0)

/** Frees the memory of bitmaps. */
export function closeBands(bands: readonly DrawnBand[]): void {
  for (const { bitmap } of bands) bitmap.close()
}

/**
 * Creates a cache of the latest results that are not shown. It removes the oldest ones if there are too many,
 * and closes their bitmaps.
 */
export function createResultCache<T extends CachedResult>() {
  const cached = new Map<string, T>()
  return {
    add(key: string, result: T): void {
      cached.set(key, result)
      for (const [each, { bands }] of cached) {
        const pixels = [...cached.values()].reduce((sum, one) => sum + pixelsOf(one), 0)
        if (cached.size <= MAX_RESULTS && pixels <= MAX_PIXELS) return
        cached.delete(each)
        closeBands(bands)
      }
    },
    /** Returns a cached result without closing its bitmaps, and removes it from the cache. */
    take(key: string): T | undefined {
      const result = cached.get(key)
      cached.delete(key)
      return result
    },
    /** Removes all results, and closes their bitmaps. */
    clear(): void {
      for (const { bands } of cached.values()) closeBands(bands)
      cached.clear()
    },
  }
}
