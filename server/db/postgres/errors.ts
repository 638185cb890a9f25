import { AppError } from '#shared/errors'
import { UnavailableError } from '~~/server/errors/unavailable'

/** The code of a serialization failure: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK_DETECTED = '40P01'
const UNIQUE_VIOLATION = '23505'

/**
 * The error codes of a database server that restarts, fails over or has too many connections. A prefix
 * matches a whole class of codes.
 */
const UNAVAILABLE = /^(?:08|57P0[1-4]|53300|57014|25P03|25006)/
/** The error codes of Node.js for sockets and name lookups. */
const UNREACHABLE =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)$/
/** The messages of errors that `pg` throws without a code. */
const NO_RESPONSE = /timeout|Connection terminated|Client has encountered a connection error|not queryable/i

/**
 * Returns the code of an error of the database server or of a socket. If the error has no code, returns the
 * code of its cause; undefined if no cause has a code.
 */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return codeOf(error.cause)
}

/**
 * Returns whether a transaction failed because of a concurrent transaction, so that a retry may succeed. A
 * unique violation may be such a failure too (PostgreSQL, 13.2.3): if two transactions check for the same key
 * and then insert it, one of them may fail with a unique violation. A unique violation counts as a conflict
 * in the first two attempts only.
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

/** The error code for text with U+0000, which PostgreSQL cannot store. */
const UNTRANSLATABLE = '22021'

/**
 * Converts an error of a query: to `invalid_request` if PostgreSQL cannot store a value, or to an {@link
 * UnavailableError} if the connection failed. Returns every other error unchanged.
 */
export function toQueryError(error: unknown): unknown {
  if (codeOf(error) !== UNTRANSLATABLE) return toUnavailable(error)
  return new AppError('invalid_request', {
    message: 'A text contains the character U+0000.',
    hint: 'Remove this character: it cannot be stored.',
    cause: error,
  })
}

/**
 * Converts an error of the connection to an {@link UnavailableError}. Returns every other error unchanged.
 */
export function toUnavailable(error: unknown): unknown {
  return isConnectionError(error) ? new UnavailableError('database', error) : error
}
