/**
 * Thrown if a source does not have the expected length. If the source is too long, `received` is the number
 * of bytes that were read before reading was stopped.
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

/** Thrown if the blob store has no space left. */
export class BlobSpaceError extends Error {
  constructor(cause: unknown) {
    super('no space left for the blob', { cause })
    this.name = 'BlobSpaceError'
  }
}

/** Thrown if a blob does not exist. */
export class BlobMissingError extends Error {
  constructor(key: string) {
    super(`no blob is stored under ${key}`)
    this.name = 'BlobMissingError'
  }
}
