import { join } from 'node:path'
import Database from 'better-sqlite3'
import { query, withClient } from './deployment/postgres'
import type { TestServer } from './server'

/** A database of a server, which need not run. */
export type TestDatabase = Pick<TestServer, 'dataDir' | 'databaseUrl'>

/** A statement that both databases understand, with `?` for each value. Returns its rows. */
export async function runSql<Row extends object>(
  server: TestDatabase,
  text: string,
  values: (string | number)[] = [],
): Promise<Row[]> {
  if (server.databaseUrl !== null) {
    let index = 0
    return query<Row>(
      server.databaseUrl,
      text.replace(/\?/g, () => `$${(index += 1)}`),
      values,
    )
  }
  const file = new Database(join(server.dataDir, 'exhibit.sqlite'))
  try {
    const statement = file.prepare<(string | number)[], Row>(text)
    if (statement.reader) return statement.all(...values)
    statement.run(...values)
    return []
  } finally {
    file.close()
  }
}

/** Returns every row of every table. */
export async function allRows(server: TestDatabase): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {}
  if (server.databaseUrl === null) {
    const tables = await runSql<{ name: string }>(
      server,
      "SELECT name FROM sqlite_master WHERE type = 'table'",
    )
    for (const { name } of tables) rows[name] = await runSql(server, `SELECT * FROM "${name}"`)
    return rows
  }
  return withClient(server.databaseUrl, async client => {
    const tables = await client.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
    )
    for (const { name } of tables.rows) rows[name] = (await client.query(`SELECT * FROM "${name}"`)).rows
    return rows
  })
}

/** Returns the kinds of the audit events about a subject, oldest first. */
export async function eventKindsOf(server: TestServer, subjectId: string): Promise<string[]> {
  const text = 'SELECT kind FROM event WHERE subject_id = ? ORDER BY id'
  return (await runSql<{ kind: string }>(server, text, [subjectId])).map(each => each.kind)
}

/** Returns how many calls with an idempotency key are running. */
export async function runningCalls(server: TestServer): Promise<number> {
  const rows = await runSql<{ id: string }>(server, 'SELECT id FROM idempotency WHERE result IS NULL')
  return rows.length
}
