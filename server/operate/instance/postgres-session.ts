import type pg from 'pg'
import type { Db } from '~~/server/db'
import { connect, createDb } from '~~/server/db/postgres/connections'
import { assertVersion, lastAppliedAt } from '~~/server/db/postgres/migrate'

/** The time limit of a statement, which may read or write a whole page of rows on a busy server. */
const QUERY_MS = 10 * 60_000

/** One connection, and a drizzle handle on it. */
export interface Session {
  client: pg.Client
  db: Db
  /** Returns the time of the last migration; 0 without one. */
  migratedAt: () => Promise<number>
  close: () => Promise<void>
}

/**
 * Connects to a PostgreSQL server. Throws OldServerError for a server that is too old, and UnavailableError.
 */
export async function openSession(url: string): Promise<Session> {
  const client = await connect(url, QUERY_MS)
  const close = () => client.end().catch(() => {})
  try {
    await assertVersion(client)
  } catch (error) {
    await close()
    throw error
  }
  return { client, db: createDb(client), migratedAt: () => lastAppliedAt(client), close }
}
