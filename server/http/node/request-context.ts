import type { IncomingMessage } from 'node:http'
import { eventHandler, send, setResponseHeader, type EventHandler, type H3Event } from 'h3'
import { AppError } from '#shared/errors'
import { currentRequest, runRequest } from '~~/server/process/request-context'
import { settings } from '~~/server/settings'
import { sendError } from '../errors'
import { observe } from '../observe'
import { newRequestId, REQUEST_ID } from '../request-id'

/** The form of a request id from a proxy: it must not break a log line or a header. */
const validId = /^[\w.-]{1,64}$/

/**
 * Returns a handler that assigns each request an id, in `X-Request-Id` of its response, measures it, and runs
 * the next handler in its context. A request that is made while a page is rendered has the context of the
 * page. Responds with 400 to a request without one valid `Host`.
 */
export function withRequestContext(next: EventHandler): EventHandler {
  return eventHandler(event => {
    if (currentRequest()) return next(event)
    const { req, res } = event.node
    const context = { id: idOf(req), message: req, response: res }
    res.setHeader(REQUEST_ID, context.id)
    observe(context, req, res)
    return runRequest(context, () => {
      const fault = hostFault(req)
      return fault ? refuse(event, fault) : next(event)
    })
  })
}

/** Returns the id that a trusted proxy assigned to the request, if it is valid, or else a new one. */
function idOf(request: IncomingMessage): string {
  const given = request.headers[REQUEST_ID]
  return typeof given === 'string' && settings().trustProxy && validId.test(given) ? given : newRequestId()
}

/**
 * Returns the error of an HTTP/1.1 request without Host, and of any request with several or a malformed one
 * (RFC 9112, 3.2). Node's own response to a missing Host would have no body: `requireHostHeader` is off.
 */
function hostFault(request: IncomingMessage): AppError | null {
  const hosts = request.headersDistinct.host ?? []
  const [host] = hosts
  if (hosts.length === 0 ? request.httpVersion !== '1.1' : hosts.length === 1 && isHost(host)) return null
  const fault =
    hosts.length === 0 ? 'is missing' : hosts.length > 1 ? 'is repeated' : 'does not name a host and port'
  return new AppError('bad_request', {
    message: `The Host header ${fault}.`,
    hint: 'Send one Host header, with the host and port of the address.',
  })
}

/**
 * Returns whether a Host header names a host (RFC 9110, 7.2): rendered pages contain addresses made from it.
 */
const isHost = (host = ''): boolean =>
  host === '' || (!/[\s/?#@\\]/.test(host) && URL.canParse(`http://${host}`))

function refuse(event: H3Event, fault: AppError): Promise<void> {
  setResponseHeader(event, 'connection', 'close')
  return send(event, sendError(event, fault))
}
