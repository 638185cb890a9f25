import type Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import type { Migrations, Notice } from '../engine'
import { migrationSteps, pendingMigrations, withMigrationsFolder } from '../migrations'
import { copyDatabase } from './copy-database'

/**
 * Applies pending migrations. Copies the database file first, unless it is new. Throws NewerSchemaError for a
 * database of a newer version, OutdatedSchemaError for a database that is older than the first migration, and
 * NoSpaceToMigrateError if the disk has no space for the copy.
 */
export async function applyMigrations(
  connection: Database.Database,
  file: string,
  migrations: Migrations,
  notice: Notice = () => {},
): Promise<void> {
  const applied = lastAppliedAt(connection)
  const pending = pendingMigrations(migrations, applied)
  if (pending.length === 0) return
  const isNew = applied === 0
  const steps = migrationSteps(migrations, applied)
  if (!isNew)
    notice('the database was copied before its update', {
      ...steps,
      ...(await copyDatabase(connection, file)),
    })
  await withMigrationsFolder(migrations, folder => migrate(drizzle(connection), { migrationsFolder: folder }))
  if (!isNew) notice('the database was updated', steps)
}

/**
 * Returns the time of the last applied migration, in epoch milliseconds as in the journal of the migrations;
 * 0 for a new database.
 */
export function lastAppliedAt(connection: Database.Database): number {
  const isMigrated = connection
    .prepare("SELECT 1 FROM sqlite_master WHERE name = '__drizzle_migrations'")
    .get()
  if (!isMigrated) return 0
  const row = connection.prepare('SELECT max(created_at) AS latest FROM __drizzle_migrations').get() as {
    latest: number | null
  }
  return row.latest ?? 0
}
