import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import type { Migrations, Notice } from '../engine'
import { migrationSteps, pendingMigrations, withMigrationsFolder } from '../migrations'
import { connect } from './connections'
import { dumpCommand } from './dump-command'
import { withAdvisoryLock } from './locks'
import { createRateLimitTable } from './rate-limits'
import { OLDEST_VERSION, OldServerError } from './versions'

/** The time limit of each query in a migration. A query may rewrite a large table. */
const MIGRATION_MS = 60 * 60_000

/**
 * Applies pending migrations, on one node at a time. Throws OldServerError, NewerSchemaError for a database
 * of a newer version of Exhibit, and OutdatedSchemaError for a database that is older than the first
 * migration.
 */
export async function applyMigrations(
  url: string,
  migrations: Migrations,
  notice: Notice = () => {},
): Promise<void> {
  await withAdvisoryLock(url, 'migrations', async () => {
    const client = await connect(url, MIGRATION_MS)
    try {
      await assertVersion(client)
      const applied = await lastAppliedAt(client)
      const pending = pendingMigrations(migrations, applied)
      await client.query(createRateLimitTable)
      if (pending.length === 0) return
      const steps = migrationSteps(migrations, applied)
      const isNew = applied === 0
      if (!isNew)
        notice('the database is being updated; only a dump can undo this', {
          ...steps,
          dump: dumpCommand(url),
        })
      await withMigrationsFolder(migrations, folder => migrate(drizzle(client), { migrationsFolder: folder }))
      if (!isNew) notice('the database was updated', steps)
    } finally {
      await client.end()
    }
  })
}

/** Throws OldServerError. */
export async function assertVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ number: string; name: string }>(
    "SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS name",
  )
  if (Number(rows[0]?.number) < OLDEST_VERSION)
    throw new OldServerError(rows[0]?.name ?? 'of unknown version')
}

/**
 * Returns the time of the last applied migration, as stated in the journal of the migrations; 0 for a new
 * database.
 */
export async function lastAppliedAt(client: pg.Client): Promise<number> {
  const found = await client.query<{ exists: boolean }>(
    "SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS exists",
  )
  if (!found.rows[0]?.exists) return 0
  const { rows } = await client.query<{ latest: string | null }>(
    'SELECT max(created_at) AS latest FROM drizzle.__drizzle_migrations',
  )
  return Number(rows[0]?.latest ?? 0)
}
