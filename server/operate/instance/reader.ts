import { existsSync } from 'node:fs'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import type { Db } from '~~/server/db'
import type { DatabaseAddress } from '~~/server/settings/dialect'
import { schema } from '~~/server/db/schema'
import { connectSqlite } from '~~/server/db/sqlite/open'
import { lastAppliedAt } from '~~/server/db/sqlite/migrate'
import { startFault } from '~~/server/db/start-fault'
import { OperateError } from '../fault'
import { tablesOf, type Row, type Table } from './tables'

/**
 * A read-only connection to a database. It is not a snapshot: other processes may change the data between two
 * reads. The schema of the database may differ from the schema of this version of Exhibit.
 */
export interface Reader {
  db: Db
  /** The tables of the schema of this version of Exhibit. */
  tables: Table[]
  /** The time of the last applied migration, in epoch milliseconds; 0 if there is none. */
  migratedAt: number
  /** Runs an SQL statement that has no parameters. */
  query: (statement: string) => Promise<Row[]>
  close: () => Promise<void>
}

/**
 * Opens an existing database for reading. If this fails because of the setting with the given name, throws a
 * SettingsError or an OperateError with this name.
 */
export async function openReader(address: DatabaseAddress, setting: string): Promise<Reader> {
  try {
    const opened =
      address.dialect === 'sqlite' ? openSqlite(address.file, setting) : await openPostgres(address.url)
    return { ...opened, tables: tablesOf(address.dialect) }
  } catch (error) {
    throw startFault(error, address, setting) ?? error
  }
}

type Opened = Omit<Reader, 'tables'>

function openSqlite(file: string, setting: string): Opened {
  if (!existsSync(file))
    throw new OperateError(`${setting}: there is no database at ${file}; correct the setting`)
  const hadLog = existsSync(`${file}-wal`)
  const connection = connectSqlite(file, { readonly: true })
  const close = () => {
    connection.close()
    if (!hadLog) removeLog(file)
  }
  try {
    return {
      db: drizzle(connection, { schema }),
      migratedAt: lastAppliedAt(connection),
      async query(statement) {
        const prepared = connection.prepare(statement)
        if (prepared.reader) return prepared.all() as Row[]
        prepared.run()
        return []
      },
      close: async () => close(),
    }
  } catch (error) {
    close()
    throw error
  }
}

/**
 * Removes the write-ahead log that SQLite created although a command only read the database while no server
 * was running. SQLite removes the log when the last connection that may write is closed, so this function
 * opens and closes such a connection.
 */
function removeLog(file: string): void {
  try {
    const connection = connectSqlite(file, { readonly: false })
    try {
      connection.prepare('SELECT 1 FROM sqlite_master').get()
    } finally {
      connection.close()
    }
  } catch {
    // The empty log remains if this fails. The next server that starts removes it.
  }
}

async function openPostgres(url: string): Promise<Opened> {
  const { openSession } = await import('./postgres-session')
  const { client, db, migratedAt, close } = await openSession(url)
  try {
    await client.query('SET default_transaction_read_only = on')
    return {
      db,
      migratedAt: await migratedAt(),
      query: async statement => (await client.query<Row>(statement)).rows,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
