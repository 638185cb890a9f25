import type pg from 'pg'
import type { Db } from '~~/server/db'
import { connect, createDb } from '~~/server/db/postgres/connections'
import { lastAppliedAt } from '~~/server/db/postgres/migrate'
import { assertSupported } from '~~/server/db/postgres/requirements'

/**
 * The time limit of a statement, in milliseconds. It is long because a statement may read or write a whole
 * page of rows on a busy server.
 */
const QUERY_MS = 10 * 60_000

/** A connection to PostgreSQL, with a Drizzle handle that uses it. */
export interface Session {
  client: pg.Client
  db: Db
  /** Returns the time of the last migration that was applied; 0 if none was applied. */
  migratedAt: () => Promise<number>
  close: () => Promise<void>
}

/**
 * Connects to a PostgreSQL server. Throws UnsupportedServerError if Exhibit cannot use the server, and
 * UnavailableError if the server does not respond.
 */
export async function openSession(url: string): Promise<Session> {
  const client = await connect(url, QUERY_MS)
  const close = () => client.end().catch(() => {})
  try {
    await assertSupported(client, url)
  } catch (error) {
    await close()
    throw error
  }
  return { client, db: createDb(client), migratedAt: () => lastAppliedAt(client), close }
}
