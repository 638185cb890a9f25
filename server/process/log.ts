import { currentRequest } from './request-context'
import { settings } from '~~/server/settings'

/** The levels in ascending order. */
const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const

/**
 * Writes one line unless the level is below `LOG_LEVEL`, with the id of the running request. An `error` in
 * the detail is written with its stack.
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
 * Returns an error with its stack. For a failed query, returns the statement without its parameters, which
 * may be secrets or texts of comments.
 */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // A DrizzleQueryError, whose message and stack contain both.
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
