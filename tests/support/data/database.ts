import { join } from 'node:path'
import Database from 'better-sqlite3'
import { withClient } from '../deployment/postgres'
import type { TestServer } from '../server/server'

/** The database of a server. The server may be stopped. */
export type TestDatabase = Pick<TestServer, 'dataDir' | 'databaseUrl'>

type Read = <Row extends object>(text: string, values?: (string | number)[]) => Promise<Row[]>

/** Runs a function with a connection to a database, and closes the connection afterwards. */
async function withConnection<T>(
  { databaseUrl, dataDir }: TestDatabase,
  run: (read: Read) => Promise<T>,
): Promise<T> {
  if (databaseUrl !== null)
    return withClient(databaseUrl, client =>
      run(async <Row extends object>(text: string, values?: (string | number)[]) => {
        let index = 0
        return (
          await client.query<Row>(
            text.replace(/\?/g, () => `$${(index += 1)}`),
            values,
          )
        ).rows
      }),
    )
  const file = new Database(join(dataDir, 'exhibit.sqlite'))
  try {
    return await run(async <Row extends object>(text: string, values: (string | number)[] = []) => {
      const statement = file.prepare<(string | number)[], Row>(text)
      if (statement.reader) return statement.all(...values)
      statement.run(...values)
      return []
    })
  } finally {
    file.close()
  }
}

/** Runs a statement that SQLite and PostgreSQL understand, with `?` for each value. Returns the rows. */
export const runSql = <Row extends object>(
  server: TestDatabase,
  text: string,
  values?: (string | number)[],
): Promise<Row[]> => withConnection(server, read => read<Row>(text, values))

/** Returns every row of every table. */
export const allRows = (server: TestDatabase): Promise<Record<string, unknown[]>> =>
  withConnection(server, async read => {
    const tables = await read<{ name: string }>(
      server.databaseUrl === null
        ? "SELECT name FROM sqlite_master WHERE type = 'table'"
        : "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
    )
    const rows: Record<string, unknown[]> = {}
    for (const { name } of tables) rows[name] = await read(`SELECT * FROM "${name}"`)
    return rows
  })

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
