import { BlockList, isIPv6 } from 'node:net'

/**
 * Addresses that no request of the server goes to, whatever the settings: of this link, where clouds serve
 * the credentials of a machine, of no host, and of many.
 */
const neverAllowed = listOf([
  '0.0.0.0/8',
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
 * Addresses that are not public (IANA's special-purpose registries, RFC 6890), and those that a translator
 * turns into such: NAT64, 6to4 and Teredo contain an IPv4 address.
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
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
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

/**
 * Returns whether the server must not connect to an IP address. `toPrivate` allows private ones. An IPv4
 * address that is written as IPv6 (`::ffff:127.0.0.1`) is treated as the IPv4 address: BlockList does that.
 */
export function isBlockedAddress(address: string, toPrivate: boolean): boolean {
  const family = familyOf(address)
  return neverAllowed.check(address, family) || (!toPrivate && notPublic.check(address, family))
}
