import { closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { isOutOfSpace } from '~~/server/errors/out-of-space'
import type { Db, Migrations, Notice, OpenDatabase, Reserve } from '../engine'
import { schema } from '../schema'
import { createDiskReserve } from './disk-reserve'
import { assertNotEnded } from '../write'
import { createGroupCommit } from './group-commit'
import { lockDatabase } from './lock'
import { applyMigrations } from './migrate'
import { createReadTransactions } from './read-transactions'
import { cacheStatements } from '../drizzle/statement-cache'

/** How long a statement waits for a lock of another process, in milliseconds. */
const BUSY_MS = 5000

/**
 * Opens an SQLite file, applies pending migrations, and returns a read-only connection and the `write`
 * function. The file is in WAL mode with `synchronous=FULL`: a committed change survives a power loss. On a
 * full disk, reserved space is released. Throws DatabaseInUseError if another server or a command has
 * locked the file.
 */
export async function openSqlite(
  file: string,
  migrations: Migrations,
  notice: Notice = () => {},
): Promise<OpenDatabase> {
  const reserve = createDiskReserve(`${file}.reserve`)
  for (let isFull = false; ; isFull = true) {
    try {
      const opened = await openFile(file, migrations, { reserve, notice })
      if (isFull) notice('no space is left: the server starts with the space that it had reserved', { file })
      return opened
    } catch (error) {
      // Opening the database needs some pages of disk space for the lock and the log. If no space was
      // released here, opening would fail on a full disk, and people could not even delete data.
      if (!isOutOfSpace(error) || !(await reserve.release())) throw error
    }
  }
}

async function openFile(
  file: string,
  migrations: Migrations,
  { reserve, notice }: { reserve: Reserve; notice: Notice },
): Promise<OpenDatabase> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // SQLite creates files that others may read, and gives its log the permissions of the database.
  for (const each of [file, `${file}.lock`]) createPrivately(each)
  const unlock = lockDatabase(file)
  // The read-only connection is closed first, because the log is removed when the last connection closes, and
  // only a connection that may write can remove it.
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
      write: createGroupCommit(writing, createDb(writing, assertNotEnded), transactions.end),
      reserve,
      runExclusive: (_, run) => run(),
      checkWritable: async () => {},
      compact: async () => truncateLog(writing),
      size: async () => sizeOf(file) + sizeOf(`${file}-wal`),
      connections: null,
      nodeMessages: null,
      createRateLimiter: null,
      close: async () => close(),
    }
  } catch (error) {
    close()
    throw error
  }
}

/**
 * Creates a file that only its owner can read, if it is missing. Ignores errors, because SQLite itself
 * reports paths that cannot be used.
 */
function createPrivately(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600))
  } catch {
    return
  }
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/**
 * Returns a Drizzle handle that compiles each SQL text once. `beforeUse` is called before a statement runs.
 */
function createDb(connection: Database.Database, beforeUse?: () => void): Db {
  // The cast is safe: Drizzle uses only the methods of a connection that the cache implements.
  return drizzle({ client: cacheStatements(connection, beforeUse) as Database.Database, schema })
}

/**
 * Writes the log into the database file and truncates the log. Skips this during a write, or while another
 * process reads: waiting for them would block the server.
 */
function truncateLog(connection: Database.Database): void {
  if (connection.inTransaction) return
  connection.pragma('busy_timeout = 0')
  connection.pragma('wal_checkpoint(TRUNCATE)')
  connection.pragma(`busy_timeout = ${BUSY_MS}`)
}

/**
 * After a checkpoint, SQLite truncates the log file to this size in bytes. During a long read, the log file
 * may grow to half a gigabyte.
 */
const WAL_BYTES = 64 * 1024 * 1024

/** Opens a connection to an SQLite file. For a read-only connection the file must exist. */
export function connectSqlite(file: string, { readonly }: { readonly: boolean }): Database.Database {
  const connection = new Database(file, { readonly, timeout: BUSY_MS })
  try {
    if (!readonly) {
      connection.pragma('journal_mode = WAL')
      connection.pragma(`journal_size_limit = ${WAL_BYTES}`)
    }
    connection.pragma('synchronous = FULL')
    connection.pragma('foreign_keys = ON')
    connection.pragma('cache_size = -32000')
    connection.pragma('mmap_size = 268435456')
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}
