import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { isOutOfSpace } from '~~/server/errors/out-of-space'
import type { Db, Migrations, Notice, OpenDatabase, Reserve } from '../engine'
import { schema } from '../schema'
import { createDiskReserve } from './disk-reserve'
import { createGroupCommit } from './group-commit'
import { lockDatabase } from './lock'
import { applyMigrations } from './migrate'
import { createReadTransactions } from './read-transactions'
import { cacheStatements } from '../drizzle/statement-cache'

/** How long a statement waits for a lock of another process. */
const BUSY_MS = 5000

/**
 * Opens an SQLite file, applies pending migrations, and returns a read-only connection and the writer. WAL
 * with `synchronous=FULL`: a commit survives a power loss. On a full disk it releases the reserve. Throws
 * DatabaseInUseError if another server or a command has locked the file.
 */
export async function openSqlite(
  file: string,
  migrations: Migrations,
  notice: Notice = () => {},
): Promise<OpenDatabase> {
  const reserve = createDiskReserve(`${file}.reserve`)
  try {
    return await openFile(file, migrations, { reserve, notice })
  } catch (error) {
    // The lock and the log need a few pages. Without them, people could not even delete.
    if (!isOutOfSpace(error) || !(await reserve.release())) throw error
    notice('no space is left: the server starts with the space that it had reserved', { file })
    return openFile(file, migrations, { reserve, notice })
  }
}

async function openFile(
  file: string,
  migrations: Migrations,
  { reserve, notice }: { reserve: Reserve; notice: Notice },
): Promise<OpenDatabase> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const unlock = lockDatabase(file)
  // The read-only connection is closed first: the last connection that may write cleans up.
  const connections: Database.Database[] = []
  const connect = (readonly: boolean) => {
    const connection = connectSqlite(file, { readonly })
    connections.unshift(connection)
    return connection
  }
  const close = () => {
    for (const connection of connections) connection.close()
    unlock()
  }
  try {
    const writing = connect(false)
    await applyMigrations(writing, file, migrations, notice)
    const reading = connect(true)
    const transactions = createReadTransactions(reading)
    return {
      db: createDb(reading, transactions.begin),
      write: createGroupCommit(writing, createDb(writing), transactions.end),
      reserve,
      runExclusive: (_, run) => run(),
      checkWritable: async () => {},
      compact: async () => truncateLog(writing),
      notifications: null,
      pool: null,
      close: async () => close(),
    }
  } catch (error) {
    close()
    throw error
  }
}

/**
 * Returns a Drizzle handle that compiles each statement once. `beforeUse` is called before a statement runs.
 */
function createDb(connection: Database.Database, beforeUse?: () => void): Db {
  // Drizzle uses only the part of a connection that the cache implements.
  return drizzle({ client: cacheStatements(connection, beforeUse) as Database.Database, schema })
}

/**
 * Writes the log into the database and empties it, unless a write, or a reader in another process, uses it. A
 * checkpoint would wait for them and block the server.
 */
function truncateLog(connection: Database.Database): void {
  if (connection.inTransaction) return
  connection.pragma('busy_timeout = 0')
  connection.pragma('wal_checkpoint(TRUNCATE)')
  connection.pragma(`busy_timeout = ${BUSY_MS}`)
}

/** The size of the log after a checkpoint: a long reader makes it grow to half a gigabyte. */
const WAL_BYTES = 64 * 1024 * 1024

/** Opens a connection to an SQLite file. For a read-only connection the file must exist. */
export function connectSqlite(file: string, { readonly }: { readonly: boolean }): Database.Database {
  const connection = new Database(file, { readonly, timeout: BUSY_MS })
  if (!readonly) {
    connection.pragma('journal_mode = WAL')
    connection.pragma(`journal_size_limit = ${WAL_BYTES}`)
  }
  connection.pragma('synchronous = FULL')
  connection.pragma('foreign_keys = ON')
  connection.pragma('cache_size = -32000')
  connection.pragma('mmap_size = 268435456')
  return connection
}
