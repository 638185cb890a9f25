import type { Migrations, Notice, OpenDatabase } from '../engine'
import { createDb, createPool } from './connections'
import { withAdvisoryLock } from './locks'
import { applyMigrations } from './migrate'
import { createNodeMessages } from './node-messages'
import { createRateLimiter } from './rate-limits'
import { createLockingWrite } from './write'

/**
 * Opens a PostgreSQL database with one pool of connections for reading and one for writing. Applies pending
 * migrations first.
 */
export async function openPostgres(
  url: string,
  migrations: Migrations,
  notice: Notice = () => {},
): Promise<OpenDatabase> {
  await applyMigrations(url, migrations, notice)
  const reading = createPool(url, { readonly: true })
  const writing = createPool(url, { readonly: false })
  const nodeMessages = createNodeMessages(url, writing)
  return {
    db: createDb(reading),
    write: createLockingWrite(writing),
    // No disk space is reserved, because the database server stores the data on its own disk.
    reserve: { allocate: async () => {}, release: async () => false, use: run => run() },
    async checkWritable() {
      const { rows } = await writing.query<{ readonly: string }>(
        "select current_setting('transaction_read_only') as readonly",
      )
      if (rows[0]?.readonly === 'on') throw new Error('The database is read-only: it may be a standby.')
    },
    // PostgreSQL makes unused space available again by itself.
    compact: async () => {},
    async size() {
      const { rows } = await reading.query<{ size: string }>(
        'SELECT pg_database_size(current_database()) AS size',
      )
      return Number(rows[0]?.size ?? 0)
    },
    connections: () => ({
      used: reading.totalCount - reading.idleCount + writing.totalCount - writing.idleCount,
      waiting: reading.waitingCount + writing.waitingCount,
    }),
    runExclusive: (name, run) => withAdvisoryLock(url, name, run),
    nodeMessages,
    createRateLimiter: options => createRateLimiter(writing, options),
    async close() {
      nodeMessages.stop()
      await Promise.all([reading.end(), writing.end()])
    },
  }
}
