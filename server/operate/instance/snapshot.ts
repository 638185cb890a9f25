import type { Db } from '~~/server/db'
import type { DatabaseAddress, Dialect } from '~~/server/db/dialect'
import type { Migrations } from '~~/server/db/engine'
import { startFault } from '~~/server/db/start-fault'
import { openReader } from './reader'
import { assertPresentSchema, type SchemaVersion } from './schema-version'
import type { Table } from './tables'

/** A database at one instant, while others write. */
export interface Snapshot {
  db: Db
  tables: Table[]
  schema: SchemaVersion
  close: () => Promise<void>
}

/**
 * Opens a snapshot of a database: a read transaction, which in both databases sees no later change and blocks
 * no writer. SQLite's online backup would restart with every write of the server, which is another process.
 * Throws a SettingsError or an OperateError that names the setting.
 */
export async function openSnapshot(
  address: DatabaseAddress,
  setting: string,
  migrations: Record<Dialect, Migrations>,
): Promise<Snapshot> {
  const { dialect } = address
  const { db, tables, migratedAt, query, close } = await openReader(address, setting)
  try {
    assertPresentSchema(migrations[dialect], migratedAt, setting)
    await query(dialect === 'sqlite' ? 'BEGIN' : 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    return { db, tables, schema: { dialect, migratedAt }, close }
  } catch (error) {
    await close()
    throw startFault(error, address, setting) ?? error
  }
}
