import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Migrations } from './engine'

/** A migration in drizzle-kit's journal; drizzle stores its time in the database when it was applied. */
interface JournalEntry {
  tag: string
  /** Epoch milliseconds. */
  when: number
}

/** The database has a migration that this version of the server does not know. */
export class NewerSchemaError extends Error {
  constructor() {
    super('the database was migrated by a newer version of Exhibit')
    this.name = 'NewerSchemaError'
  }
}

/** There is not enough space for the copy of the database that a migration needs first. */
export class NoSpaceToMigrateError extends Error {
  constructor(
    readonly neededBytes: number,
    readonly freeBytes: number,
  ) {
    super('there is not enough space for a copy of the database')
    this.name = 'NoSpaceToMigrateError'
  }
}

/**
 * Returns the migrations after the last applied one, whose time is 0 for a new database. Throws
 * {@link NewerSchemaError}.
 */
export function pendingMigrations(migrations: Migrations, lastApplied: number): JournalEntry[] {
  const { entries } = journalOf(migrations)
  const newest = entries.at(-1)?.when ?? 0
  if (lastApplied > newest) throw new NewerSchemaError()
  return entries.filter(entry => entry.when > lastApplied)
}

/** Returns which migration a database has and which it gets, for the log. */
export function migrationSteps(migrations: Migrations, lastApplied: number): { from: string; to: string } {
  const { entries } = journalOf(migrations)
  const from = entries.findLast(entry => entry.when <= lastApplied)
  return { from: from?.tag ?? '', to: entries.at(-1)?.tag ?? '' }
}

const journalOf = (migrations: Migrations) =>
  JSON.parse(migrations['meta/_journal.json'] ?? '{"entries":[]}') as { entries: JournalEntry[] }

/**
 * Writes the migrations to a temporary folder while a function runs: drizzle's migrators read a folder, and
 * in the built server the files are part of the bundle.
 */
export async function withMigrationsFolder(
  migrations: Migrations,
  run: (folder: string) => void | Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'exhibit-migrations-'))
  try {
    for (const [path, content] of Object.entries(migrations)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
    await run(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
