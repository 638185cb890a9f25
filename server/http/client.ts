import { getRequestHeader, type H3Event } from 'h3'
import { settings } from '~~/server/settings'

/**
 * The address of the client. A forwarding header is believed only when `TRUST_PROXY` says that a proxy sets it;
 * then its last entry counts, the one our own proxy wrote.
 */
export function clientAddress(event: H3Event): string {
  if (settings().trustProxy) {
    const forwarded = getRequestHeader(event, 'x-forwarded-for')?.split(',').at(-1)?.trim()
    if (forwarded) return forwarded
  }
  return event.node.req.socket.remoteAddress ?? 'unknown'
}
