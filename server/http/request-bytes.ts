import type { Readable } from 'node:stream'
import { getRequestHeader, type H3Event } from 'h3'
import { MINUTE } from '#shared/time'

/** Bytes a minute. A slower sender holds a connection without using it. */
const MINIMUM_RATE = 64 * 1024

/**
 * The body of a request as a stream with backpressure, and its stated length. A sender that is silent
 * or slower than the minimum rate is cut off.
 */
export function requestBytes(event: H3Event): { stream: Readable; contentLength: number | undefined } {
  const { req } = event.node
  let before = req.socket.bytesRead
  const watch = setInterval(() => {
    const { bytesRead } = req.socket
    if (bytesRead - before < MINIMUM_RATE) req.destroy(new Error('The sender was too slow.'))
    before = bytesRead
  }, MINUTE)
  req.once('close', () => clearInterval(watch))
  const header = getRequestHeader(event, 'content-length')
  return { stream: req, contentLength: header === undefined ? undefined : Number(header) }
}
