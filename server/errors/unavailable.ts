/**
 * Thrown if the database or the blob store does not respond. The requested change may or may not have
 * been made; the client can try again.
 */
export class UnavailableError extends Error {
  constructor(what: 'database' | 'blob store', cause: unknown) {
    super(`the ${what} does not respond: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
    this.name = 'UnavailableError'
  }
}

/** Returns whether an error, or its cause, is an {@link UnavailableError}. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error instanceof UnavailableError || isUnavailable(error.cause)
}
