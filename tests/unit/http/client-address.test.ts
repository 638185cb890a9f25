import { describe, expect, it } from 'vitest'
import { networkOf } from '~~/server/http/client'

describe('networkOf', () => {
  it('networkOf returns an IPv4 address without its port', () => {
    for (const text of ['203.0.113.7', ' 203.0.113.7 ', '203.0.113.7:4711'])
      expect(networkOf(text)).toBe('203.0.113.7')
    expect(networkOf('203.0.113.8')).not.toBe(networkOf('203.0.113.7'))
  })

  it('networkOf returns one network for all addresses of a /64, and another for the next /64', () => {
    const one = [
      '2001:db8:1:2::',
      '2001:db8:1:2::1',
      '2001:DB8:1:2:ffff:ffff:ffff:ffff',
      '2001:0db8:0001:0002:a:b:c:d',
      '[2001:db8:1:2::5]',
      '[2001:db8:1:2::5]:443',
      '2001:db8:1:2::5%eth0',
      '2001:db8:1:2::198.51.100.1',
    ]
    for (const text of one) expect([text, networkOf(text)]).toEqual([text, '2001:db8:1:2::/64'])
    expect(networkOf('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64')
    expect([networkOf('::1'), networkOf('::'), networkOf('fe80::1%lo')]).toEqual([
      '0:0:0:0::/64',
      '0:0:0:0::/64',
      'fe80:0:0:0::/64',
    ])
  })

  it('networkOf returns the IPv4 address of an IPv4-mapped IPv6 address', () => {
    for (const text of [
      '::ffff:203.0.113.7',
      '::FFFF:cb00:7107',
      '0:0:0:0:0:ffff:203.0.113.7',
      '[::ffff:203.0.113.7]:80',
    ])
      expect([text, networkOf(text)]).toEqual([text, '203.0.113.7'])
    expect(networkOf('::fffe:203.0.113.7')).toBe('0:0:0:0::/64')
  })

  it('networkOf returns null for text that is not an IP address', () => {
    for (const text of [
      '',
      'unknown',
      '_hidden',
      'example.com',
      '1.2.3',
      '1.2.3.4.5',
      '1:2:3',
      '[]',
      '2001:db8::1::2',
      'x'.repeat(10_000),
    ])
      expect([text, networkOf(text)]).toEqual([text, null])
  })
})
