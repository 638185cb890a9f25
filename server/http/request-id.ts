import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import { currentRequest, runRequest } from '~~/server/request-context'
import { settings } from '~~/server/settings'
import { observe } from './observe'

/** The form of an id that a proxy may give: nothing that could break a log line or a header. */
const validId = /^[\w.-]{1,64}$/

/** Returns a new request id. */
export const newRequestId = (): string => randomUUID()

/** Returns the id of the request that runs; a new one on the development server. */
export const requestId = (): string => currentRequest()?.id ?? newRequestId()

/**
 * Returns a listener that gives each request an id, in `X-Request-Id` of every response, measures it, and
 * runs the next listener in its context.
 */
export function withRequestId(next: RequestListener): RequestListener {
  return (request, response) => {
    const context = { id: idOf(request), message: request, response }
    response.setHeader('x-request-id', context.id)
    observe(context, request, response)
    runRequest(context, () => next(request, response))
  }
}

/** Returns the id that a trusted proxy gave the request, if it is valid; else a new one. */
function idOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && settings().trustProxy && validId.test(given) ? given : newRequestId()
}
