import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { HOUR } from '#shared/time'
import type { Migrations } from './engine'

/**
 * A migration in the journal of drizzle-kit. When Drizzle applies the migration, it stores `when` in the
 * database.
 */
interface JournalEntry {
  tag: string
  /** Epoch milliseconds. */
  when: number
}

/** Thrown if the database has a migration that this version of the server does not know. */
export class NewerSchemaError extends Error {
  constructor() {
    super('the database was migrated by a newer version of Exhibit')
    this.name = 'NewerSchemaError'
  }
}

/**
 * The last commit that contains the earlier migrations. The commit after it replaced them with the baseline:
 * one migration that creates the whole schema.
 */
const LAST_COMMIT_BEFORE_BASELINE = '6710d0be8f'

/**
 * Thrown if the database is older than the baseline (the first migration), so that this server cannot update
 * it.
 */
export class OutdatedSchemaError extends Error {
  constructor() {
    super(outdatedSchema)
    this.name = 'OutdatedSchemaError'
  }
}

/** The instruction for the operator of a database that is older than the baseline (the first migration). */
export const outdatedSchema =
  'this version of Exhibit cannot update a database as old as this one; ' +
  `start the version of commit ${LAST_COMMIT_BEFORE_BASELINE} on it once, then this version`

/** Thrown if the disk has no space for the copy of the database that is made before a migration. */
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
 * How the schema of a database relates to this version of the server:
 * - `current`: the schema of this version.
 * - `pending`: the schema is older, and pending migrations update it.
 * - `outdated`: the schema is older than the baseline (the first migration), so that migrations cannot update
 *   it.
 * - `newer`: a newer version of the server migrated the database.
 */
export type SchemaState = 'current' | 'pending' | 'outdated' | 'newer'

/**
 * Returns the state of a database. `lastApplied` is the time of its last applied migration, 0 for a new
 * database.
 */
export function schemaState(migrations: Migrations, lastApplied: number): SchemaState {
  const { entries } = journalOf(migrations)
  const [oldest, newest] = [entries[0]?.when ?? 0, entries.at(-1)?.when ?? 0]
  if (lastApplied > newest) return 'newer'
  if (lastApplied > 0 && lastApplied < oldest) return 'outdated'
  return lastApplied === newest ? 'current' : 'pending'
}

/**
 * Returns the migrations that are newer than `lastApplied`: the time of the last applied migration, 0 for a
 * new database. Throws {@link NewerSchemaError} for a database that a newer version migrated, and {@link
 * OutdatedSchemaError} for a database that is older than the baseline.
 */
export function pendingMigrations(migrations: Migrations, lastApplied: number): JournalEntry[] {
  const state = schemaState(migrations, lastApplied)
  if (state === 'newer') throw new NewerSchemaError()
  if (state === 'outdated') throw new OutdatedSchemaError()
  return journalOf(migrations).entries.filter(entry => entry.when > lastApplied)
}

/** Returns the names of the last applied migration and of the newest migration, for the log. */
export function migrationSteps(migrations: Migrations, lastApplied: number): { from: string; to: string } {
  const { entries } = journalOf(migrations)
  const from = entries.findLast(entry => entry.when <= lastApplied)
  return { from: from?.tag ?? '', to: entries.at(-1)?.tag ?? '' }
}

const journalOf = (migrations: Migrations) =>
  JSON.parse(migrations['meta/_journal.json'] ?? '{"entries":[]}') as { entries: JournalEntry[] }

/** The beginning of the names of temporary folders with migrations. */
const PREFIX = 'exhibit-migrations-'
/** The age in milliseconds at which a temporary folder counts as left by a process that was killed. */
const LEFT_MS = 24 * HOUR

/** Deletes the temporary folders that processes left when they were killed. */
function deleteOldFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue
    const folder = join(tmpdir(), name)
    const changed = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - changed > LEFT_MS) rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Writes the migrations to a temporary folder, calls a function with this folder, and deletes the folder. The
 * migrators of Drizzle read a folder, but the built server has the migration files in its bundle.
 */
export async function withMigrationsFolder(
  migrations: Migrations,
  run: (folder: string) => void | Promise<void>,
): Promise<void> {
  deleteOldFolders()
  const folder = mkdtempSync(join(tmpdir(), PREFIX))
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
