import { currentRequest } from './request-context'
import { settings } from '~~/server/settings'

/** The levels in ascending order. */
const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const

/**
 * Writes one line to the log, with the id of the current request. Skips levels below `LOG_LEVEL`. If the
 * detail contains an `error`, the stack of this error is also written.
 */
function writeLine(
  level: 'debug' | 'info' | 'warn' | 'error',
  message: string,
  detail: Record<string, unknown> = {},
): void {
  if (levels.indexOf(level) < levels.indexOf(settings().logLevel)) return
  const { error, ...rest } = detail
  const stack = error === undefined ? {} : { error: describeError(error) }
  const time = new Date().toISOString()
  const requestId = currentRequest()?.id
  process.stderr.write(`${JSON.stringify({ time, level, message, requestId, ...rest, ...stack })}\n`)
}

/**
 * Returns the stack of an error. For a failed query, returns the SQL statement without its parameters,
 * because they may contain secrets or the text of comments.
 */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // This is a DrizzleQueryError. Its message and stack contain the statement and the parameters.
  if ('query' in error && 'params' in error)
    return `query failed: ${String(error.query)}\n${describeError(error.cause)}`
  return error.stack ?? error.message
}

/**
 * The server log: one JSON object per line on standard error. Never log a secret or the text of a comment.
 */
export const log = {
  debug: (message: string, detail?: Record<string, unknown>) => writeLine('debug', message, detail),
  info: (message: string, detail?: Record<string, unknown>) => writeLine('info', message, detail),
  warn: (message: string, detail?: Record<string, unknown>) => writeLine('warn', message, detail),
  error: (message: string, detail?: Record<string, unknown>) => writeLine('error', message, detail),
}
