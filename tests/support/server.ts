import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { patience } from './patience'
import { createDatabase } from './postgres'
import { freePort } from './free-port'
import { serverEntry } from './paths'

const clock = new URL('./clock.mjs', import.meta.url).href

/** The nodes of a cluster must have the same. */
const sharedSecret = 'a secret that all nodes of a test share'

export interface TestServer {
  readonly url: string
  readonly dataDir: string
  /** Where the process puts temporary files: a server whose clock is ahead removes those of all others. */
  readonly temporaryFolder: string
  /** The address of its PostgreSQL database; null on SQLite. */
  readonly databaseUrl: string | null
  /** The process id, another one after a restart. */
  readonly pid: number
  /** Returns what the current process has written to its log. */
  log: () => string
  /** Moves the server's clock forward by milliseconds. */
  advance: (ms: number) => Promise<void>
  /** Ends the process with SIGKILL, as a power cut would. */
  kill: () => Promise<void>
  /** Starts a new process on the same data, address and clock, with settings changed. */
  restart: (changed?: Record<string, string>) => Promise<void>
  /** Ends the process and deletes its data. */
  stop: () => Promise<void>
}

/**
 * Starts the built server on real files in a folder of its own. Every response is checked against its schema.
 * `dataDir`: an existing data folder.
 */
export async function startServer(env: Record<string, string> = {}, dataDir?: string): Promise<TestServer> {
  const folder = dataDir ?? (await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), 'exhibit-test-')))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const postgres = process.env.TEST_POSTGRES
  const databaseUrl = postgres ? await createDatabase(postgres) : null
  const temporaryFolder = `${folder}-temporary`
  await mkdir(temporaryFolder, { recursive: true })
  const settings: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    TMPDIR: temporaryFolder,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    DATA_DIR: folder,
    RATE_LIMITS: 'off',
    CHECK_RESPONSES: 'on',
    LOG_LEVEL: 'warn',
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl, AUTH_SECRET: sharedSecret }),
    ...env,
  }
  let ahead = 0
  let running = await startProcess(url, { ...settings, CLOCK_AHEAD: '0' })
  return {
    url,
    dataDir: folder,
    temporaryFolder,
    databaseUrl,
    get pid() {
      return running.child.pid ?? 0
    },
    log: () => running.log(),
    async advance(ms) {
      ahead += ms
      const moved = once(running.child, 'message')
      running.child.send({ advance: ms })
      await moved
    },
    kill: () => end(running.child, 'SIGKILL'),
    async restart(changed = {}) {
      await end(running.child, 'SIGTERM')
      Object.assign(settings, changed)
      running = await startProcess(url, { ...settings, CLOCK_AHEAD: String(ahead) })
    },
    async stop() {
      await end(running.child, 'SIGTERM')
      for (const each of [folder, temporaryFolder]) await rm(each, { recursive: true, force: true })
    },
  }
}

let shared: Promise<TestServer> | undefined

/**
 * Returns the server that the test files of this worker share; it ends with the worker. Tests must not move
 * its clock, restart or stop it.
 */
export const sharedServer = (): Promise<TestServer> => (shared ??= startServer())

interface RunningServer {
  child: ChildProcess
  log: () => string
}

/** Starts a process and waits until it serves requests. Throws with its log when it ends before. */
async function startProcess(url: string, env: NodeJS.ProcessEnv): Promise<RunningServer> {
  const child = spawn(process.execPath, ['--import', clock, serverEntry], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      log += chunk.toString()
    })
  const limit = patience(60_000)
  const deadline = Date.now() + limit
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${log}`)
    const response = await fetch(`${url}/api/health`).catch(() => null)
    if (response?.ok) return { child, log: () => log }
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  await end(child, 'SIGKILL')
  throw new Error(`The server did not start within ${limit / 1000} s:\n${log}`)
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}
