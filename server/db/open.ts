import { mkdtempSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { drizzle, type BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { schema } from './schema'
import { createWriter, type Write } from './writer'

export type Db = BetterSQLite3Database<typeof schema>

/** Files of the `drizzle/` folder by their path in it: what drizzle-kit generated. */
export type Migrations = Record<string, string>

export interface OpenDatabase {
  /** Read-only: a stray write fails loudly. */
  db: Db
  write: Write<Db>
  close: () => void
}

/** How many copies from before a migration are kept. */
const KEPT_COPIES = 3

/**
 * Opens the SQLite file: applies pending migrations (keeping a copy of the file from before), then gives one
 * read-only connection and one writer. WAL, `synchronous=FULL`: what was answered survives power loss.
 */
export async function openDatabase(file: string, migrations: Migrations): Promise<OpenDatabase> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const writing = connect(file, false)
  await applyMigrations(writing, file, migrations)
  const reading = connect(file, true)
  const db = drizzle(reading, { schema })
  const write = createWriter(writing, drizzle(writing, { schema }))
  return {
    db,
    write,
    close() {
      reading.close()
      writing.close()
    },
  }
}

function connect(file: string, readonly: boolean): Database.Database {
  const connection = new Database(file, { readonly, timeout: 5000 })
  if (!readonly) connection.pragma('journal_mode = WAL')
  connection.pragma('synchronous = FULL')
  connection.pragma('foreign_keys = ON')
  connection.pragma('cache_size = -32000')
  connection.pragma('mmap_size = 268435456')
  return connection
}

async function applyMigrations(
  connection: Database.Database,
  file: string,
  migrations: Migrations,
): Promise<void> {
  const journal = JSON.parse(migrations['meta/_journal.json'] ?? '{"entries":[]}') as {
    entries: { tag: string; when: number }[]
  }
  const applied = appliedUpTo(connection)
  const pending = journal.entries.filter(entry => entry.when > applied)
  if (pending.length === 0) return
  if (applied > 0) await keepCopy(connection, file, pending.at(-1)?.tag ?? 'migration')
  // The migrator reads a folder; in the built server the files travel inside the bundle.
  const folder = mkdtempSync(join(tmpdir(), 'exhibit-migrations-'))
  try {
    mkdirSync(join(folder, 'meta'))
    for (const [path, content] of Object.entries(migrations)) writeFileSync(join(folder, path), content)
    migrate(drizzle(connection), { migrationsFolder: folder })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function appliedUpTo(connection: Database.Database): number {
  const known = connection.prepare("SELECT 1 FROM sqlite_master WHERE name = '__drizzle_migrations'").get()
  if (!known) return 0
  const row = connection.prepare('SELECT max(created_at) AS latest FROM __drizzle_migrations').get() as {
    latest: number | null
  }
  return row.latest ?? 0
}

async function keepCopy(connection: Database.Database, file: string, tag: string): Promise<void> {
  const copies = () =>
    readdirSync(dirname(file))
      .filter(name => name.startsWith(`${basename(file)}.before-`))
      .sort()
  await connection.backup(`${file}.before-${tag}`)
  for (const name of copies().slice(0, -KEPT_COPIES)) rmSync(join(dirname(file), name), { force: true })
}
