import { settings } from '~~/server/settings'

const order = ['debug', 'info', 'warn', 'error', 'silent'] as const

function line(
  level: 'debug' | 'info' | 'warn' | 'error',
  message: string,
  detail: Record<string, unknown> = {},
): void {
  if (order.indexOf(level) < order.indexOf(settings().logLevel)) return
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

/** The server log: one JSON object a line on standard error. Never a secret, never a comment's text. */
export const log = {
  debug: (message: string, detail?: Record<string, unknown>) => line('debug', message, detail),
  info: (message: string, detail?: Record<string, unknown>) => line('info', message, detail),
  warn: (message: string, detail?: Record<string, unknown>) => line('warn', message, detail),
  error: (message: string, detail?: Record<string, unknown>) => line('error', message, detail),
}
