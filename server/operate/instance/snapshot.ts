import type { Db } from '~~/server/db'
import type { DatabaseAddress, Dialect } from '~~/server/settings/dialect'
import type { Migrations } from '~~/server/db/engine'
import { startFault } from '~~/server/db/start-fault'
import { openReader } from './reader'
import { assertPresentSchema, type SchemaVersion } from './schema-version'
import type { Table } from './tables'

/**
 * A view of a database as of one point in time. Other processes can write to the database at the same time.
 */
export interface Snapshot {
  db: Db
  tables: Table[]
  schema: SchemaVersion
  close: () => Promise<void>
}

/**
 * Opens a snapshot of a database. The snapshot is a read transaction, which sees no later changes and blocks
 * no writes, in both kinds of databases. (SQLite's online backup is not used, because it would restart with
 * every write of the server.) If the database cannot be opened, throws a SettingsError or an OperateError
 * with the name of the setting.
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
