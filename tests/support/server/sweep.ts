import { setTimeout as sleep } from 'node:timers/promises'
import type { TestServer } from './server'

/**
 * Restarts a server after moving its clock forward, with changed settings. The server sweeps when it starts.
 * Requires `LOG_LEVEL=info`.
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
 * Moves the clock by an hour or more, so that the server sweeps. Requires `LOG_LEVEL=info` and the preloaded
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

/** Waits until the current processes of a server have swept `count` times. */
async function sweeps(server: TestServer, count: number): Promise<void> {
  for (let tries = 0; countSweeps(server) < count; tries++) {
    if (tries === 400) throw new Error(`no sweep:\n${server.log()}`)
    await sleep(25)
  }
}
