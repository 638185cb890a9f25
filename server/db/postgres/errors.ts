import { AppError } from '#shared/errors'
import { UnavailableError } from '~~/server/errors/unavailable'

/** The code of a serialization failure: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'
const UNIQUE_VIOLATION = '23505'

/**
 * The codes of a server that restarts, fails over or has too many connections, and the classes of such codes.
 */
const UNAVAILABLE = /^(?:08|57P0[1-4]|53300|57014|25P03|25006)/
/** The codes of Node's sockets and name lookup. */
const UNREACHABLE =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)$/
/** The messages of errors that `pg` throws without a code. */
const NO_RESPONSE = /timeout|Connection terminated|Client has encountered a connection error|not queryable/i

/** Returns the code of an error of the server or of a socket, or of its cause; undefined without one. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return codeOf(error.cause)
}

/**
 * Returns whether a transaction failed because of a concurrent one, so that a retry may succeed. A unique
 * violation may be such a failure too (PostgreSQL, 13.2.3): of two transactions that checked for the same
 * key, one may fail with it. A unique violation counts in the first attempts only.
 */
export function isConflict(error: unknown, attempt: number): boolean {
  const code = codeOf(error)
  if (code === UNIQUE_VIOLATION) return attempt <= 2
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED
}

/** Returns whether an error, or its cause, means that the server or the connection is unavailable. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (code !== undefined) return UNAVAILABLE.test(code) || UNREACHABLE.test(code)
  return NO_RESPONSE.test(error.message) || isConnectionError(error.cause)
}

/** The code for text with U+0000, which PostgreSQL cannot store. */
const UNTRANSLATABLE = '22021'

/**
 * Returns `invalid_request` for a value that PostgreSQL cannot store, an {@link UnavailableError} for a
 * connection error, and every other error unchanged.
 */
export function toQueryError(error: unknown): unknown {
  if (codeOf(error) !== UNTRANSLATABLE) return toUnavailable(error)
  return new AppError('invalid_request', {
    message: 'A text contains the character U+0000.',
    hint: 'Remove this character: it cannot be stored.',
    cause: error,
  })
}

/** Returns an {@link UnavailableError} for a connection error, and every other error unchanged. */
export function toUnavailable(error: unknown): unknown {
  return isConnectionError(error) ? new UnavailableError('database', error) : error
}
