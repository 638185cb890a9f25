import { describe, expect, it } from 'vitest'
import { isBlockedAddress } from '~~/server/outgoing/blocked-addresses'

const publicAddresses = [
  '93.184.216.34',
  '168.63.129.15',
  '168.63.129.17',
  '172.15.255.255',
  '172.32.0.0',
  '11.0.0.0',
  '2606:4700::1111',
  // Contains the bits of 169.254.169.254, but is an ordinary address.
  '2606:4700::a9fe:a9fe',
  // IPv6 addresses that are translated to 93.184.216.34, 169.253.169.254 and 169.255.0.0.
  '64:ff9b::5db8:d822',
  '64:ff9b::a9fd:a9fe',
  '2002:5db8:d822::1',
  '2002:5db8:d822::7f00:1',
  '2002:a9ff::a9fe',
]

const privateAddresses = [
  '127.0.0.1',
  '127.255.255.255',
  '10.0.0.0',
  '172.16.0.0',
  '172.31.255.255',
  '192.168.255.255',
  '100.64.0.1',
  '198.18.0.1',
  '::1',
  '::127.0.0.1',
  '192.0.0.191',
  '100.100.100.199',
  'fd20:ce::253',
  'fc00::1',
  'fdff::1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:0:4136::1',
  '::ffff:0:127.0.0.1',
  '5f00::1',
  '3fff:fff::1',
  '100:0:0:1::1',
  '64:ff9b::10.0.0.1',
  '2002:a00:1::a9fe:a9fe',
  '2002:ac10::1',
]

const neverAllowed = [
  '0.0.0.0',
  '0.1.2.3',
  '169.254.169.254',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  'fe80::1',
  'febf::1',
  'ff02::1',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
  'fd00:c1::a9fe:a9fe',
  'fd00:42::42',
  '100.100.100.200',
  '::ffff:100.100.100.200',
  '192.0.0.192',
  '64:ff9b::c000:c0',
  '::169.254.169.254',
  '::a9fe:a9fe',
  '::ffff:0:169.254.169.254',
  '::FFFF:0:a83f:8110',
  '::ffff:169.254.169.254',
  '168.63.129.16',
  '::ffff:168.63.129.16',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b::169.254.169.254',
  '64:FF9B:0:0:0:0:A9FE:A9FE',
  '64:ff9b::a83f:8110',
  '64:ff9b::',
  '64:ff9b::e000:1',
  '64:ff9b:1::a00:1',
  '64:ff9b:1::5db8:d822',
  '64:ff9b:1:2:3:4:a9fe:a9fe',
  // The address 169.254.169.254 after a prefix of 48 bits (RFC 6052, 2.2).
  '64:ff9b:1:a9fe:a9:fe00:808:808',
  '2002:a9fe:a9fe::',
  '2002:a9fe:a9fe:1:2:3:4:5',
  '2002:a83f:8110::1',
  '2002:0:1::',
]

describe('an IP address of a receiver', () => {
  it.each(publicAddresses)(
    'the public IP address %s is allowed with and without WEBHOOKS_TO_PRIVATE',
    address => {
      expect([isBlockedAddress(address, false), isBlockedAddress(address, true)]).toEqual([false, false])
    },
  )

  it.each(privateAddresses)('the IP address %s is allowed only with WEBHOOKS_TO_PRIVATE', address => {
    expect([isBlockedAddress(address, false), isBlockedAddress(address, true)]).toEqual([true, false])
  })

  it.each(neverAllowed)('the IP address %s is never allowed', address => {
    expect([isBlockedAddress(address, false), isBlockedAddress(address, true)]).toEqual([true, true])
  })
})
