import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { SECOND } from '#shared/time'

/**
 * The time in milliseconds that a DNS server has for an answer, and the number of times that each server is
 * asked. If only one of IPv4 and IPv6 gets an answer, a request still has time for the other one.
 */
const asking = { timeout: 2 * SECOND, maxTimeout: 2 * SECOND, tries: 2 }

/** The largest `ndots` that resolv.conf(5) allows. */
const MAX_NDOTS = 15

/** The codes of a name that does not exist, has no address, or cannot be asked for (such as `a..b`). */
const missing = ['ENOTFOUND', 'ENODATA', 'EBADNAME']

/** What determines the IP addresses of a host name. */
export interface NameSources {
  /** The path of a file like hosts(5). */
  hostsFile: string
  /** The path of a file like resolv.conf(5). */
  resolvConf: string
  /** The DNS servers, as `address:port`; null for those of the system. */
  servers: string[] | null
  /** Whether this machine has an IPv6 address. Otherwise IPv6 addresses of a host are not asked for. */
  hasIPv6: boolean
}

/**
 * Returns whether this machine has an IPv6 address with which other machines can be reached. `dns.lookup`
 * asks for IPv6 addresses only then, too (`ADDRCONFIG`).
 */
const hasIPv6 = () =>
  Object.values(networkInterfaces())
    .flatMap(each => each ?? [])
    .some(({ family, internal, address }) => family === 'IPv6' && !internal && !address.startsWith('fe80'))

const ofSystem = (): NameSources => ({
  ...{ hostsFile: '/etc/hosts', resolvConf: '/etc/resolv.conf' },
  ...{ servers: null, hasIPv6: hasIPv6() },
})

/**
 * Returns the IP addresses of a host name: those in the hosts file, or else those of DNS, where names with
 * few dots are completed with the search domains. IPv6 addresses of DNS come first, because they fail at once
 * where IPv6 is not available.
 *
 * Uses no thread of libuv's pool, unlike `dns.lookup`: there, a few names whose DNS servers do not answer
 * would delay all other names of the process, and could not be cancelled. So other sources of
 * nsswitch.conf(5), such as mDNS, are not asked.
 *
 * Throws an error with the code `ENOTFOUND` if the host has no address, and `EAI_AGAIN` if DNS gave no
 * answer. Ends soon after `signal` is aborted.
 */
export async function resolveHost(
  host: string,
  signal: AbortSignal,
  { hostsFile, resolvConf, servers, hasIPv6 }: NameSources = ofSystem(),
): Promise<LookupAddress[]> {
  const listed = listedAddresses(host, readLines(hostsFile))
  if (listed.length > 0) return listed
  const resolver = new Resolver(asking)
  if (servers) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  let code = 'ENOTFOUND'
  try {
    for (const name of namesToAsk(host, readLines(resolvConf))) {
      signal.throwIfAborted()
      const { found, codes } = await ask(resolver, name, hasIPv6)
      if (found.length > 0) return found
      if (codes.every(each => missing.includes(each))) continue
      code = 'EAI_AGAIN'
      // The name is not completed in another way if no server answers: that may be another host.
      if (!codes.includes('ESERVFAIL')) break
    }
  } finally {
    signal.removeEventListener('abort', cancel)
  }
  throw Object.assign(new Error(`${host} has no IP address.`), { code })
}

/** Returns the addresses of a name, and the error codes of the questions that failed. */
async function ask(
  resolver: Resolver,
  name: string,
  hasIPv6: boolean,
): Promise<{ found: LookupAddress[]; codes: string[] }> {
  const questions = [...(hasIPv6 ? [resolver.resolve6(name)] : []), resolver.resolve4(name)]
  const answers = await Promise.allSettled(questions)
  return {
    found: answers
      .flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
      .map(address => ({ address, family: isIP(address) })),
    codes: answers.flatMap(answer =>
      answer.status === 'rejected' ? [String((answer.reason as NodeJS.ErrnoException).code)] : [],
    ),
  }
}

/** Returns the addresses of a host in the lines of a hosts file. */
function listedAddresses(host: string, lines: string[][]): LookupAddress[] {
  const wanted = host.toLowerCase().replace(/\.$/, '')
  return lines.flatMap(([address = '', ...names]) =>
    isIP(address) !== 0 && names.some(name => name.toLowerCase() === wanted)
      ? [{ address, family: isIP(address) }]
      : [],
  )
}

/** Returns the names that DNS is asked for, in the order of resolv.conf(5). */
function namesToAsk(host: string, lines: string[][]): string[] {
  if (host.endsWith('.')) return [host]
  const [, ...domains] = lines.findLast(([key]) => key === 'search' || key === 'domain') ?? []
  const options = lines.flatMap(([key, ...rest]) => (key === 'options' ? rest : []))
  const ndots = Number(options.findLast(option => option.startsWith('ndots:'))?.slice(6) ?? 1)
  const completed = domains.flatMap(domain => (domain === '.' ? [] : [`${host}.${domain}`]))
  const isWhole = host.split('.').length > Math.min(ndots, MAX_NDOTS)
  return isWhole ? [host, ...completed] : [...completed, host]
}

/**
 * Returns the words of each line of a file, without comments. Reads synchronously, since an asynchronous read
 * would use a thread of the pool. A file that cannot be read has no lines.
 */
function readLines(path: string): string[][] {
  try {
    const text = readFileSync(path, 'utf8')
    return text.split('\n').map(line => line.replace(/[#;].*/, '').match(/\S+/g) ?? [])
  } catch {
    return []
  }
}
