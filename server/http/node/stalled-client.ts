import type { ServerResponse } from 'node:http'
import { MINUTE } from '#shared/time'

/** How long a client may stop reading a response: it occupies memory, an open file and a connection. */
export const STALLED_MS = MINUTE

/**
 * Ends a response whose client reads nothing for {@link STALLED_MS}. A slow client that keeps reading is not
 * affected. Node ends the timeout with the response:
 * https://nodejs.org/api/http.html#responsesettimeoutmsecs-callback.
 */
export function endWhenStalled(response: ServerResponse, ms = STALLED_MS): void {
  response.setTimeout(ms, () => response.destroy())
}
