import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import type { Migrations, Notice } from '../engine'
import { migrationSteps, pendingMigrations, withMigrationsFolder } from '../migrations'
import { connect } from './connections'
import { dumpCommand } from './dump-command'
import { withAdvisoryLock } from './locks'
import { createRateLimitTable } from './rate-limits'
import { assertSupported } from './requirements'

/**
 * The time limit of each query in a migration, in milliseconds. It is long, because a query may rewrite a
 * large table.
 */
const MIGRATION_MS = 60 * 60_000

/**
 * Applies pending migrations, on one node at a time. Throws UnsupportedServerError, NewerSchemaError for a
 * database of a newer version of Exhibit, and OutdatedSchemaError for a database that is older than the first
 * migration.
 */
export async function applyMigrations(
  url: string,
  migrations: Migrations,
  notice: Notice = () => {},
): Promise<void> {
  const client = await connect(url, MIGRATION_MS)
  try {
    // The server is checked before the lock is taken: if a pooler shares sessions, the lock would stay locked
    // in a shared session.
    await assertSupported(client, url)
    await withAdvisoryLock(url, 'migrations', async () => {
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
    })
  } finally {
    await client.end()
  }
}

/**
 * Returns the time of the last applied migration, in epoch milliseconds as in the journal of the migrations;
 * 0 for a new database.
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
