import { STATUS_CODES } from 'node:http'
import { randomUUID } from 'node:crypto'
import { setResponseHeader, setResponseStatus, type H3Event } from 'h3'
import type { ErrorEnvelope } from '#shared/contract/kit/errors'
import { AppError } from '#shared/errors'
import { log } from '~~/server/log'
import { isOutOfSpace } from '~~/server/out-of-space'

/** Turns whatever was thrown into an AppError; what nobody foresaw becomes `internal_error` and is logged. */
export function toAppError(thrown: unknown, event: H3Event): { error: AppError; requestId?: string } {
  if (thrown instanceof AppError) return { error: thrown }
  const full = isOutOfSpace(thrown)
  const requestId = randomUUID()
  log.error(full ? 'no space left' : 'unexpected failure', {
    requestId,
    method: event.method,
    path: withoutSecrets(event.path),
    error: thrown,
  })
  return { error: new AppError(full ? 'insufficient_storage' : 'internal_error'), requestId }
}

/** What Node makes of a request whose sender is gone before it is whole: no failure of ours. */
function isCutOff(thrown: unknown): boolean {
  return (
    thrown instanceof Error &&
    thrown.message === 'aborted' &&
    'code' in thrown &&
    thrown.code === 'ECONNRESET'
  )
}

/** The path for the log: some addresses are credentials themselves. */
function withoutSecrets(path: string): string {
  return (path.split('?')[0] ?? '').replace(/^(\/(?:e|v1\/uploads|api\/(?:share|claim|invite))\/).+/, '$1…')
}

/**
 * Sends the envelope (or its flat form). JSON, whatever `Accept` says. Nothing where nobody listens any more.
 */
export function sendError(event: H3Event, thrown: unknown, flat = false): string | undefined {
  if (isCutOff(thrown)) {
    log.debug('the client went away', { method: event.method, path: withoutSecrets(event.path) })
    // To h3 it is answered: an answer on a lost connection makes Nitro's own listeners fail.
    event._handled = true
    event.node.res.destroy()
    return undefined
  }
  const { error, requestId } = toAppError(thrown, event)
  setResponseStatus(event, error.status)
  setResponseHeader(event, 'content-type', 'application/json')
  setResponseHeader(event, 'cache-control', 'no-store')
  setResponseHeader(event, 'x-content-type-options', 'nosniff')
  if (error.retryAfter !== undefined) setResponseHeader(event, 'retry-after', error.retryAfter)
  if (error.allow) setResponseHeader(event, 'allow', error.allow.join(', '))
  if (error.status === 401) setResponseHeader(event, 'www-authenticate', 'Bearer realm="exhibit"')
  // The flat form has no member for the request id.
  if (flat)
    return JSON.stringify({
      error: error.code,
      message: error.message,
      hint: requestId ? `${error.hint} It is ${requestId}.` : error.hint,
    })
  return JSON.stringify(envelopeOf(error, requestId))
}

/** The envelope of an error; `requestId` is the id that the log names too. */
export function envelopeOf(error: AppError, requestId?: string): ErrorEnvelope {
  return {
    statusCode: error.status,
    statusMessage: STATUS_CODES[error.status] ?? 'Error',
    data: {
      error: error.code,
      message: error.message,
      hint: error.hint,
      field: error.field,
      ...error.ceiling,
      ...(requestId && { requestId }),
    },
  }
}
