import { LRUCache } from 'lru-cache'
import { settings } from '~~/server/settings'

/** An entry larger than this part of all memory would push out too many others. */
const LARGEST_PART = 8
/** What an entry takes beside its value: its key and its place in the cache. */
const ENTRY_BYTES = 200

interface Entry {
  value: unknown
  bytes: number
}

/** A part of the memory of all caches of this process. */
export interface MemoryCache<T> {
  get: (key: string) => T | undefined
  /** Ignores a value that is too large. */
  set: (key: string, value: T) => void
  delete: (key: string) => void
}

/** Opens a cache by its name; `bytesOf` returns what a value takes. */
export type OpenCache = <T>(name: string, bytesOf: (value: T) => number) => MemoryCache<T>

/**
 * Returns a function that opens caches whose values share `maxBytes`: what was not used for longest is
 * removed first, whichever cache it is in.
 */
export function createMemory(maxBytes: number): OpenCache {
  // The library takes no bound of 0; no entry fits into 1 byte.
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
 * Opens a cache in the memory of this process that `CACHE_MIB` bounds. It may be opened when a module is
 * loaded: the settings are read at its first use.
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
