/** A service that the server needs for most requests, as error messages name it. */
type Service = 'database' | 'blob store'

/**
 * Thrown if a service does not respond, or if it responds that it is unavailable; `problem` states which of
 * the two. The requested change may or may not have been made. The client can try again.
 */
export class UnavailableError extends Error {
  constructor(
    readonly service: Service,
    cause: unknown,
    readonly problem = 'does not respond',
  ) {
    super(`the ${service} ${problem}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = 'UnavailableError'
  }
}

/**
 * Returns an {@link UnavailableError}: the given error, or one of its causes. Returns null if there is none.
 */
export function findUnavailable(error: unknown): UnavailableError | null {
  if (!(error instanceof Error)) return null
  return error instanceof UnavailableError ? error : findUnavailable(error.cause)
}

/** Returns whether an error, or its cause, is an {@link UnavailableError}. */
export const isUnavailable = (error: unknown): boolean => findUnavailable(error) !== null
