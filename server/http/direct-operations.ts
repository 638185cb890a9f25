import type { RequestListener } from 'node:http'
import {
  createApp,
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
import { fixedHeaders } from './security-headers'

const rows: Operation[] = Object.values(contract)
/** The routes of operations, with their methods, as Nitro writes them. */
const routes = new Set(rows.map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`))

/**
 * Returns a listener that calls the handler of an operation directly, and passes every other request to
 * Nitro's app. Nitro looks for a file, route rules and middleware first, of which operations have none: that
 * takes longer than a small operation. Unknown paths and other methods are Nitro's, too.
 */
export function operationsFirst(nitro: App): RequestListener {
  const router = createRouter()
  for (const each of handlers) {
    const method = each.method?.toUpperCase()
    if (each.middleware || !each.method || !routes.has(`${method} ${each.route}`)) continue
    const handle = each.lazy ? lazyEventHandler(each.handler) : each.handler
    const withHeaders = eventHandler(event => {
      setResponseHeaders(event, fixedHeaders(event.path, settings().publicUrl))
      return handle(event)
    })
    router.use(each.route, withHeaders, each.method)
  }
  const app = createApp({ onError: nitro.options.onError })
  // The middleware that begins sessions for a proxy must run before the operation.
  app.use(eventHandler(event => (settings().trustedHeader ? undefined : router.handler(event))))
  app.use(nitro.handler)
  const [direct, others] = [toNodeListener(app), toNodeListener(nitro)]
  return (request, response) => (mayBeOperation(request.url ?? '') ? direct : others)(request, response)
}

/** Whether an address may be that of an operation. h3 decodes a path again in each app that it passes. */
const mayBeOperation = (url: string) => /^\/(?:v1|e|api)\/[^%?]*(?:\?|$)/.test(url)
