import type { Migrations } from '~~/server/db/engine'
import { tryAdvisoryLock } from '~~/server/db/postgres/locks'
import { applyMigrations } from '~~/server/db/postgres/migrate'
import { OperateError } from '../fault'
import { openSession } from './postgres-session'
import { assertUsable, type TargetSession } from './target-session'

/**
 * Opens a PostgreSQL database into which a command will insert rows. Exhibit servers may be using the
 * database; their writes wait until the transaction of the command ends. Throws an OperateError if another
 * restore or move is using the database.
 */
export async function openPostgresTarget(
  url: string,
  setting: string,
  migrations: Migrations,
): Promise<TargetSession> {
  const { client, db, migratedAt, close } = await openSession(url)
  try {
    if (!(await tryAdvisoryLock(client, 'operate')))
      throw new OperateError(`${setting}: another restore or move works on this database; wait until it ends`)
    const { rows } = await client.query<{ tables: number }>(
      "SELECT count(*)::int AS tables FROM information_schema.tables WHERE table_schema = 'public'",
    )
    const hasTables = (rows[0]?.tables ?? 0) > 0
    assertUsable(setting, migrations, { migratedAt: await migratedAt(), hasTables })
    await applyMigrations(url, migrations)
  } catch (error) {
    await close()
    throw error
  }
  return {
    db,
    async begin(tables) {
      await client.query('BEGIN')
      const names = tables.map(({ name }) => `"${name}"`).join(', ')
      await client.query(`LOCK TABLE ${names} IN EXCLUSIVE MODE`)
    },
    commit: async () => void (await client.query('COMMIT')),
    rollback: async () => void (await client.query('ROLLBACK').catch(() => {})),
    close,
  }
}
