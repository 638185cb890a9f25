import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Migrations } from './engine'

/** A migration in drizzle-kit's journal. Drizzle stores its time in the database when it is applied. */
interface JournalEntry {
  tag: string
  /** Epoch milliseconds. */
  when: number
}

/** The database has a migration that is unknown to this version of the server. */
export class NewerSchemaError extends Error {
  constructor() {
    super('the database was migrated by a newer version of Exhibit')
    this.name = 'NewerSchemaError'
  }
}

/**
 * The last commit whose migrations lead to the baseline: the first migration, which creates the whole schema.
 */
const LAST_COMMIT_BEFORE_BASELINE = '6710d0be8f'

/** The database is older than the baseline, so that this version of the server cannot update it. */
export class OutdatedSchemaError extends Error {
  constructor() {
    super(outdatedSchema)
    this.name = 'OutdatedSchemaError'
  }
}

/** The instruction for the operator of a database that is older than the baseline. */
export const outdatedSchema =
  'this version of Exhibit cannot update a database as old as this one; ' +
  `start the version of commit ${LAST_COMMIT_BEFORE_BASELINE} on it once, then this version`

/** There is not enough space for the copy of the database that is made before a migration. */
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
 * How a database relates to this version of the server: it has the same schema, an older one that pending
 * migrations update, one from before the baseline, which they cannot update, or one of a newer version.
 */
export type SchemaState = 'current' | 'pending' | 'outdated' | 'newer'

/** Returns the state of a database by the time of its last applied migration, 0 for a new database. */
export function schemaState(migrations: Migrations, lastApplied: number): SchemaState {
  const { entries } = journalOf(migrations)
  const [oldest, newest] = [entries[0]?.when ?? 0, entries.at(-1)?.when ?? 0]
  if (lastApplied > newest) return 'newer'
  if (lastApplied > 0 && lastApplied < oldest) return 'outdated'
  return lastApplied === newest ? 'current' : 'pending'
}

/**
 * Returns the migrations after the last applied one, whose time is 0 for a new database. Throws
 * {@link NewerSchemaError} and {@link OutdatedSchemaError}.
 */
export function pendingMigrations(migrations: Migrations, lastApplied: number): JournalEntry[] {
  const state = schemaState(migrations, lastApplied)
  if (state === 'newer') throw new NewerSchemaError()
  if (state === 'outdated') throw new OutdatedSchemaError()
  return journalOf(migrations).entries.filter(entry => entry.when > lastApplied)
}

/** Returns the migration that a database has and the one that it gets, for the log. */
export function migrationSteps(migrations: Migrations, lastApplied: number): { from: string; to: string } {
  const { entries } = journalOf(migrations)
  const from = entries.findLast(entry => entry.when <= lastApplied)
  return { from: from?.tag ?? '', to: entries.at(-1)?.tag ?? '' }
}

const journalOf = (migrations: Migrations) =>
  JSON.parse(migrations['meta/_journal.json'] ?? '{"entries":[]}') as { entries: JournalEntry[] }

/**
 * Writes the migrations to a temporary folder while a function runs: drizzle's migrators read a folder, and
 * the built server has the files in its bundle.
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
