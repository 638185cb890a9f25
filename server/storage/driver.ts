import type { Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { defineDriver, type Driver } from 'unstorage'
import type { ByteSource } from '../bytes/byte-source'
import { BlobMissingError } from './errors'
import { isBlobKey } from './keys'

/** The operations that the caller will use. Opening a store fails if the store does not permit them. */
export type BlobUse = 'everything' | 'reading'

/** A blob in the result of `list`. */
export interface BlobEntry {
  key: string
  bytes: number
  /** The time of the last write, in epoch milliseconds. */
  modifiedAt: number
}

/**
 * Properties of a blob that the caller knows from the database. Since keys are never reused, the row of a
 * blob proves that the blob exists.
 */
export interface KnownBlob {
  /**
   * The size that the row states, if it states one. It must be correct: if the blob has another size, reads
   * return wrong bytes or fail.
   */
  size?: number
}

/** Properties of the bytes that are known before the bytes are written. */
export interface ExpectedBytes {
  size: number
  /**
   * A hash to which the bytes are added while they are written. After a failed write, the hash contains only
   * some of the bytes.
   */
  hash?: Hash
}

/**
 * Streaming methods. They are needed in addition to the methods of unstorage, which read and write whole
 * values.
 */
export interface BlobStreams {
  /**
   * Stores exactly `size` bytes durably, or nothing. Throws `BlobSizeError` if the source is shorter or
   * longer (if it is longer, at the first excess byte), the error of the source if the source fails, and
   * `BlobSpaceError` if the disk is full. A blob appears completely or not at all. If two writes of a
   * key run at the same time, the blob of the write that finishes last remains. The source is read to its
   * end, or destroyed if the write fails. If the source is a request, its socket stays open, so that the
   * server can still respond.
   */
  writeStream: (key: string, source: Readable, expected: ExpectedBytes) => Promise<void>
  /**
   * Opens a blob for reading in ranges or as a stream. Throws {@link BlobMissingError} if the blob does not
   * exist. If the blob is removed after it was opened, a read returns the bytes or throws
   * {@link BlobMissingError}. If the caller knows that the blob exists, a driver may open it without a
   * request to its store; the error for a missing blob may then be thrown only at the first read.
   */
  open: (key: string, known?: KnownBlob) => Promise<ByteSource>
  /**
   * Lists the blobs whose key starts with a prefix, in no defined order. Files that are not blobs are
   * skipped.
   */
  list: (prefix?: string) => AsyncIterable<BlobEntry>
  /**
   * Resolves if the store responds, and throws if it does not. The check takes little time, so it can be
   * called every few seconds.
   */
  check: () => Promise<void>
  /**
   * Removes the remains of unfinished writes that are older than the given age. Returns the number of removed
   * files or uploads.
   */
  removeUnfinished: (olderThanMs: number) => Promise<number>
  /** Gives clients access to blobs directly at the store; undefined if the store has no URLs. */
  direct?: DirectAccess
}

/** The headers that the store sends with a blob, and the number of seconds for which the URL is valid. */
export interface DirectOptions {
  contentType: string
  contentDisposition: string
  seconds: number
}

/** Gives access to blobs by URLs of the store, so that clients do not need this server. */
export interface DirectAccess {
  /** The origin that all URLs of the store have. */
  origin: string
  /** Returns a URL at which a blob can be read with GET. Does not check whether the blob exists. */
  addressOf: (key: string, options: DirectOptions) => Promise<string>
}

/**
 * The methods that a driver implements. {@link defineBlobDriver} adds the item methods of unstorage.
 * tests/support/data/blob-driver-suite.ts tests every guarantee with every driver. The methods throw for keys
 * that do not have the format of keys.ts.
 */
export interface BlobDriverMethods extends Omit<BlobStreams, 'check'> {
  name: string
  options: Driver['options']
  /** Checks whether the store responds. The default requests a blob that does not exist. */
  check?: () => Promise<void>
  /** Removes a blob. Does nothing if it does not exist. */
  removeItem: (key: string) => Promise<void>
  /** Returns the size of a blob and the time of its last write; null if the blob does not exist. */
  getMeta: (key: string) => Promise<{ size: number; mtime: Date } | null>
}

/** An unstorage driver that also has the streaming methods. */
export type BlobDriver = Driver & BlobDriverMethods & BlobStreams

/**
 * Defines a driver of unstorage with streaming methods. The methods for whole values (`getItemRaw`,
 * `setItemRaw` and others) call the streaming methods, so that both have the same guarantees.
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
    // unstorage also reads `key$`, under which it expects the metadata of an item. `key$` is not a blob key,
    // so there is no value.
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

/**
 * Converts a key of unstorage, whose segments are separated by colons, to a blob key. If unstorage lists all
 * keys, it passes no key.
 */
const toBlobKey = (key = '') => key.replaceAll(':', '/')
