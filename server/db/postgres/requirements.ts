import type pg from 'pg'
import { connect } from './connections'

/** The oldest supported version, PostgreSQL 15, in the format of `server_version_num`. */
const OLDEST_VERSION = 150_000

/** Thrown if Exhibit cannot use a database server. The message names the reason and the remedy. */
export class UnsupportedServerError extends Error {
  override name = 'UnsupportedServerError'
}

/**
 * Throws UnsupportedServerError if the server is too old, if the tables would be in another schema than
 * `public`, or if a pooler lets several connections share a session.
 */
export async function assertSupported(client: pg.Client, url: string): Promise<void> {
  const { rows } = await client.query<{ number: string; version: string; schema: string | null }>(
    "SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS version, " +
      'current_schema() AS schema',
  )
  const { number, version, schema } = rows[0] ?? { number: 0, version: 'of unknown version', schema: null }
  if (Number(number) < OLDEST_VERSION)
    throw new UnsupportedServerError(`PostgreSQL ${version} is too old; use version 15 or newer`)
  assertPublic(new URL(url).searchParams.get('schema') ?? schema)
  await assertOwnSessions(client, url)
}

/**
 * Throws UnsupportedServerError if the connection uses another schema than `public`, because the migrations
 * name this schema, for example in foreign keys.
 */
function assertPublic(schema: string | null): void {
  if (schema === 'public') return
  const used = schema === null ? 'no schema' : `the schema ${schema}`
  throw new UnsupportedServerError(
    `the connection uses ${used}, but Exhibit needs public; ` +
      'remove schema and search_path from the address and the user, or use a separate database',
  )
}

/**
 * Throws if two connections share a session, or if one connection gets several sessions. A pooler in
 * transaction mode causes this. Locks, prepared statements and LISTEN would then belong to random requests.
 */
async function assertOwnSessions(client: pg.Client, url: string): Promise<void> {
  const other = await connect(url)
  try {
    const sessions = new Set<string>()
    // This order detects a pooler that assigns the last used session, and a pooler that assigns the sessions
    // in turn.
    for (const each of [client, client, other, other, client, other])
      sessions.add(`${each === client} ${await sessionOf(each)}`)
    const ids = new Set([...sessions].map(each => each.split(' ')[1]))
    if (sessions.size === 2 && ids.size === 2) return
  } finally {
    await other.end().catch(() => {})
  }
  throw new UnsupportedServerError(POOLED)
}

/** Returns the process id of the session that runs the statements of a connection. */
async function sessionOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: number }>('SELECT pg_backend_pid() AS id')
  return String(rows[0]?.id)
}

/** The instruction for a pooler that Exhibit cannot use. */
export const POOLED =
  'a pooler shares the sessions of PostgreSQL between connections (PgBouncer: pool_mode = transaction); ' +
  'connect to PostgreSQL itself, or set pool_mode = session'
