import type { IncomingMessage, ServerResponse } from 'node:http'
import { MINUTE } from '#shared/time'

/**
 * The time in milliseconds within which the rest of a body must arrive after the response was sent. It is the
 * same time as for a JSON body.
 */
export const UNREAD_BODY_MS = MINUTE

/**
 * Limits the time in which a client may send the rest of a body after it has got its response, such as 401
 * for an upload. Node.js reads and discards the rest, so that the client can read the response and use the
 * connection again. After {@link UNREAD_BODY_MS} the connection is closed. Otherwise a client could occupy it
 * endlessly by sending a byte from time to time.
 */
export function limitUnreadBody(
  request: IncomingMessage,
  response: ServerResponse,
  ms = UNREAD_BODY_MS,
): void {
  const { headers } = request
  if (!('content-length' in headers || 'transfer-encoding' in headers)) return
  response.once('finish', () => {
    if (request.complete) return
    const deadline = setTimeout(() => request.socket.destroy(), ms)
    request.once('close', () => clearTimeout(deadline))
  })
}
