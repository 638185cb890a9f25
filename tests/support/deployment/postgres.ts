import { randomBytes } from 'node:crypto'
import pg from 'pg'

/**
 * Creates a database on the server of an address: an empty one, or a copy of `template`, which nothing may be
 * connected to. Returns the address of the new one.
 */
export async function createDatabase(url: string, template?: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await query(url, `CREATE DATABASE ${name}${template ? ` TEMPLATE ${nameOf(template)}` : ''}`)
  return url.replace(/[^/]*$/, name)
}

const nameOf = (database: string) => new URL(database).pathname.slice(1)

/** Deletes a database that {@link createDatabase} made, and ends its connections. */
export async function dropDatabase(url: string, database: string): Promise<void> {
  await query(url, `DROP DATABASE IF EXISTS ${nameOf(database)} WITH (FORCE)`)
}

/** Runs one statement on a database. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return withClient(url, async client => (await client.query<Row>(text, values)).rows)
}

/** Runs a function with a connection, which ends with it. */
export async function withClient<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}
