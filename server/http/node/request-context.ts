import type { IncomingMessage } from 'node:http'
import { eventHandler, send, setResponseHeader, type EventHandler, type H3Event } from 'h3'
import { AppError } from '#shared/errors'
import { currentRequest, runRequest } from '~~/server/process/request-context'
import { settings } from '~~/server/settings'
import { clientAddress } from '../client'
import { sendError } from '../errors'
import { observe } from '../observe'
import { newRequestId, REQUEST_ID } from '../request-id'
import { endWhenStalledAtEnd } from './stalled-client'

/** The format of a request id from a proxy. Such an id cannot break a log line or a header. */
const validId = /^[\w.-]{1,64}$/

/**
 * Returns a handler that prepares each request: it assigns an id, which the response contains as
 * `X-Request-Id`, measures the request, ends the response if its client does not read it, and runs the next
 * handler in the context of the request. A request that the server makes while it renders a page gets the
 * context of the request for the page. If there is not exactly one valid `Host` header, the response is 400.
 */
export function withRequestContext(next: EventHandler): EventHandler {
  return eventHandler(event => {
    if (currentRequest()) return next(event)
    const { req, res } = event.node
    const holder = `address ${clientAddress(event)}`
    const context = { id: idOf(req), traceId: traceIdOf(req), message: req, response: res, holder }
    res.setHeader(REQUEST_ID, context.id)
    observe(context, req, res)
    endWhenStalledAtEnd(res)
    return runRequest(context, () => {
      const fault = hostFault(req)
      return fault ? refuse(event, fault) : next(event)
    })
  })
}

/** Returns the id that a trusted proxy assigned to the request if it is valid, otherwise a new id. */
function idOf(request: IncomingMessage): string {
  const given = request.headers[REQUEST_ID]
  return typeof given === 'string' && settings().trustProxy && validId.test(given) ? given : newRequestId()
}

/**
 * Returns the trace id of the header `traceparent`; undefined if the header is missing or invalid.
 * https://www.w3.org/TR/trace-context/#traceparent-header
 */
function traceIdOf(request: IncomingMessage): string | undefined {
  const given = request.headers.traceparent
  const id = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/.exec(String(given))?.[1]
  return id && /[^0]/.test(id) ? id : undefined
}

/**
 * Returns the error for a request whose Host header is missing (HTTP/1.1 only), repeated or malformed (RFC
 * 9112, 3.2); null for other requests. Node.js does not check this, since its option `requireHostHeader` is
 * disabled: the response of Node.js to a missing Host would have no body.
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
 * Returns whether the value of a Host header is a valid host (RFC 9110, 7.2). It is checked because rendered
 * pages contain URLs with this host.
 */
const isHost = (host = ''): boolean =>
  host === '' || (!/[\s/?#@\\]/.test(host) && URL.canParse(`http://${host}`))

function refuse(event: H3Event, fault: AppError): Promise<void> {
  setResponseHeader(event, 'connection', 'close')
  return send(event, sendError(event, fault))
}
