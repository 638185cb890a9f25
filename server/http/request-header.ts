import type { H3Event } from 'h3'

/**
 * Returns a request header by its lower-case name. Unlike the function of h3, it does not copy all headers.
 * If a header was sent several times, Node.js returns the first value or joins all values, depending on the
 * header; only `set-cookie` has a list of values.
 */
export function requestHeader(event: H3Event, name: string): string | undefined {
  const value = event.node.req.headers[name]
  return typeof value === 'string' ? value : undefined
}

/**
 * Returns whether the method of a request is HEAD. `event.method` is GET for such a request, so that it
 * reaches the GET route.
 */
export const isHead = (event: H3Event): boolean => event.node.req.method === 'HEAD'
