import { createHash } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import type { Db } from '../engine'
import { schema } from '../schema'
import { toQueryError, toUnavailable } from './errors'

/** The number of connections in each of the two pools of this node: one pool reads, the other one writes. */
const POOL_SIZE = 10
/**
 * The time limits for connecting and for a query, in milliseconds. Their sum is below 10 seconds, the time
 * within which a request must get a 503 response if the database does not respond.
 */
const CONNECT_MS = 4000
const QUERY_MS = 5000
/** The number of statements that are prepared on each connection. Other statements are planned each time. */
const MAX_STATEMENTS = 500

/** Runs a query: the only method of a `pg` client or pool that Drizzle uses. */
export type Query = (config: pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>

/** The options of every connection. The timeouts end a query if the database server does not respond. */
const connectionOptions = (url: string): pg.ClientConfig => ({
  connectionString: url,
  application_name: 'exhibit',
  connectionTimeoutMillis: CONNECT_MS,
  query_timeout: QUERY_MS,
  statement_timeout: QUERY_MS,
  keepAlive: true,
})

/** Opens a pool of connections. Read-only connections reject every change. */
export function createPool(url: string, { readonly }: { readonly: boolean }): pg.Pool {
  const pool = new pg.Pool({
    ...connectionOptions(url),
    max: POOL_SIZE,
    idleTimeoutMillis: 60_000,
    // If a node hangs during a transaction, the database server ends the transaction and releases its locks.
    // With `pipeline`, a statement is sent without waiting for the results of earlier ones.
    ...(!readonly && { idle_in_transaction_session_timeout: 2 * QUERY_MS, pipeline: true }),
    ...(readonly && { options: '-c default_transaction_read_only=on' }),
  })
  // Without these listeners, a connection that breaks between two queries would end the process. With them,
  // the next query fails or uses another connection.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}

/**
 * Opens a connection outside of the pools. Its queries have the time limit `queryMs`. Throws UnavailableError
 * if the database server is unavailable.
 */
export async function connect(url: string, queryMs = QUERY_MS): Promise<pg.Client> {
  const client = new pg.Client({
    ...connectionOptions(url),
    query_timeout: queryMs,
    statement_timeout: queryMs,
  })
  // Without a listener, a connection that breaks would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    throw toUnavailable(error)
  }
}

/** Takes a connection from a pool. Throws UnavailableError if the database server is unavailable. */
export async function acquireConnection(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw toUnavailable(error)
  }
}

/**
 * Returns a Drizzle handle for a `pg` client or pool. It prepares its queries, and converts errors with
 * {@link toQueryError}.
 */
export function createDb(on: { query: Query }): Db {
  const query: Query = async (config, values) => {
    try {
      return await on.query({ ...config, name: statementName(config.text) }, values)
    } catch (error) {
      throw toQueryError(error)
    }
  }
  // The cast is safe, because queries have the same types for both databases: see Kit.
  return drizzle({ query } as unknown as pg.Pool, { schema }) as unknown as Db
}

const names = new Map<string, string>()
/** SQL texts that were recently run for the first time. They have no statement name yet. */
const unnamed = new LRUCache<string, true>({ max: MAX_STATEMENTS })

/**
 * Returns the name under which a statement is prepared; undefined if the text has no name. A text gets its
 * name when it is run for the second time, unless {@link MAX_STATEMENTS} texts have a name already. Texts
 * that are run only once get no name, since a query with a list has a different text for each length of the
 * list, and these texts would use up the names.
 */
function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MAX_STATEMENTS) return known
  if (!unnamed.has(text)) {
    unnamed.set(text, true)
    return undefined
  }
  unnamed.delete(text)
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  names.set(text, name)
  return name
}
