import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect } from 'vitest'
import { allRows, type TestDatabase } from './database'

/**
 * Returns a function that expects every row of a server's database to be the same as now. On SQLite, this
 * function reads the rows only if something was committed since, because reading thousands of rows takes
 * longer than the tested call.
 */
export async function watchRows(server: TestDatabase): Promise<() => Promise<void>> {
  if (server.databaseUrl === null) return watchFile(join(server.dataDir, 'exhibit.sqlite'))
  const before = await allRows(server)
  return async () => expect(await allRows(server)).toEqual(before)
}

function watchFile(file: string): () => Promise<void> {
  // The read transaction of this connection always sees the rows as they were at its first read
  // (https://sqlite.org/isolation.html).
  const before = new Database(file, { readonly: true })
  before.exec('BEGIN')
  const tables = tablesOf(before)
  const now = new Database(file, { readonly: true })
  const version = () => now.pragma('data_version', { simple: true })
  const first = version()
  return async () => {
    if (version() !== first)
      for (const table of tables) expect([table, rowsOf(now, table)]).toEqual([table, rowsOf(before, table)])
    before.close()
    now.close()
  }
}

const tablesOf = (connection: Database.Database) =>
  connection.prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'").all()

const rowsOf = (connection: Database.Database, { name }: { name: string }) =>
  connection.prepare(`SELECT * FROM "${name}"`).all()
