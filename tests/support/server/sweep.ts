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
  for (let tries = 0; !server.log().includes('"swept"'); tries++) {
    if (tries === 400) throw new Error(`no sweep:\n${server.log()}`)
    await sleep(25)
  }
}
