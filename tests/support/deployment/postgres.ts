import { randomBytes } from 'node:crypto'
import pg from 'pg'

/**
 * Creates a database on the server of a URL: an empty one, or a copy of `template`, to which nothing may be
 * connected. Returns the URL of the new database.
 */
export async function createDatabase(url: string, template?: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await query(url, `CREATE DATABASE ${name}${template ? ` TEMPLATE ${nameOf(template)}` : ''}`)
  return url.replace(/[^/]*$/, name)
}

const nameOf = (database: string) => new URL(database).pathname.slice(1)

/** Deletes a database that {@link createDatabase} created, and ends its connections. */
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

/** Runs a function with a connection, and closes the connection afterwards. */
export async function withClient<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}
