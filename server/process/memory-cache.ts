import { LRUCache } from 'lru-cache'
import { settings } from '~~/server/settings'

/** An entry may use at most one eighth of the memory. A larger entry would remove too many other entries. */
const MAX_PART = 8
/** The number of bytes of memory that an entry needs in addition to its value and its key. */
const ENTRY_BYTES = 200

interface Entry {
  value: unknown
  bytes: number
}

/** A cache. All caches of this process share one memory limit. */
export interface MemoryCache<T> {
  get: (key: string) => T | undefined
  /** Stores a value. A value that is too large is not stored. */
  set: (key: string, value: T) => void
  delete: (key: string) => void
}

/** Opens a cache by its name. `bytesOf` returns the memory that a value takes. */
export type OpenCache = <T>(name: string, bytesOf: (value: T) => number) => MemoryCache<T>

/**
 * Returns a function that opens caches. The values of all these caches together take at most `maxBytes`. If
 * there is not enough memory for a new value, the least recently used value of all caches is removed first.
 */
export function createMemory(maxBytes: number): OpenCache {
  // The cache library does not accept a limit of 0. With a limit of 1 byte, no entry fits.
  const maxSize = Math.max(1, maxBytes)
  const entries = new LRUCache<string, Entry>({
    maxSize,
    maxEntrySize: Math.ceil(maxSize / MAX_PART),
    sizeCalculation: each => each.bytes,
  })
  return <T>(name: string, bytesOf: (value: T) => number): MemoryCache<T> => ({
    get: key => entries.get(`${name} ${key}`)?.value as T | undefined,
    set: (key, value) =>
      void entries.set(`${name} ${key}`, { value, bytes: bytesOf(value) + key.length + ENTRY_BYTES }),
    delete: key => void entries.delete(`${name} ${key}`),
  })
}

let shared: OpenCache | undefined

/**
 * Opens a cache that shares the memory limit `CACHE_MIB` with other caches. A module can call this when it is
 * loaded, because the settings are read only when the cache is first used.
 */
export function openCache<T>(name: string, bytesOf: (value: T) => number): MemoryCache<T> {
  let opened: MemoryCache<T> | undefined
  const cache = () => {
    shared ??= createMemory(settings().cacheBytes)
    return (opened ??= shared(name, bytesOf))
  }
  return {
    get: key => cache().get(key),
    set: (key, value) => cache().set(key, value),
    delete: key => cache().delete(key),
  }
}
