import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const clock = new URL('./clock.mjs', import.meta.url).href
const entry = fileURLToPath(new URL('../../.output/server/index.mjs', import.meta.url))

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}

export interface TestServer {
  url: string
  dataDir: string
  pid: number
  /** What it wrote to its log so far. */
  log: () => string
  /** Moves the server's clock on by milliseconds. */
  advance: (ms: number) => Promise<void>
  /** SIGKILL, as a power cut would. */
  kill: () => Promise<void>
  /** The same data, address and clock under a new process, with settings changed. */
  restart: (changed?: Record<string, string>) => Promise<TestServer>
  stop: () => Promise<void>
}

/** The built server on real files in a folder of its own; every answer is checked against its schema. */
export async function startServer(
  env: Record<string, string> = {},
  kept?: { dataDir: string; port: number; ahead: number },
): Promise<TestServer> {
  let ahead = kept?.ahead ?? 0
  const dataDir = kept?.dataDir ?? (await mkdtemp(join(tmpdir(), 'exhibit-test-')))
  const port = kept?.port || (await freePort())
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['--import', clock, entry], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      CHECK_RESPONSES: 'on',
      LOG_LEVEL: 'warn',
      CLOCK_AHEAD: String(ahead),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let log = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    log += chunk.toString()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    log += chunk.toString()
  })
  await ready(url, child, () => log)
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
  return {
    url,
    dataDir,
    pid: child.pid ?? 0,
    log: () => log,
    async advance(ms) {
      ahead += ms
      const moved = once(child, 'message')
      child.send({ advance: ms })
      await moved
    },
    kill: () => end('SIGKILL'),
    async restart(changed = {}) {
      await end('SIGTERM')
      return startServer({ ...env, ...changed }, { dataDir, port, ahead })
    },
    async stop() {
      await end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function ready(url: string, child: ChildProcess, log: () => string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${log()}`)
    const answer = await fetch(`${url}/api/health`).catch(() => null)
    if (answer?.ok) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error(`the server did not answer:\n${log()}`)
}
