import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { baseEnvironment } from './child-process'
import { createDeployment } from '../deployment'
import { deploymentOfRun, type DeploymentKind } from '../deployment/kind'
import { startAlternatingProxy } from '../deployment/alternating-proxy'
import { freePort } from '../deployment/free-port'
import { advanceNode, endNode, startNode, type NodeProcess } from '../deployment/node-process'
import type { StoredBlobs } from '../deployment/stored-blobs'
import { preloading } from './preload'

/** The built server: one process, or the nodes of a cluster behind a proxy. */
export interface TestServer {
  readonly url: string
  readonly dataDir: string
  /**
   * The folder for the temporary files of this server. Other servers must not use it, because a server whose
   * clock is ahead deletes the files of other servers.
   */
  readonly temporaryFolder: string
  /** The URL of the server's PostgreSQL database; null on SQLite. */
  readonly databaseUrl: string | null
  readonly blobs: StoredBlobs
  /** The process ids of the server's nodes, which change with a restart. */
  readonly pids: number[]
  /** The process id of the server's only node. */
  readonly pid: number
  /** The URLs of the server's nodes. Requests to `url` reach these nodes in turn. */
  readonly nodeUrls: string[]
  /** Ends one node with SIGKILL; `restart` starts it again. */
  killNode: (index: number) => Promise<void>
  /** Returns the logs of the current processes. */
  log: () => string
  /** Moves the server's clock forward by milliseconds. */
  advance: (ms: number) => Promise<void>
  /** Returns the time on the server's clock. */
  now: () => number
  /** Ends the processes with SIGKILL, as a power cut would. */
  kill: () => Promise<void>
  /** Starts new processes with the same data, URL and clock, and with changed settings. */
  restart: (changed?: Record<string, string>) => Promise<void>
  /** Ends the processes and deletes their data. */
  stop: () => Promise<void>
}

export interface ServerOptions {
  /** The path of an existing data folder; by default, a new folder. */
  dataDir?: string
  /**
   * The deployment of this server in every run. `standalone` is for tests about one process, SQLite or a
   * folder.
   */
  deployment?: DeploymentKind
}

/**
 * Starts the built server with its own data, and with the databases, blob store and nodes of this run. The
 * server checks every response against its schema.
 */
export async function startServer(
  env: Record<string, string> = {},
  { dataDir, deployment: kind = deploymentOfRun() }: ServerOptions = {},
): Promise<TestServer> {
  const folder = dataDir ?? (await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), 'exhibit-test-')))
  const deployment = await createDeployment(folder, kind)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const temporaryFolder = `${folder}-temporary`
  await mkdir(temporaryFolder, { recursive: true })
  const settings: NodeJS.ProcessEnv = {
    ...baseEnvironment,
    TMPDIR: temporaryFolder,
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    RATE_LIMITS: 'off',
    CHECK_RESPONSES: 'on',
    LOG_LEVEL: 'warn',
    ...deployment.settings,
    ...env,
  }
  const isCluster = deployment.nodes > 1
  const ports = isCluster ? await Promise.all(Array.from({ length: deployment.nodes }, freePort)) : [port]
  // Each node has its own folder, because the nodes of a cluster share no folder.
  const folders = ports.map((_, index) => (index === 0 ? folder : `${folder}-${index + 1}`))
  let ahead = 0
  const start = () =>
    Promise.all(
      ports.map((each, index) =>
        startNode(`http://127.0.0.1:${each}`, {
          DATA_DIR: folders[index],
          PORT: String(each),
          ...settings,
          CLOCK_AHEAD: String(ahead),
        }),
      ),
    )
  let nodes: NodeProcess[] = await start()
  const endProxy = isCluster ? await startAlternatingProxy(port, ports) : null
  const endAll = (signal: NodeJS.Signals) => Promise.all(nodes.map(node => endNode(node, signal)))
  const pids = () => nodes.flatMap(({ child }) => child.pid ?? [])
  return {
    url,
    dataDir: folder,
    temporaryFolder,
    databaseUrl: deployment.databaseUrl,
    blobs: deployment.blobs,
    get pids() {
      return pids()
    },
    get pid() {
      const [only, ...others] = pids()
      if (only === undefined || others.length > 0) throw new Error('This server has several nodes: use pids.')
      return only
    },
    nodeUrls: ports.map(each => `http://127.0.0.1:${each}`),
    async killNode(index) {
      const node = nodes[index]
      if (node) await endNode(node, 'SIGKILL')
    },
    log: () => nodes.map(node => node.log()).join(''),
    now: () => Date.now() + ahead,
    async advance(ms) {
      ahead += ms
      await Promise.all(nodes.map(node => advanceNode(node, ms)))
    },
    async kill() {
      await endAll('SIGKILL')
    },
    async restart(changed = {}) {
      await endAll('SIGTERM')
      Object.assign(settings, changed)
      nodes = await start()
    },
    async stop() {
      endProxy?.()
      await endAll('SIGTERM')
      await deployment.remove()
      for (const each of [...folders, temporaryFolder]) await rm(each, { recursive: true, force: true })
    },
  }
}

const shared = new Map<string, Promise<TestServer>>()

/**
 * Returns the server that the test files of this worker share for these settings. It ends with the worker.
 * Tests must not move its clock, restart it or stop it, and must create their own people and workspaces.
 */
export const sharedServer = (env: Record<string, string> = {}, options: ServerOptions = {}) =>
  sharedBy('', env, options)

/**
 * Returns the server that the test files of this worker share for these settings, and whose clock tests may
 * move forward. The clock may already be days ahead. Tests should therefore compare only times of this
 * server. People who signed up before the clock was moved may be signed out.
 */
export const sharedServerWithClock = (env: Record<string, string> = {}, options: ServerOptions = {}) =>
  sharedBy('clock', env, options)

function sharedBy(use: string, env: Record<string, string>, options: ServerOptions): Promise<TestServer> {
  const settings = Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1))
  const key = JSON.stringify([use, settings, options])
  const server = shared.get(key) ?? startServer({ ...preloading('quick-passwords'), ...env }, options)
  shared.set(key, server)
  return server
}
