import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import type { Migrations } from '../engine'
import { pendingMigrations, withMigrationsFolder } from '../migrations'

/** The database is copied before each migration; this many copies remain. */
const MAX_COPIES = 3

/**
 * Applies pending migrations. Copies the database file first, unless it is new. Throws NewerSchemaError for a
 * database of a newer version.
 */
export async function applyMigrations(
  connection: Database.Database,
  file: string,
  migrations: Migrations,
): Promise<void> {
  const applied = lastAppliedAt(connection)
  const pending = pendingMigrations(migrations, applied)
  if (pending.length === 0) return
  if (applied > 0) await copyDatabase(connection, file, pending.at(-1)?.tag ?? 'migration')
  await withMigrationsFolder(migrations, folder => migrate(drizzle(connection), { migrationsFolder: folder }))
}

/** Returns the time of the last applied migration, as the journal states it; 0 for a new database. */
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

async function copyDatabase(connection: Database.Database, file: string, tag: string): Promise<void> {
  const copies = () =>
    readdirSync(dirname(file))
      .filter(name => name.startsWith(`${basename(file)}.before-`))
      .sort()
  await connection.backup(`${file}.before-${tag}`)
  for (const name of copies().slice(0, -MAX_COPIES)) rmSync(join(dirname(file), name), { force: true })
}
