import type { Readable } from 'node:stream'
import type { Driver } from 'unstorage'
import type { ByteRange, ByteSource } from '../byte-source'

/**
 * Where blobs lie: what a store has to do itself. Keys are made of ids alone; any other throws.
 * Every promise here is tested by the conformance suite, on every driver.
 */
export interface BlobStore {
  /**
   * Stores exactly `size` bytes, durably, or nothing: a source of another length throws {@link BlobSizeError}
   * (a longer one as soon as it is too long), a broken one its own error, a full disk {@link BlobSpaceError}.
   * A blob appears whole or not at all; of two writes of one key the last to finish stands. The source is
   * used up, or destroyed when the write fails; of a request the socket is left, so that it can be answered.
   */
  write: (key: string, source: Readable, options: { size: number }) => Promise<{ bytes: number }>
  /**
   * The bytes of a blob, or of a part of it; a part past the end gives what there is. The stream of a missing
   * blob breaks with {@link BlobMissingError}. Destroying the stream frees its descriptor.
   */
  read: (key: string, range?: ByteRange) => Readable
  /**
   * A part of a blob in one read, and what there is of a part past the end. Throws {@link BlobMissingError}.
   */
  readRange: (key: string, start: number, end: number) => Promise<Buffer>
  /** Size and time of the last write in epoch milliseconds; null when there is no such blob. */
  stat: (key: string) => Promise<{ bytes: number; modifiedAt: number } | null>
  /** Removes a blob; removing what is not there is no error. */
  remove: (key: string) => Promise<void>
  /** Every key that starts with a prefix, in no order; what is no blob is left out. */
  keys: (prefix?: string) => AsyncIterable<string>
  /** A blob to read from. Throws {@link BlobMissingError}. */
  source: (key: string) => Promise<ByteSource>
  /** Removes what unfinished writes older than this left behind. Answers how many. */
  sweepTemporary: (olderThanMs: number) => Promise<number>
}

/** The seam of the blob store: a store that is an unstorage driver too, and may be mounted. */
export interface BlobDriver extends Driver, BlobStore {}

/**
 * The source had another length than was promised. Of one that is too long, `received` counts what was read
 * of it.
 */
export class BlobSizeError extends Error {
  readonly expected: number
  readonly received: number
  readonly kind: 'short' | 'long'

  constructor(expected: number, received: number) {
    super(`expected ${expected} bytes, received ${received > expected ? `at least ${received}` : received}`)
    this.name = 'BlobSizeError'
    this.expected = expected
    this.received = received
    this.kind = received > expected ? 'long' : 'short'
  }
}

/** No space left for a blob. */
export class BlobSpaceError extends Error {
  constructor(cause: unknown) {
    super('no space left for the blob', { cause })
    this.name = 'BlobSpaceError'
  }
}

/** There is no blob of this key. */
export class BlobMissingError extends Error {
  constructor(key: string) {
    super(`there is no blob ${key}`)
    this.name = 'BlobMissingError'
  }
}

/** Whether a key is made of plain segments, so that it cannot leave the store. */
export function isKey(key: string): boolean {
  return /^[a-z]+(?:\/\w[\w-]{0,120}){1,4}$/i.test(key)
}

/** Throws for what is no key. */
export function assertKey(key: string): void {
  if (!isKey(key)) throw new Error(`not a blob key: ${JSON.stringify(key)}`)
}
