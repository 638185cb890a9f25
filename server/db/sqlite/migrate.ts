import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import type { Migrations } from '../engine'

/** The database is copied before each migration; this many copies remain. */
const MAX_COPIES = 3

/** Applies pending migrations. Copies the database file first, unless it is new. */
export async function applyMigrations(
  connection: Database.Database,
  file: string,
  migrations: Migrations,
): Promise<void> {
  const journal = JSON.parse(migrations['meta/_journal.json'] ?? '{"entries":[]}') as {
    entries: { tag: string; when: number }[]
  }
  const applied = lastAppliedAt(connection)
  const pending = journal.entries.filter(entry => entry.when > applied)
  if (pending.length === 0) return
  if (applied > 0) await copyDatabase(connection, file, pending.at(-1)?.tag ?? 'migration')
  // Drizzle's migrator reads a folder; in the built server the files are part of the bundle.
  const folder = mkdtempSync(join(tmpdir(), 'exhibit-migrations-'))
  try {
    mkdirSync(join(folder, 'meta'))
    for (const [path, content] of Object.entries(migrations)) writeFileSync(join(folder, path), content)
    migrate(drizzle(connection), { migrationsFolder: folder })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the time of the last applied migration, as the journal states it; 0 for a new database. */
function lastAppliedAt(connection: Database.Database): number {
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
