import type { IncomingMessage, ServerResponse } from 'node:http'
import type { H3Event } from 'h3'
import { contract, type OperationId } from '#shared/contract'
import type { Actor } from '~~/server/access/actor'
import { log } from '~~/server/process/log'
import { metrics } from '~~/server/metrics'
import { currentRequest, type RequestContext } from '~~/server/process/request-context'
import { settings } from '~~/server/settings'
import { documentPaths, metricsPath } from './pages/documents'
import { belowRoot } from './paths'

/** Records which operation a request was routed to. */
export function recordOperation(event: H3Event, operation: OperationId): void {
  const context = contextOf(event)
  if (context) context.operation = operation
}

/** Records the caller of a request, for the log and for fair shares. */
export function recordCaller(event: H3Event, actor: Actor): void {
  const { type, id } = actor
  const request = currentRequest()
  // A page that the server renders reads with the session of the person who requested it.
  if (request && (type === 'human' || type === 'agent')) request.holder = personOf(actor)
  const context = contextOf(event)
  if (context) context.caller = { type, id }
}

/**
 * Returns the key of the person for whom fair shares count a caller. All tokens that a person created count
 * for this person.
 */
export function personOf(actor: Actor): string {
  if (actor.type === 'agent') return `person ${actor.createdBy ?? actor.id}`
  return actor.type === 'human' ? `person ${actor.id}` : (actor.name ?? 'anonymous')
}

/**
 * Returns the context of a request that a client sent; undefined for a request that the server makes while it
 * renders a page.
 */
function contextOf(event: H3Event): RequestContext | undefined {
  const context = currentRequest()
  return context?.message === event.node.req ? context : undefined
}

/**
 * Measures and logs a request after its response has ended or its client has disconnected. Does nothing
 * unless `METRICS_TOKEN` or `ACCESS_LOG` is set.
 */
export function observe(context: RequestContext, request: IncomingMessage, response: ServerResponse): void {
  const { accessLog, metricsToken } = settings()
  if (!accessLog && metricsToken === null) return
  const begun = performance.now()
  const { socket } = request
  const sentBefore = socket.bytesWritten
  metrics.requestStarted()
  response.once('close', () => {
    const milliseconds = performance.now() - begun
    const operation = context.operation ?? kindOf(request.url ?? '')
    const status = response.headersSent ? String(response.statusCode) : 'aborted'
    const isStream = String(response.getHeader('content-type')).startsWith('text/event-stream')
    metrics.requestEnded(operation, status, isStream ? null : milliseconds / 1000)
    if (!accessLog) return
    log.info('request', {
      requestId: context.id,
      traceId: context.traceId,
      method: request.method,
      operation,
      path: context.operation && contract[context.operation].path,
      status: response.headersSent ? response.statusCode : null,
      complete: response.writableFinished,
      milliseconds: Math.round(milliseconds * 10) / 10,
      bytes: socket.bytesWritten - sentBefore,
      callerType: context.caller?.type,
      callerId: context.caller?.id ?? undefined,
    })
  })
}

/**
 * Returns a label for a request that calls no operation. The label is logged instead of the URL, because some
 * URLs contain a secret.
 */
function kindOf(url: string): string {
  const path = url.split('?')[0] ?? ''
  if (path === metricsPath && settings().metricsToken !== null) return 'metrics'
  if (path.startsWith('/api/auth/')) return 'auth'
  if (documentPaths.includes(path)) return 'document'
  if (path === '/mcp') return 'mcp'
  if (belowRoot.test(path)) return 'unknown'
  return /^\/_nuxt\/|\.\w+$/.test(path) ? 'file' : 'page'
}
