import type { Readable } from 'node:stream'
import { getRequestHeader, type H3Event } from 'h3'

/** A sender that is silent for this long has gone away. */
const IDLE_MS = 60_000

/** The body of a request as a stream with backpressure, and its stated length. An idle connection is cut. */
export function requestBytes(event: H3Event): { body: Readable, contentLength: number | undefined } {
  const { req } = event.node
  req.setTimeout(IDLE_MS, () => req.destroy(new Error('The sender was silent for too long.')))
  const header = getRequestHeader(event, 'content-length')
  return { body: req, contentLength: header === undefined ? undefined : Number(header) }
}
