import { pendingMigrations } from '~~/server/db/migrations'
import type { Dialect } from '~~/server/settings/dialect'
import type { Migrations } from '~~/server/db/engine'
import { OperateError } from '../fault'

/** The schema version of a database: the kind of the database, and the time of its last applied migration. */
export interface SchemaVersion {
  dialect: Dialect
  migratedAt: number
}

/**
 * Checks that a database has the schema of this version of Exhibit, because the tables are read with this
 * schema. Throws NewerSchemaError, OutdatedSchemaError, or an OperateError if the database is older or empty.
 */
export function assertPresentSchema(migrations: Migrations, migratedAt: number, setting: string): void {
  const pending = pendingMigrations(migrations, migratedAt)
  if (migratedAt === 0)
    throw new OperateError(`${setting}: this database is empty; nothing was ever stored in it`)
  if (pending.length > 0)
    throw new OperateError(
      `${setting}: this database was last used by an older version of Exhibit; ` +
        'run this command with that version, or start the server once, which updates the database',
    )
}
