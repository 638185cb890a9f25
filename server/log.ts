import { settings } from '~~/server/settings'

/** Levels in ascending order. */
const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const

/**
 * Writes one line unless the level is below `LOG_LEVEL`. An `error` in the detail is written with its stack.
 */
function writeLine(
  level: 'debug' | 'info' | 'warn' | 'error',
  message: string,
  detail: Record<string, unknown> = {},
): void {
  if (levels.indexOf(level) < levels.indexOf(settings().logLevel)) return
  const { error, ...rest } = detail
  const stack =
    error instanceof Error
      ? { error: error.stack ?? error.message }
      : error === undefined
        ? {}
        : { error: String(error) }
  process.stderr.write(
    `${JSON.stringify({ time: new Date().toISOString(), level, message, ...rest, ...stack })}\n`,
  )
}

/** The server log: one JSON object a line on standard error. Never log a secret or the text of a comment. */
export const log = {
  debug: (message: string, detail?: Record<string, unknown>) => writeLine('debug', message, detail),
  info: (message: string, detail?: Record<string, unknown>) => writeLine('info', message, detail),
  warn: (message: string, detail?: Record<string, unknown>) => writeLine('warn', message, detail),
  error: (message: string, detail?: Record<string, unknown>) => writeLine('error', message, detail),
}
