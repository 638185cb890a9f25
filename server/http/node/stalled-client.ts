import type { ServerResponse } from 'node:http'
import { MINUTE } from '#shared/time'

/**
 * The time after which a response is ended if its client has read nothing. During this time the response
 * occupies memory, an open file and a connection.
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
 * Does the same as {@link endWhenStalled} from the time at which a response has been handed over, unless all
 * of it fits into the buffer of the connection. Responses in parts call {@link endWhenStalled} first.
 */
export function endWhenStalledAtEnd(response: ServerResponse): void {
  // Node.js emits 'prefinish' after it has written to the socket as many bytes as the system accepts.
  response.once('prefinish', () => {
    if (response.socket?.writableLength) endWhenStalled(response)
  })
}
