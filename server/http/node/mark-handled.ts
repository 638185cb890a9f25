import type { H3Event } from 'h3'

/**
 * Prevents h3 and Nitro from sending a response. Call it only before a response has begun, and only if the
 * client has disconnected or a library will write the response. After the headers were written, h3 recognizes
 * the response by itself (`event.handled`).
 *
 * h3 1 has only the private field `_handled` for this purpose. Remove this function with h3 2, whose handlers
 * return a `Response`.
 */
export function markHandled(event: H3Event): void {
  event._handled = true
}
