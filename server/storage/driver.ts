import type { Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { defineDriver, type Driver } from 'unstorage'
import type { ByteSource } from '../bytes/byte-source'
import { BlobMissingError } from './errors'
import { isBlobKey } from './keys'

/** What a store is opened for, and must therefore permit. */
export type BlobUse = 'everything' | 'reading'

/** A blob in a listing. */
export interface BlobEntry {
  key: string
  bytes: number
  /** Time of the last write, in epoch milliseconds. */
  modifiedAt: number
}

/** What a row of the database says of a blob: it exists, since keys are never used again. */
export interface KnownBlob {
  /** Its size, where the row has it: for a blob of another size, reads return other bytes or fail. */
  size?: number
}

/** What is to be written. */
export interface ExpectedBytes {
  size: number
  /** Gets the bytes as they pass, for a checksum; of a failed write only some. */
  hash?: Hash
}

/** What the blob store adds to unstorage: unstorage's own methods read and write whole values. */
export interface BlobStreams {
  /**
   * Stores exactly `size` bytes durably, or nothing: throws {@link BlobSizeError} for a source of another
   * length (for a longer one at the first byte too many), the source's own error when it fails, and
   * {@link BlobSpaceError} for a full disk. A blob appears whole or not at all; of two writes of one key the
   * last to finish wins. The source is consumed, or destroyed when the write fails. The socket of a request
   * stays open, so that a response is possible.
   */
  writeStream: (key: string, source: Readable, expected: ExpectedBytes) => Promise<void>
  /**
   * Opens a blob for reading, in parts or as a stream. Throws {@link BlobMissingError}. When the blob is
   * removed after it was opened, a read returns the bytes or throws that error. Of a blob that is known to
   * exist, a driver may ask nothing of its store: a missing one then shows at the first read, too.
   */
  open: (key: string, known?: KnownBlob) => Promise<ByteSource>
  /** Lists the blobs whose key starts with a prefix, in no particular order. Skips what is not a blob. */
  list: (prefix?: string) => AsyncIterable<BlobEntry>
  /** Resolves when the store responds, and throws when it does not. Cheap enough for every few seconds. */
  check: () => Promise<void>
  /** Removes what unfinished writes older than this left behind. Returns how many it removed. */
  removeUnfinished: (olderThanMs: number) => Promise<number>
  /** Addresses of the store itself, where it has them. */
  direct?: DirectAccess
}

/** The headers that the store sends with a blob, and how long its address is valid. */
export interface DirectOptions {
  contentType: string
  contentDisposition: string
  seconds: number
}

/** Access to blobs at the store, without this server. */
export interface DirectAccess {
  /** The origin of all addresses. */
  origin: string
  /** Returns an address of a blob for GET. Whether the blob exists is not checked. */
  addressOf: (key: string, options: DirectOptions) => Promise<string>
}

/**
 * What a driver implements; {@link defineBlobDriver} adds unstorage's item methods. Every promise is tested
 * on every driver by tests/support/data/blob-driver-suite.ts. Keys are those of keys.ts; any other throws.
 */
export interface BlobDriverMethods extends Omit<BlobStreams, 'check'> {
  name: string
  options: Driver['options']
  /** By default, asks for a blob that does not exist. */
  check?: () => Promise<void>
  /** Removes a blob. Does nothing when it does not exist. */
  removeItem: (key: string) => Promise<void>
  /** Returns null when the blob does not exist. */
  getMeta: (key: string) => Promise<{ size: number; mtime: Date } | null>
}

/** An unstorage driver that also streams. */
export type BlobDriver = Driver & BlobDriverMethods & BlobStreams

/**
 * unstorage's `defineDriver` for a driver that streams: the methods for whole values (`getItemRaw`,
 * `setItemRaw` and others) are derived from the streaming ones, so that both have the same guarantees.
 */
export function defineBlobDriver<Options>(
  factory: (options: Options) => BlobDriverMethods,
): (options: Options) => BlobDriver {
  return defineDriver<Options, unknown>(options => withItemMethods(factory(options))) as (
    options: Options,
  ) => BlobDriver
}

function withItemMethods(driver: BlobDriverMethods): BlobDriver {
  const getItemRaw = async (key: string) => {
    const blobKey = toBlobKey(key)
    // unstorage also reads the metadata of an item (`key$`), which is not a blob key.
    if (!isBlobKey(blobKey)) return null
    try {
      const source = await driver.open(blobKey)
      return await source.read(0, source.size)
    } catch (error) {
      if (error instanceof BlobMissingError) return null
      throw error
    }
  }
  const setItemRaw = async (key: string, value: Uint8Array | string) => {
    const data = typeof value === 'string' ? Buffer.from(value) : value
    await driver.writeStream(toBlobKey(key), Readable.from([data]), { size: data.length })
  }
  return {
    ...driver,
    check: driver.check ?? (async () => void (await driver.getMeta('check/nothing'))),
    hasItem: async key => (await driver.getMeta(toBlobKey(key))) !== null,
    getItem: async key => (await getItemRaw(key))?.toString() ?? null,
    getItemRaw,
    setItem: setItemRaw,
    setItemRaw,
    removeItem: key => driver.removeItem(toBlobKey(key)),
    getMeta: key => driver.getMeta(toBlobKey(key)),
    getKeys: async base => {
      const keys: string[] = []
      for await (const entry of driver.list(toBlobKey(base))) keys.push(entry.key)
      return keys
    },
  }
}

/** unstorage separates segments with colons, and passes no base when it wants all keys. */
const toBlobKey = (key = '') => key.replaceAll(':', '/')
