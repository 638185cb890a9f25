import { isIPv4, isIPv6 } from 'node:net'
import type { H3Event } from 'h3'
import ipaddr from 'ipaddr.js'
import { settings } from '~~/server/settings'
import { requestHeader } from './request-header'

/**
 * Returns the network by which rate limits count a client: see {@link networkOf}. X-Forwarded-For is used
 * only if `TRUST_PROXY` states that a proxy sets it; then its last entry counts, which that proxy wrote. An
 * entry that is not an address is ignored.
 */
export function clientAddress(event: H3Event): string {
  return forwardedNetwork(event) ?? networkOf(event.node.req.socket.remoteAddress ?? '') ?? 'unknown'
}

/**
 * Returns whether a request came through the proxy of `TRUST_PROXY`: it adds X-Forwarded-For, which other
 * requests do not have. A client on the same network could add it too, so only the proxy may reach the
 * server's port.
 */
export function cameThroughProxy(event: H3Event): boolean {
  return forwardedNetwork(event) !== null
}

function forwardedNetwork(event: H3Event): string | null {
  if (!settings().trustProxy) return null
  return networkOf(requestHeader(event, 'x-forwarded-for')?.split(',').at(-1) ?? '')
}

/**
 * Returns the network by which a client is counted: an IPv4 address itself, or the /64 of an IPv6 address,
 * because every subscriber has at least that many addresses (RFC 6177). An IPv4-mapped IPv6 address (RFC
 * 4291, 2.5.5.2) equals its IPv4 address. A port, brackets and a zone are removed. Returns null for a text
 * that is not an address.
 */
export function networkOf(text: string): string | null {
  const trimmed = text.trim()
  const address = (
    /^\[([^\]]*)\](?::\d+)?$/.exec(trimmed)?.[1] ??
    /^([\d.]+):\d+$/.exec(trimmed)?.[1] ??
    trimmed
  ).replace(/%.*$/, '')
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return null
  const parsed = ipaddr.IPv6.parse(address)
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
  return `${parsed.parts
    .slice(0, 4)
    .map(group => group.toString(16))
    .join(':')}::/64`
}
