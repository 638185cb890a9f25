import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Dialect } from '~~/server/settings/dialect'
import { query } from '../deployment/postgres'
import { root } from '../paths'

/** The settings with which a server can open the databases of the dumps. */
export const dumpSettings = { AUTH_SECRET: 'the secret of the databases in tests/fixtures' }

/** Returns a dump of a database of the last version before the baseline of the migrations. */
const dumpOf = (dialect: Dialect) =>
  readFileSync(join(root, `tests/fixtures/databases/${dialect}.sql`), 'utf8')

/** Creates an SQLite file from the dump. */
export function loadSqliteDump(file: string): void {
  const connection = new Database(file)
  connection.exec(dumpOf('sqlite'))
  connection.close()
}

/** Fills an empty PostgreSQL database from the dump. */
export async function loadPostgresDump(url: string): Promise<void> {
  await query(url, dumpOf('postgres'))
}
