import type { ServerResponse } from 'node:http'
import { MINUTE } from '#shared/time'

/**
 * The time in milliseconds after which a response is ended if its client has read nothing. During this time
 * the response occupies memory, an open file and a connection.
 */
export const STALLED_MS = MINUTE

/**
 * Ends a response if its client reads nothing for {@link STALLED_MS}. A slow client that continues to read is
 * not affected. Node.js removes the timeout when the response ends:
 * https://nodejs.org/api/http.html#responsesettimeoutmsecs-callback.
 */
export function endWhenStalled(response: ServerResponse, ms = STALLED_MS): void {
  response.setTimeout(ms, () => response.destroy())
}

/**
 * Calls {@link endWhenStalled} when the server has written the whole response, unless the system has already
 * accepted all of it. For a response that is sent in parts, call {@link endWhenStalled} before the first part
 * instead.
 */
export function endWhenStalledAtEnd(response: ServerResponse): void {
  // Node.js emits 'prefinish' after it has written to the socket as many bytes as the system accepts.
  response.once('prefinish', () => {
    if (response.socket?.writableLength) endWhenStalled(response)
  })
}
