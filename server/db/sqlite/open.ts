import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import type { Db, Migrations, OpenDatabase } from '../engine'
import { schema } from '../schema'
import { createDiskReserve } from './disk-reserve'
import { createGroupCommit } from './group-commit'
import { lockDatabase } from './lock'
import { applyMigrations } from './migrate'
import { createReadTurns } from './read-turns'
import { cacheStatements } from './statement-cache'

/**
 * Opens an SQLite file, applies pending migrations, and returns a read-only connection and the writer. WAL
 * with `synchronous=FULL`: a commit survives a power loss. Throws DatabaseInUseError while a command has the
 * database to itself.
 */
export async function openSqlite(file: string, migrations: Migrations): Promise<OpenDatabase> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const unlock = lockDatabase(file, 'shared')
  // The read-only one is closed first: the last connection that may write cleans up.
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
    await applyMigrations(writing, file, migrations)
    const reading = connect(true)
    const turns = createReadTurns(reading)
    return {
      db: createDb(reading, turns.begin),
      write: createGroupCommit(writing, createDb(writing), turns.end),
      reserve: createDiskReserve(`${file}.reserve`),
      runExclusive: (_, run) => run(),
      notifications: null,
      pool: null,
      close: async () => close(),
    }
  } catch (error) {
    close()
    throw error
  }
}

/** Returns a Drizzle handle whose statements are compiled once. `beforeUse` is called before each is run. */
function createDb(connection: Database.Database, beforeUse?: () => void): Db {
  // Of a connection, Drizzle uses what the cache has.
  return drizzle({ client: cacheStatements(connection, beforeUse) as Database.Database, schema })
}

/** Opens a connection to an SQLite file. A read-only one needs the file to exist. */
export function connectSqlite(file: string, { readonly }: { readonly: boolean }): Database.Database {
  const connection = new Database(file, { readonly, timeout: 5000 })
  if (!readonly) connection.pragma('journal_mode = WAL')
  connection.pragma('synchronous = FULL')
  connection.pragma('foreign_keys = ON')
  connection.pragma('cache_size = -32000')
  connection.pragma('mmap_size = 268435456')
  return connection
}
