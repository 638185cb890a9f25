import { writeFile } from 'node:fs/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { resolveHost, type NameSources } from '~~/server/outgoing/resolve-host'
import { newFolders } from '../../support/server/new-folders'
import { startDns, type DnsAnswer } from '../../support/stubs/dns'

const { newFolder } = await newFolders('resolve-host')
const ipv6 = '2001:db8:0:0:0:0:0:1'
const answers: Record<string, DnsAnswer> = {
  'both.test': ['192.0.2.1', '192.0.2.2', ipv6],
  'mixed_case.test': ['192.0.2.3'],
  'empty.test': [],
  'failing.test': 'failure',
  'shop.team': ['192.0.2.4'],
  'shop.team.svc.test': ['192.0.2.5'],
  'deep.name.in.dns.test': ['192.0.2.6'],
  'lost.failing.test': 'failure',
  'lost.refused.test': 'refusal',
  'lost.svc.test': ['192.0.2.7'],
}
const dns = await startDns(name => (name.includes('silent') ? 'silence' : answers[name]))
afterAll(() => dns.stop())

/** Returns the sources with the given files. */
async function sources(hosts: string, resolvConf = ''): Promise<NameSources> {
  const [hostsFile, configuration] = [newFolder(), newFolder()]
  await Promise.all([writeFile(hostsFile, hosts), writeFile(configuration, resolvConf)])
  return { hostsFile, resolvConf: configuration, servers: [dns.address], hasIPv6: true }
}
const unlimited = new AbortController().signal
const plain = await sources('')
const addressesOf = async (host: string, from = plain) =>
  (await resolveHost(host, unlimited, from)).map(({ address }) => address)

describe('the addresses of a host', () => {
  it('are those of the hosts file, which DNS is then not asked for', async () => {
    const hosts = [
      '# 192.0.2.9 receiver',
      '192.0.2.10\treceiver.lan  Receiver # receiver2',
      'fd00::10 receiver',
      '192.0.2.11 notreceiver',
      'no-address receiver',
    ].join('\r\n')
    const from = await sources(hosts)
    for (const host of ['receiver', 'RECEIVER', 'receiver.'])
      expect(await resolveHost(host, unlimited, from)).toEqual([
        { address: '192.0.2.10', family: 4 },
        { address: 'fd00::10', family: 6 },
      ])
    await expect(addressesOf('receiver2', from)).rejects.toMatchObject({ code: 'ENOTFOUND' })
    expect(dns.asked()).not.toContain('receiver')
  })

  it('are all of those in DNS, those of IPv6 first', async () => {
    expect(await resolveHost('both.test', unlimited, plain)).toEqual([
      { address: '2001:db8::1', family: 6 },
      { address: '192.0.2.1', family: 4 },
      { address: '192.0.2.2', family: 4 },
    ])
    expect(await addressesOf('both.test', { ...plain, hasIPv6: false })).toEqual(['192.0.2.1', '192.0.2.2'])
    expect(await addressesOf('Mixed_Case.test')).toEqual(['192.0.2.3'])
  })

  it('are missing if the name does not exist, has no address or is not a name', async () => {
    for (const host of ['unknown.test', 'empty.test', 'a..b', `${'x'.repeat(64)}.test`])
      await expect(addressesOf(host)).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })

  it('are unknown if the DNS server fails, or cannot be reached', async () => {
    await expect(addressesOf('failing.test')).rejects.toMatchObject({ code: 'EAI_AGAIN' })
    const stopped = await startDns(() => undefined)
    stopped.stop()
    const unreachable = { ...plain, servers: [stopped.address] }
    await expect(addressesOf('both.test', unreachable)).rejects.toMatchObject({ code: 'EAI_AGAIN' })
  })

  it('are those of the name with a search domain first, if the name has few dots', async () => {
    const cluster = 'search svc.test. .  other.test\noptions timeout:1 ndots:5\n'
    const from = await sources('', `domain ignored.test\n${cluster}`)
    expect(await addressesOf('shop.team', from)).toEqual(['192.0.2.5'])
    expect(await addressesOf('shop.team.', from)).toEqual(['192.0.2.4'])
    expect(await addressesOf('deep.name.in.dns.test', from)).toEqual(['192.0.2.6'])
    expect(dns.asked().filter(name => name.startsWith('deep'))).toEqual([
      'deep.name.in.dns.test.svc.test',
      'deep.name.in.dns.test.other.test',
      'deep.name.in.dns.test',
    ])
    const few = await sources('', 'search svc.test\n')
    expect(await addressesOf('shop.team', few)).toEqual(['192.0.2.4'])
    expect(await addressesOf('lost', few)).toEqual(['192.0.2.7'])
  })

  it('are those of the next search domain if a server fails, but not if it refuses to answer', async () => {
    const failing = await sources('', 'search failing.test svc.test\n')
    expect(await addressesOf('lost', failing)).toEqual(['192.0.2.7'])
    await expect(addressesOf('nowhere', failing)).rejects.toMatchObject({ code: 'ENOTFOUND' })
    const refused = await sources('', 'search refused.test svc.test\n')
    await expect(addressesOf('lost', refused)).rejects.toMatchObject({ code: 'EAI_AGAIN' })
  })

  it('are found while many other names get no answer, which ends with their requests', async () => {
    const [longer, ending] = [new AbortController(), new AbortController()]
    const end = (name: string, { signal }: AbortController) =>
      resolveHost(name, signal, plain).catch((error: unknown) => ({ name, error }))
    const before = end('silent.test', longer)
    const names = Array.from({ length: 100 }, (_, index) => `silent-${index}.test`)
    const ended = Promise.all(names.map(name => end(name, ending)))
    await dns.waitFor(['silent.test', ...names])
    expect(await addressesOf('mixed_case.test')).toEqual(['192.0.2.3'])
    ending.abort()
    expect(await Promise.race([before, ended])).toMatchObject(names.map(name => ({ name })))
    longer.abort()
    await before
    await expect(resolveHost('both.test', ending.signal, plain)).rejects.toThrow('aborted')
  })
})
