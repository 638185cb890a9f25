import { LRUCache } from 'lru-cache'
import { settings } from '~~/server/settings'

/** An entry larger than the total divided by this number would push out too many others. */
const LARGEST_PART = 8
/** The memory of an entry in addition to its value: its key and its place in the cache. */
const ENTRY_BYTES = 200

interface Entry {
  value: unknown
  bytes: number
}

/** A cache in the shared memory of all caches of this process. */
export interface MemoryCache<T> {
  get: (key: string) => T | undefined
  /** Stores a value, unless it is too large. */
  set: (key: string, value: T) => void
  delete: (key: string) => void
}

/** Opens a cache by its name. `bytesOf` returns the memory that a value takes. */
export type OpenCache = <T>(name: string, bytesOf: (value: T) => number) => MemoryCache<T>

/**
 * Returns a function that opens caches whose values share `maxBytes`. The least recently used value of all
 * caches is removed first.
 */
export function createMemory(maxBytes: number): OpenCache {
  // The library accepts no limit of 0; no entry fits into 1 byte.
  const maxSize = Math.max(1, maxBytes)
  const entries = new LRUCache<string, Entry>({
    maxSize,
    maxEntrySize: Math.ceil(maxSize / LARGEST_PART),
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
 * Opens a cache in the memory that `CACHE_MIB` limits. It may be opened when a module is loaded, because the
 * settings are read at its first use.
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
