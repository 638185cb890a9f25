import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { TestServer } from './server'

/** Opens the database file of a server read-only, runs a function on it and closes it. */
export function readDatabase<T>(server: TestServer, read: (file: Database.Database) => T): T {
  const file = new Database(join(server.dataDir, 'exhibit.sqlite'), { readonly: true })
  try {
    return read(file)
  } finally {
    file.close()
  }
}

/** Copies the database of a running server to a file, as a backup does. */
export async function backUpDatabase(server: TestServer, target: string): Promise<void> {
  const file = new Database(join(server.dataDir, 'exhibit.sqlite'), { readonly: true })
  await file.backup(target)
  file.close()
}

/** Returns every row of every table. */
export function allRows(server: TestServer): Record<string, unknown[]> {
  return readDatabase(server, file => {
    const tables = file
      .prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
      .all()
    return Object.fromEntries(tables.map(({ name }) => [name, file.prepare(`SELECT * FROM "${name}"`).all()]))
  })
}

/** Returns the kinds of the audit events about a subject, oldest first. */
export function eventKindsOf(server: TestServer, subjectId: string): string[] {
  return readDatabase(server, file =>
    file
      .prepare<[string], { kind: string }>('SELECT kind FROM event WHERE subject_id = ? ORDER BY id')
      .all(subjectId)
      .map(each => each.kind),
  )
}

/** Returns how many calls with an idempotency key are running. */
export const runningCalls = (server: TestServer): number =>
  readDatabase(
    server,
    file =>
      file
        .prepare<[], { count: number }>('SELECT count(*) AS count FROM idempotency WHERE result IS NULL')
        .get()?.count ?? 0,
  )
