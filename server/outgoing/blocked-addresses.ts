import { BlockList, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * IP addresses to which the server never sends requests, even if private addresses are allowed: link-local,
 * unspecified and multicast addresses, and other addresses at which clouds provide the credentials of a
 * machine.
 */
const neverAllowed = listOf([
  '0.0.0.0/8',
  // The metadata services of Alibaba and Oracle (Compute Classic).
  '100.100.100.200/32',
  '192.0.0.192/32',
  // The address at which Azure provides services to its virtual machines. It is a public address.
  '168.63.129.16/32',
  '169.254.0.0/16',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  // A network may translate these to any address of IPv4 (RFC 8215).
  '64:ff9b:1::/48',
  'fe80::/10',
  'ff00::/8',
  // The services of Amazon over IPv6, such as `fd00:ec2::254` (EC2) and `fd00:ec2::23` (EKS).
  'fd00:ec2::/32',
  // The metadata services of Google, Oracle and Scaleway over IPv6.
  'fd20:ce::254/128',
  'fd00:c1::a9fe:a9fe/128',
  'fd00:42::42/128',
])

/**
 * IP addresses that are not public (IANA's special-purpose registries, RFC 6890). Also IPv6 addresses that a
 * network may translate to an address that is not public.
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

/** The loopback address of IPv6. It is not an IPv4-compatible address, though it has the form of one. */
const loopback = listOf(['::1/128'])

/**
 * The IPv6 subnets whose addresses contain an IPv4 address. `at` is the index of the first of the two groups
 * that contain it.
 */
const translated = [
  // NAT64 (RFC 6052), and the prefix for local networks (RFC 8215) in the form with 96 bits.
  { subnets: listOf(['64:ff9b::/96', '64:ff9b:1::/48']), at: 6 },
  // IPv4-compatible (RFC 4291) and IPv4-translated addresses (RFC 7915).
  { subnets: listOf(['::/96', '::ffff:0:0:0/96']), at: 6 },
  // 6to4 (RFC 3056).
  { subnets: listOf(['2002::/16']), at: 1 },
]

/**
 * Returns whether the server must not connect to an IP address. `toPrivate` allows private addresses. Some
 * IPv6 addresses are treated as the IPv4 address that they contain: `::ffff:127.0.0.1` by BlockList, the
 * others here, because a system or a translator may connect to the IPv4 address.
 */
export function isBlockedAddress(address: string, toPrivate: boolean): boolean {
  const family = familyOf(address)
  if (neverAllowed.check(address, family) || (!toPrivate && notPublic.check(address, family))) return true
  if (loopback.check(address, family)) return false
  const at = family === 'ipv6' && translated.find(({ subnets }) => subnets.check(address, family))?.at
  return at ? isBlockedAddress(embeddedIPv4(ipaddr.IPv6.parse(address), at), toPrivate) : false
}

/**
 * Returns the IPv4 address that two groups of an IPv6 address contain. `at` is the index of the first group.
 */
function embeddedIPv4({ parts }: ipaddr.IPv6, at: number): string {
  const [high = 0, low = 0] = parts.slice(at)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
