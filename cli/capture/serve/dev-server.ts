import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure, usageFailure } from '../../failure'
import type { Cleanup } from '../cleanup'
import { startCommand } from './command'

/** The placeholder for the port of the server in addresses and commands. */
export const portText = '{port}'

/** A running development server. */
export interface DevServer {
  /** Returns an address in which the port of the server replaces {@link portText}. */
  address: (url: string) => string
  stop: () => Promise<void>
}

const POLL_MS = 200
/** The time limit of one request to the server, in milliseconds. */
const REQUEST_MS = 5000

interface ServerStart {
  url: string
  folder: string
  timeout: number
  cleanup: Cleanup
  state: string
}

/**
 * Starts the command of a development server in a folder, and waits until the server responds at a URL. The
 * command gets a free port in the variable `PORT`, and the port replaces `{port}` in the command and the URL.
 * If the server does not use this port, uses the port in the output of the server. Throws a failure if the
 * command ends, or if the server does not respond within `timeout` milliseconds; then stops the server.
 * `state` is the commit that is checked out in the folder, for the message of the failure. `state` is empty
 * if the folder is the current folder of the person.
 */
export async function startServer(
  command: string,
  { url, folder, timeout, cleanup, state }: ServerStart,
): Promise<DevServer> {
  const port = await freePort()
  const withPort = (text: string, number = port) => text.replaceAll(portText, String(number))
  if (!url.includes(portText)) await assertUnused(url)
  // The ports that are already in use. A port in the output of the command may belong to another server, such
  // as an API that the command calls.
  const others = url.includes(portText) ? await listeningPorts() : new Set<number>()
  const running = startCommand(withPort(command), { folder, variables: { PORT: String(port) }, cleanup })
  const until = Date.now() + timeout
  let isEnded = false
  void running.ended.then(() => (isEnded = true))
  while (Date.now() < until && !isEnded) {
    for (const each of new Set([port, ...portsIn(running.printed())]))
      if (!others.has(each) && (await responds(withPort(url, each))))
        return { address: text => withPort(text, each), stop: running.stop }
    await Promise.race([running.ended, sleep(POLL_MS)])
  }
  const of = state && ` in the worktree of ${state}`
  const [reason, remedy] = isEnded
    ? [
        `The command "${command}"${of} ended before ${withPort(url)} responded`,
        'Run the command alone to see why.',
      ]
    : [
        `${withPort(url)} did not respond within ${timeout / 1000} s of "${command}"${of}`,
        'Correct the address, or wait longer with --timeout.',
      ]
  await running.stop()
  const last = running.errorLine()
  throw new Failure('no_server', `${reason}${last && `; its output has: ${last}`}.`, remedy)
}

/**
 * Throws a usage failure if a server already responds at the URL, because it would be captured instead of the
 * new server.
 */
async function assertUnused(url: string): Promise<void> {
  if (await responds(url))
    throw usageFailure(
      `${url} responds already, so "--serve" would not be captured.`,
      `Stop that server, or write {port} for the port: ${withPlaceholder(url)}`,
    )
}

function withPlaceholder(url: string): string {
  const { protocol, hostname, pathname } = new URL(url)
  return `${protocol}//${hostname}:${portText}${pathname}`
}

/** Returns the ports of local addresses that a server has printed, the last first. */
function portsIn(printed: string): number[] {
  const local = /https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\]):(\d+)/g
  return [...printed.matchAll(local)].map(each => Number(each[1])).reverse()
}

/**
 * Returns the ports on which programs of this machine listen. Returns an empty set on other systems than
 * Linux, which have no file that lists the ports.
 */
export async function listeningPorts(): Promise<Set<number>> {
  const LISTEN = '0A'
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map(path => readFile(path, 'utf8').catch(() => '')),
  )
  const rows = tables.flatMap(each => each.split('\n').map(line => line.trim().split(/\s+/)))
  return new Set(
    rows
      .filter(([, , , state]) => state === LISTEN)
      .map(([, local = '']) => Number.parseInt(local.split(':')[1] ?? '', 16)),
  )
}

/**
 * Returns whether a server responds at a URL. Every status counts except 502 and 503, since the page may be
 * an error page.
 */
async function responds(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(REQUEST_MS) })
    await response.body?.cancel()
    return response.status !== 502 && response.status !== 503
  } catch (error) {
    // A certificate that no authority has signed also shows that a server responds.
    const { code } = (error as { cause?: { code?: string } }).cause ?? {}
    return /CERT|SELF_SIGNED|ERR_TLS/.test(code ?? '')
  }
}

/** Returns a port that is free at this moment. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
