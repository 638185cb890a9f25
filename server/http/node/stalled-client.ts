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
