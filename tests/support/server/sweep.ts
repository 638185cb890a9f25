import { setTimeout as sleep } from 'node:timers/promises'
import type { TestServer } from './server'

/**
 * Starts a server again some time later, with settings changed; it sweeps at its start. Expects
 * `LOG_LEVEL=info`.
 */
export async function sweepAfter(
  server: TestServer,
  ms: number,
  env?: Record<string, string>,
): Promise<void> {
  await server.advance(ms)
  await server.restart(env)
  await sweeps(server, 1)
}

/**
 * Moves the clock by an hour or more, in which a server sweeps. Expects `LOG_LEVEL=info` and the preloaded
 * module `timers`.
 */
export async function sweepOnTime(server: TestServer, ms: number): Promise<void> {
  const nodes = server.pids.length
  await sweeps(server, nodes)
  const before = countSweeps(server)
  await server.advance(ms)
  await sweeps(server, before + nodes)
}

const countSweeps = (server: TestServer) => server.log().split('"swept"').length - 1

/** Waits until the present processes of a server have swept so many times. */
async function sweeps(server: TestServer, count: number): Promise<void> {
  for (let tries = 0; countSweeps(server) < count; tries++) {
    if (tries === 400) throw new Error(`no sweep:\n${server.log()}`)
    await sleep(25)
  }
}
