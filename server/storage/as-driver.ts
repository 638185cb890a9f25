import { Readable } from 'node:stream'
import type { Driver } from 'unstorage'
import { BlobMissingError, isKey, type BlobDriver, type BlobStore } from './driver'

/** A store as the driver of this name: what unstorage asks for, told in terms of what a blob store does. */
export function asDriver(name: string, store: BlobStore): BlobDriver {
  return { ...itemsOf(store), ...store, name }
}

function itemsOf(store: BlobStore): Driver {
  const getItemRaw = async (key: string) => {
    // unstorage also asks for companions of an item, by names that are no keys.
    if (!isKey(slashed(key))) return null
    const source = await store.source(slashed(key)).catch(orNull)
    return source && source.read(0, source.size)
  }
  const setItemRaw = async (key: string, value: Uint8Array | string) => {
    const data = Buffer.from(value)
    await store.write(slashed(key), Readable.from([data]), { size: data.length })
  }
  return {
    hasItem: async key => (await store.stat(slashed(key))) !== null,
    getItem: async key => (await getItemRaw(key))?.toString() ?? null,
    getItemRaw,
    setItem: setItemRaw,
    setItemRaw,
    removeItem: key => store.remove(slashed(key)),
    getKeys: base => Array.fromAsync(store.keys(slashed(base))),
    getMeta: async key => {
      const found = await store.stat(slashed(key))
      return found && { size: found.bytes, mtime: new Date(found.modifiedAt) }
    },
  }
}

/** unstorage separates with colons, and names no base for everything. */
const slashed = (key = '') => key.replaceAll(':', '/')

function orNull(error: unknown): null {
  if (error instanceof BlobMissingError) return null
  throw error
}
