import { describe, expect, it } from 'vitest'
import { isBlockedAddress } from '~~/server/outgoing/blocked-addresses'

const publicAddresses = ['93.184.216.34', '172.15.255.255', '172.32.0.0', '11.0.0.0', '2606:4700::1111']

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
  'fc00::1',
  'fdff::1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:0:4136::1',
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
  '::ffff:169.254.169.254',
]

describe('an address', () => {
  it.each(publicAddresses)('%s is public', address => {
    expect([isBlockedAddress(address, false), isBlockedAddress(address, true)]).toEqual([false, false])
  })

  it.each(privateAddresses)('%s needs WEBHOOKS_TO_PRIVATE', address => {
    expect([isBlockedAddress(address, false), isBlockedAddress(address, true)]).toEqual([true, false])
  })

  it.each(neverAllowed)('%s is never allowed', address => {
    expect([isBlockedAddress(address, false), isBlockedAddress(address, true)]).toEqual([true, true])
  })
})
