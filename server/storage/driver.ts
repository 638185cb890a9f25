import type { Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { defineDriver, type Driver } from 'unstorage'
import type { ByteSource } from '../bytes/byte-source'
import { BlobMissingError } from './errors'
import { isBlobKey } from './keys'

/** The purpose for which a store is opened, and which it must permit. */
export type BlobUse = 'everything' | 'reading'

/** A blob in a listing. */
export interface BlobEntry {
  key: string
  bytes: number
  /** Time of the last write, in epoch milliseconds. */
  modifiedAt: number
}

/** The data about a blob in a row of the database. The blob exists, since keys are never reused. */
export interface KnownBlob {
  /** The size in the row, if known: for a blob of another size, reads return wrong bytes or fail. */
  size?: number
}

/** The bytes to write. */
export interface ExpectedBytes {
  size: number
  /** A hash that gets the bytes as they pass, for a checksum; after a failed write it has only some. */
  hash?: Hash
}

/** The streaming methods in addition to those of unstorage, which read and write whole values. */
export interface BlobStreams {
  /**
   * Stores exactly `size` bytes durably, or nothing: throws {@link BlobSizeError} for a source of another
   * length (for a longer one at the first excess byte), the source's own error if it fails, and
   * {@link BlobSpaceError} for a full disk. A blob appears completely or not at all; of two writes of one key
   * the last to finish wins. The source is consumed, or destroyed if the write fails. The socket of a request
   * stays open, so that a response is possible.
   */
  writeStream: (key: string, source: Readable, expected: ExpectedBytes) => Promise<void>
  /**
   * Opens a blob for reading in ranges or as a stream. Throws {@link BlobMissingError}. If the blob is
   * removed after it was opened, a read returns the bytes or throws that error. If the blob is known to
   * exist, a driver may open it without a request to its store: a missing blob may then be noticed only at
   * the first read.
   */
  open: (key: string, known?: KnownBlob) => Promise<ByteSource>
  /** Lists the blobs whose key starts with a prefix, in no particular order. Skips other files. */
  list: (prefix?: string) => AsyncIterable<BlobEntry>
  /** Resolves if the store responds, and throws if it does not. Cheap enough for a call every few seconds. */
  check: () => Promise<void>
  /** Removes leftovers of unfinished writes that are older than this. Returns their number. */
  removeUnfinished: (olderThanMs: number) => Promise<number>
  /** Access to addresses of the store itself, if it has them. */
  direct?: DirectAccess
}

/** The headers that the store sends with a blob, and the lifetime of its address. */
export interface DirectOptions {
  contentType: string
  contentDisposition: string
  seconds: number
}

/** Access to blobs at the store, without this server. */
export interface DirectAccess {
  /** The origin of all addresses. */
  origin: string
  /** Returns an address of a blob for GET. Does not check whether the blob exists. */
  addressOf: (key: string, options: DirectOptions) => Promise<string>
}

/**
 * What a driver implements; {@link defineBlobDriver} adds unstorage's item methods. Every guarantee is tested
 * on every driver by tests/support/data/blob-driver-suite.ts. Throws for keys that are not from keys.ts.
 */
export interface BlobDriverMethods extends Omit<BlobStreams, 'check'> {
  name: string
  options: Driver['options']
  /** By default, requests a blob that does not exist. */
  check?: () => Promise<void>
  /** Removes a blob. Does nothing if it does not exist. */
  removeItem: (key: string) => Promise<void>
  /** Returns null if the blob does not exist. */
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

/** Converts a key: unstorage separates segments with colons, and passes no base to list all keys. */
const toBlobKey = (key = '') => key.replaceAll(':', '/')
