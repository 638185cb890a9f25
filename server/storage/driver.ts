import type { Readable } from 'node:stream'
import type { Driver } from 'unstorage'

/** Bytes `start` to `end`, the end exclusive. */
export interface ByteRange { start: number, end: number }

/** A blob to read from, whole or in part. A driver with local files gives their path. */
export interface BlobSource {
  size: number
  read: (start: number, end: number) => Promise<Buffer>
  stream: (range?: ByteRange) => Readable
  path?: string
}

/**
 * The seam of the blob store: an unstorage driver that also streams. Keys are made of ids alone.
 * Every promise here is tested by the conformance suite, on every driver.
 */
export interface BlobDriver extends Driver {
  /**
   * Stores exactly `size` bytes, durably, or nothing: a source of another length throws {@link BlobSizeError} (a longer
   * one as soon as it is too long), a broken one its own error, a full disk {@link BlobSpaceError}. A blob appears
   * whole or not at all; of two writes of one key the last to finish stands.
   */
  write: (key: string, source: Readable, options: { size: number }) => Promise<void>
  /** The bytes of a blob, or of a part of it. Destroying the stream frees its descriptor. */
  read: (key: string, range?: ByteRange) => Readable
  /** A part of a blob in one read. */
  readRange: (key: string, start: number, end: number) => Promise<Buffer>
  /** Size and time of the last write in epoch milliseconds; null when there is no such blob. */
  stat: (key: string) => Promise<{ bytes: number, modifiedAt: number } | null>
  /** Removes a blob; removing what is not there is no error. */
  remove: (key: string) => Promise<void>
  /** Every key below a prefix, in no order. */
  keys: (prefix?: string) => AsyncIterable<string>
  /** A blob to read from. Throws {@link BlobMissingError}. */
  source: (key: string) => Promise<BlobSource>
  /** Removes what unfinished writes older than this left behind. Answers how many. */
  sweepTemporary: (olderThanMs: number) => Promise<number>
}

/** The source had another length than was promised. */
export class BlobSizeError extends Error {
  constructor(readonly expected: number, readonly received: number) {
    super(`expected ${expected} bytes, received ${received > expected ? `at least ${received}` : received}`)
    this.name = 'BlobSizeError'
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

/** Throws for a key that is not made of plain segments: it could leave the store. */
export function assertKey(key: string): void {
  if (!/^[a-z]+(?:\/\w[\w-]{0,120}){1,4}$/i.test(key)) throw new Error(`not a blob key: ${JSON.stringify(key)}`)
}
