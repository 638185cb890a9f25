import { eventHandler, setResponseHeaders, type EventHandler, type H3Event, type Router } from 'h3'
import { contract } from '#shared/contract'
import type { Method, Operation } from '#shared/contract/kit/operation'
import { AppError } from '#shared/errors'
import { settings } from '~~/server/settings'
import { startup } from '~~/server/process/startup'
import { documentPaths, metricsPath, pathOf } from './pages/documents'
import { endpointNotFound, sendError } from './errors'
import { routeHeadAsGet } from './node/head-as-get'
import { sendBody } from './responses/send-result'
import { belowRoot, routeRoots } from './paths'
import { signInThroughProxy } from './sign-in/proxy-sign-in'
import { fixedHeaders } from './pages/security-headers'

/** The routes that are not in the contract: documents, and paths that other protocols define. */
const others: { method: Method; path: string }[] = [
  ...[...documentPaths, metricsPath, '/oauth/authorize'].map(path => ({ method: 'GET' as const, path })),
  { method: 'POST', path: '/mcp' },
]
const pathsOfOthers = new Set(others.map(({ path }) => path))

const operations: Operation[] = Object.values(contract)
/**
 * The routes by their paths. A 405 response needs them, because the router of h3 does not return the methods
 * of a path.
 */
const rows = [
  ...operations.map(row => ({ method: row.method, form: row, pattern: patternOf(row.path) })),
  ...others.map(({ method, path }) => ({ method, form: {}, pattern: patternOf(path) })),
]

/** Returns whether a path that is not in the contract belongs to the MCP server, which is turned off. */
const isTurnedOff = (path: string): boolean => mcpPaths.test(path) && settings().turnedOff.includes('mcp')
const mcpPaths = /^\/(?:mcp|oauth(?:\/.*)?|\.well-known\/oauth-.*)$/

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)
}

/**
 * Returns the handler that passes a request to its route. Requests for pages and build files are passed to
 * the next handler. If a path has no route, the response is 404, or 405 with Allow if it has a route for
 * another method. These errors are JSON even if the `Accept` header does not list JSON. HEAD requests use the
 * GET route.
 */
export function serveRoutes(router: Router): EventHandler {
  for (const root of routeRoots) router.use(root, respondUnrouted).use(`${root}/**`, respondUnrouted)
  for (const path of pathsOfOthers) if (!belowRoot.test(path)) router.use(path, respondUnrouted)
  return eventHandler(async event => {
    // No page has such a path. The router of pages would print a warning with the whole path, which may
    // contain a token.
    if (event.path.startsWith('//')) return sendError(event, endpointNotFound())
    if (!belowRoot.test(event.path) && !pathsOfOthers.has(pathOf(event))) return
    setResponseHeaders(event, fixedHeaders(event.path))
    const response = settings().trustedHeader ? await signInThroughProxy(event) : undefined
    if (response !== undefined || event.handled) return response
    if (isTurnedOff(pathOf(event))) return sendError(event, endpointNotFound())
    routeHeadAsGet(event)
    return router.handler(event)
  })
}

/**
 * Returns a handler that calls `routes` before `nitro`. Without it, Nitro would first search for a file,
 * route rules and middleware, which takes longer than a small operation (docs/performance.md). A path with
 * escaped characters must be decoded by h3 first, so `nitro` is called, which calls `routes` later. Remove
 * this function with Nitro 3, which matches a request once.
 */
export function routesFirst(routes: EventHandler, nitro: EventHandler): EventHandler {
  return eventHandler(async event => {
    // The development server may receive requests before startup is complete. They wait here.
    await startup
    if (/^[^?]*%/.test(event.path)) return nitro(event)
    const body: unknown = await routes(event)
    if (typeof body === 'string') sendBody(event, body)
    else if (!event.handled) await nitro(event)
  })
}

/**
 * Responds with an error to a request that has no route: 404 if the path is unknown, 405 if the path has
 * routes only for other methods.
 */
const respondUnrouted = eventHandler((event: H3Event) => {
  const path = pathOf(event)
  const isOff = (path === metricsPath && settings().metricsToken === null) || isTurnedOff(path)
  const known = isOff ? [] : rows.filter(row => row.pattern.test(path))
  if (known.length === 0) return sendError(event, endpointNotFound())
  const allow = [...new Set(known.flatMap(row => (row.method === 'GET' ? ['GET', 'HEAD'] : [row.method])))]
  return sendError(
    event,
    new AppError('method_not_allowed', { message: `${event.node.req.method} is not allowed here.`, allow }),
    known[0]?.form,
  )
})
