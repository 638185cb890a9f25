import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import { currentRequest, runRequest } from '~~/server/request-context'
import { settings } from '~~/server/settings'

/** The form of an id that a proxy may give: nothing that could break a log line or a header. */
const validId = /^[\w.-]{1,64}$/

/** Returns a new request id. */
export const newRequestId = (): string => randomUUID()

/** Returns the id of the request that runs; a new one on the development server. */
export const requestId = (): string => currentRequest()?.id ?? newRequestId()

/**
 * Returns a listener that gives each request an id, in `X-Request-Id` of every response, and runs the next
 * one in the context of the request.
 */
export function withRequestId(next: RequestListener): RequestListener {
  return (request, response) => {
    const id = idOf(request)
    response.setHeader('x-request-id', id)
    runRequest({ id, message: request }, () => next(request, response))
  }
}

/** Returns the id that a trusted proxy gave the request, if it is valid; else a new one. */
function idOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && settings().trustProxy && validId.test(given) ? given : newRequestId()
}
