import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * The first port to use. It is below the ports that systems choose for outgoing connections and for port 0
 * (32768 and up on Linux, 49152 and up per RFC 6335), so that no other process takes a port before a server
 * listens on it.
 */
const FIRST_PORT = 15_000
const LAST_PORT = 32_000

let next = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT))

/**
 * Returns a port of 127.0.0.1 on which nothing listens, and a different port each time. Throws if no port is
 * free.
 */
export async function freePort(): Promise<number> {
  for (let tries = FIRST_PORT; tries <= LAST_PORT; tries++) {
    const port = next
    next = next === LAST_PORT ? FIRST_PORT : next + 1
    if (await isFree(port)) return port
  }
  throw new Error(`No port from ${FIRST_PORT} to ${LAST_PORT} is free.`)
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
