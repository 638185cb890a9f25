import { STATUS_CODES } from 'node:http'
import { randomUUID } from 'node:crypto'
import { setResponseHeader, setResponseStatus, type H3Event } from 'h3'
import type { ErrorEnvelope } from '#shared/contract/errors'
import { AppError } from '#shared/errors'
import { releaseReserve } from '~~/server/storage/reserve'
import { settings } from '~~/server/settings'
import { log } from '~~/server/log'

/** Turns whatever was thrown into an AppError; what nobody foresaw becomes `internal_error` and is logged. */
export function toAppError(thrown: unknown, event: H3Event): { error: AppError, requestId?: string } {
  if (thrown instanceof AppError) return { error: thrown }
  const code = (thrown as { code?: unknown } | null)?.code
  const full = code === 'SQLITE_FULL' || code === 'ENOSPC' || (thrown as Error | null)?.name === 'BlobSpaceError'
  const requestId = randomUUID()
  if (full) giveReserveUp()
  log.error(full ? 'no space left' : 'unexpected failure', { requestId, method: event.method, path: event.path.split('?')[0], error: thrown })
  return { error: new AppError(full ? 'insufficient_storage' : 'internal_error'), requestId }
}

/** Room for what makes room: deletions need some too. */
function giveReserveUp(): void {
  releaseReserve(settings().dataDir).then(
    released => released && log.error('the disk is full: the reserve was given up; delete something or make room'),
    (error: unknown) => log.error('the reserve cannot be given up', { error }),
  )
}

/** The one place that builds the envelope (or its flat form). JSON, whatever `Accept` says. */
export function sendError(event: H3Event, thrown: unknown, flat = false): string {
  const { error, requestId } = toAppError(thrown, event)
  setResponseStatus(event, error.status)
  setResponseHeader(event, 'content-type', 'application/json')
  setResponseHeader(event, 'cache-control', 'no-store')
  setResponseHeader(event, 'x-content-type-options', 'nosniff')
  if (error.retryAfter !== undefined) setResponseHeader(event, 'retry-after', error.retryAfter)
  if (error.allow) setResponseHeader(event, 'allow', error.allow.join(', '))
  if (error.status === 401) setResponseHeader(event, 'www-authenticate', 'Bearer realm="exhibit"')
  if (flat) return JSON.stringify({ error: error.code, message: error.message, hint: error.hint })
  const envelope: ErrorEnvelope = {
    statusCode: error.status,
    statusMessage: STATUS_CODES[error.status] ?? 'Error',
    data: { error: error.code, message: error.message, hint: error.hint, field: error.field, ...error.ceiling, ...(requestId && { requestId }) },
  }
  return JSON.stringify(envelope)
}
