import type { H3Event } from 'h3'

/**
 * Makes the router of h3 use the GET route of a path for a HEAD request. Node.js leaves out the body of the
 * response.
 *
 * h3 1 has only the private field `_method` for this purpose. h3 2 does not have this field, so an upgrade
 * must replace this function.
 */
export function routeHeadAsGet(event: H3Event): void {
  if (event.method === 'HEAD') event._method = 'GET'
}
