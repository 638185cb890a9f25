import { defineNitroPlugin } from 'nitropack/runtime'
import { withRequestContext } from '~~/server/http/node/request-context'
import { signInThroughProxy } from '~~/server/http/sign-in/proxy-sign-in'
import { routesFirst, serveRoutes } from '~~/server/http/routes'

/**
 * Adds the handlers for all requests to the built server and the development server: the request context, the
 * routes of operations and documents, and the sign-in by an authenticating proxy, which runs before pages.
 *
 * A Nitro 2 plugin runs after Nitro has built its handlers, and `h3App.use` only appends to them. So the new
 * handlers are put in front of Nitro's in `h3App.stack`, and `h3App.handler` is wrapped. Nitro 3 matches a
 * request once: with it, both become middleware of Nitro, and `routesFirst` is not needed.
 */
export default defineNitroPlugin(({ h3App, router }) => {
  const routes = serveRoutes(router)
  h3App.stack.unshift({ route: '', handler: routes }, { route: '', handler: signInThroughProxy })
  h3App.handler = withRequestContext(routesFirst(routes, h3App.handler))
})
