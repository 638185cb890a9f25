import { SECOND } from '#shared/time'
import { findUnavailable } from '~~/server/errors/unavailable'
import { currentRequest } from './request-context'
import { settings } from '~~/server/settings'

/** The log levels, from the least to the most important. `silent` disables the log. */
const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const

/**
 * The lines about a service that is unavailable: the time of the last one, and the number of skipped ones.
 */
const unavailableLines = new Map<string, { at: number; skipped: number }>()

/**
 * Writes one line to the log, with the id of the current request. Skips levels below `LOG_LEVEL`. If the
 * detail contains an `error`, the stack of this error is also written. While a service is unavailable, writes
 * at most one error line a second about it, because every request fails.
 */
function writeLine(
  level: 'debug' | 'info' | 'warn' | 'error',
  message: string,
  detail: Record<string, unknown> = {},
): void {
  if (levels.indexOf(level) < levels.indexOf(settings().logLevel)) return
  const { error, ...rest } = detail
  const service = level === 'error' ? findUnavailable(error)?.service : undefined
  const skipped = service === undefined ? undefined : countSkipped(service)
  if (skipped === null) return
  const stack = error === undefined ? {} : { error: describeError(error) }
  const time = new Date().toISOString()
  const { id: requestId, traceId } = currentRequest() ?? {}
  process.stderr.write(
    `${JSON.stringify({ time, level, message, requestId, traceId, ...rest, ...stack, skipped })}\n`,
  )
}

/**
 * Returns null if a line about an unavailable service must be skipped. Otherwise returns the number of lines
 * that were skipped since the last one; undefined if there were none.
 */
function countSkipped(service: string): number | undefined | null {
  const now = performance.now()
  const last = unavailableLines.get(service)
  if (last && now - last.at < SECOND) {
    last.skipped += 1
    return null
  }
  unavailableLines.set(service, { at: now, skipped: 0 })
  return last?.skipped || undefined
}

/**
 * Returns the stack of an error. For a failed query, returns the SQL statement without its parameters,
 * because they may contain secrets or the text of comments. For a service that is unavailable, returns only
 * the message.
 */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const unavailable = findUnavailable(error)
  if (unavailable) return unavailable.message
  // The message and the stack of a DrizzleQueryError contain the statement and its parameters.
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
