import { isIPv4, isIPv6 } from 'node:net'
import type { H3Event } from 'h3'
import ipaddr from 'ipaddr.js'
import { settings } from '~~/server/settings'
import { requestHeader } from './request-header'

/**
 * Returns the network address for which rate limits count a client: see {@link networkOf}. If `TRUST_PROXY`
 * is enabled, the address is the last one in the header X-Forwarded-For, because the trusted proxy added it.
 * If the last one is not an IP address, the header is ignored.
 */
export function clientAddress(event: H3Event): string {
  return forwardedNetwork(event) ?? networkOf(event.node.req.socket.remoteAddress ?? '') ?? 'unknown'
}

/**
 * Returns whether a request came through the proxy of `TRUST_PROXY`. The proxy adds X-Forwarded-For, and
 * other requests must not have this header. Since a client in the same network could send it too, the port of
 * the server must be reachable only for the proxy.
 */
export function cameThroughProxy(event: H3Event): boolean {
  return forwardedNetwork(event) !== null
}

function forwardedNetwork(event: H3Event): string | null {
  if (!settings().trustProxy) return null
  return networkOf(requestHeader(event, 'x-forwarded-for')?.split(',').at(-1) ?? '')
}

/**
 * Returns the network address for which a client is counted. For an IPv4 address, it is the address itself.
 * For an IPv6 address, it is the /64 network, because every subscriber has at least that many addresses (RFC
 * 6177). An IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2) counts as its IPv4 address. A port, brackets and a
 * zone are removed. Returns null if the text is not an IP address.
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
