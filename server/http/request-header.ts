import type { H3Event } from 'h3'

/**
 * Returns a header of a request by its lower-case name, without copying all headers like h3's function. If a
 * header was sent several times, Node keeps the first or joins all, depending on its name; only `set-cookie`
 * is a list.
 */
export function requestHeader(event: H3Event, name: string): string | undefined {
  const value = event.node.req.headers[name]
  return typeof value === 'string' ? value : undefined
}

/**
 * Returns whether a request is a HEAD. Its `event.method` is GET, so that it reaches the route of the GET.
 */
export const isHead = (event: H3Event): boolean => event.node.req.method === 'HEAD'
