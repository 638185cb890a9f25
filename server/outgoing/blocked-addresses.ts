import { BlockList, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Addresses to which the server never sends requests, whatever the settings: link-local addresses, at which
 * clouds serve the credentials of a machine, unspecified and multicast addresses, and the other addresses of
 * such credentials.
 */
const neverAllowed = listOf([
  '0.0.0.0/8',
  // The agent of a machine in Azure, which has a public address.
  '168.63.129.16/32',
  '169.254.0.0/16',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  'fe80::/10',
  'ff00::/8',
  // The metadata service of Amazon over IPv6.
  'fd00:ec2::254/128',
])

/**
 * Addresses that are not public (IANA's special-purpose registries, RFC 6890), and addresses that a
 * translator of the local network or Teredo may convert to such.
 */
const notPublic = listOf([
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '100:0:0:1::/64',
  '2001::/23',
  '2001:db8::/32',
  '3fff::/20',
  '5f00::/16',
  // IPv4-translated addresses (RFC 7915).
  '::ffff:0:0:0/96',
  'fc00::/7',
  'fec0::/10',
])

function listOf(subnets: string[]): BlockList {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [network = '', prefix] = subnet.split('/')
    list.addSubnet(network, Number(prefix), familyOf(network))
  }
  return list
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}

/** The subnets whose addresses contain an IPv4 address, and the index of the first of its two groups. */
const translated = [
  // NAT64 (RFC 6052), and the prefix for local use (RFC 8215), in its 96-bit form.
  { subnets: listOf(['64:ff9b::/96', '64:ff9b:1::/48']), at: 6 },
  // 6to4 (RFC 3056).
  { subnets: listOf(['2002::/16']), at: 1 },
]

/**
 * Returns whether the server must not connect to an IP address. `toPrivate` allows private addresses. An IPv4
 * address that is written as IPv6 (`::ffff:127.0.0.1`) is treated as the IPv4 address: BlockList does that.
 * So is an IPv4 address inside of a NAT64 or 6to4 address, since a translator connects to it.
 */
export function isBlockedAddress(address: string, toPrivate: boolean): boolean {
  const family = familyOf(address)
  if (neverAllowed.check(address, family) || (!toPrivate && notPublic.check(address, family))) return true
  const at = family === 'ipv6' && translated.find(({ subnets }) => subnets.check(address, family))?.at
  return at ? isBlockedAddress(embeddedIPv4(ipaddr.IPv6.parse(address), at), toPrivate) : false
}

/** Returns the IPv4 address in two groups of an IPv6 address, from an index on. */
function embeddedIPv4({ parts }: ipaddr.IPv6, at: number): string {
  const [high = 0, low = 0] = parts.slice(at)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
