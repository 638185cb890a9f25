import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import {
  createEvent,
  createRouter,
  eventHandler,
  lazyEventHandler,
  setResponseHeaders,
  toNodeListener,
  type App,
} from 'h3'
import { handlers } from '#nitro-internal-virtual/server-handlers'
import { contract } from '#shared/contract'
import type { Operation } from '#shared/contract/kit/operation'
import { settings } from '~~/server/settings'
import { sendError } from './errors'
import { sendBody } from './operation'
import { fixedHeaders } from './security-headers'

const rows: Operation[] = Object.values(contract)
/** The routes of operations, as Nitro writes them. */
const routes = new Set(rows.map(({ path }) => path.replace(/\{(\w+)\}/g, ':$1')))

/**
 * Returns a listener that calls the handler of an operation directly, and passes every other request to
 * Nitro's app. Nitro looks for a file, route rules and middleware first, of which operations have none: that
 * takes longer than a small operation. Unknown paths and other methods are Nitro's, too.
 */
export function operationsFirst(nitro: App): RequestListener {
  const router = createRouter()
  for (const { route, method, middleware, lazy, handler } of handlers) {
    if (middleware || !routes.has(route)) continue
    const handle = lazy ? lazyEventHandler(handler) : handler
    const withHeaders = eventHandler(event => {
      setResponseHeaders(event, fixedHeaders(event.path))
      return handle(event)
    })
    // Files without a method send evidence and events, in response to GET and HEAD.
    router.use(route, withHeaders, method ?? ['get', 'head'])
  }
  const others = toNodeListener(nitro)

  async function callOperation(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const event = createEvent(request, response)
    const error = await Promise.resolve(router.handler(event)).catch((thrown: unknown) =>
      sendError(event, thrown),
    )
    if (typeof error === 'string') sendBody(event, error)
    else if (!event.handled) await others(request, response)
  }

  return (request, response) => {
    // The middleware that begins sessions for a proxy must run before the operation.
    const isDirect = mayBeOperation(request.url ?? '') && !settings().trustedHeader
    return (isDirect ? callOperation : others)(request, response)
  }
}

/** Whether an address may be that of an operation, without what h3 would decode. */
const mayBeOperation = (url: string) => /^\/(?:v1|e|api)\/[^%?]*(?:\?|$)/.test(url)
