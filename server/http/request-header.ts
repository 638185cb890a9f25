import type { H3Event } from 'h3'

/**
 * Returns a header of a request by its lower-case name; h3's function copies all headers first. Of a header
 * that was sent several times, Node keeps the first or joins all, by its name; only `set-cookie` is a list.
 */
export function requestHeader(event: H3Event, name: string): string | undefined {
  const value = event.node.req.headers[name]
  return typeof value === 'string' ? value : undefined
}

/** Whether a request is a HEAD: `event.method` is GET then, so that it reaches the route of the GET. */
export const isHead = (event: H3Event): boolean => event.node.req.method === 'HEAD'
