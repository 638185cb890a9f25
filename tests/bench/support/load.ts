import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { collectOutput } from '../../support/server/child-process'

/**
 * A request that a load generator repeats on several connections. It is a POST request if it has a body,
 * otherwise a GET request.
 */
export interface Load {
  url: string
  connections: number
  headers?: Record<string, string>
  body?: string
  seconds?: number
}

/** The results of a load generator. */
export interface Measured {
  /** The number of completed requests. */
  requests: number
  perSecond: number
  /** The latency in milliseconds that 99 % of the requests did not exceed. */
  p99: number
}

const isInstalled = (command: string) => spawnSync('which', [command]).status === 0
const canPin = availableParallelism() > 1 && isInstalled('taskset')
const hasWrk = isInstalled('wrk')

/**
 * The number of the processor for the server. The load generator uses the last processor, so that the two do
 * not slow each other down.
 */
const serverCpu = '0'
const loadCpu = String(availableParallelism() - 1)

/** Pins a server process to the processor for servers. Does nothing if the machine has only one processor. */
export function pinServer(pid: number): void {
  if (canPin) spawnSync('taskset', ['-a', '-c', '-p', serverCpu, String(pid)])
}

/**
 * Sends requests for `request.seconds`, each as soon as an earlier one got its response. Throws if a request
 * fails or its status is 400 or more.
 */
export async function load(request: Load): Promise<Measured> {
  return hasWrk ? loadByWrk(request) : loadByAutocannon(request)
}

async function loadByWrk({ url, connections, headers = {}, body, seconds = 2 }: Load): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'exhibit-wrk-'))
  const script = join(folder, 'request.lua')
  const post = body === undefined ? '' : `wrk.method = "POST"\nwrk.body = ${JSON.stringify(body)}\n`
  await writeFile(script, post)
  const output = await run('wrk', [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    // Raises the time limit, because some connections wait for seconds if the load generator is slower than
    // the server.
    ...['--timeout', '10s'],
    '--latency',
    ...['-s', script],
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    url,
  ]).finally(() => rm(folder, { recursive: true }))
  const failed = /Non-2xx or 3xx responses: \d+|Socket errors: .*/.exec(output)?.[0]
  if (failed) throw new Error(`${url}: ${failed}`)
  const [, p99 = '', unit = ''] = /99%\s+([\d.]+)(us|ms|s)/.exec(output) ?? []
  return {
    requests: Number(/(\d+) requests in/.exec(output)?.[1]),
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]),
    p99: Number(p99) * { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's'],
  }
}

interface AutocannonResult {
  'requests': { average: number; total: number }
  'latency': { p99: number }
  'errors': number
  '4xx': number
  '5xx': number
}

async function loadByAutocannon(request: Load): Promise<Measured> {
  const { url, connections, headers = {}, body, seconds = 2 } = request
  const output = await run('autocannon', [
    '--json',
    ...['--connections', String(connections), '--duration', String(seconds)],
    ...(body === undefined ? [] : ['--method', 'POST', '--body', body]),
    ...Object.entries(headers).flatMap(([name, value]) => ['--headers', `${name}=${value}`]),
    url,
  ])
  const result = JSON.parse(output) as AutocannonResult
  const failed = result.errors + result['4xx'] + result['5xx']
  if (failed > 0) throw new Error(`${url}: ${failed} requests failed`)
  const { average, total } = result.requests
  return { requests: total, perSecond: average, p99: result.latency.p99 }
}

async function run(command: string, args: string[]): Promise<string> {
  const [first = command, ...rest] = canPin
    ? ['taskset', '-c', loadCpu, command, ...args]
    : [command, ...args]
  const child = spawn(first, rest, { stdio: ['ignore', 'pipe', 'pipe'] })
  const output = collectOutput(child)
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${output.all}`)
  return output.stdout
}
