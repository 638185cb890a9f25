import { dirname } from 'node:path'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import type { Db } from '~~/server/db'
import type { Migrations } from '~~/server/db/engine'
import { schema } from '~~/server/db/schema'
import { lockDatabase } from '~~/server/db/sqlite/lock'
import { applyMigrations, lastAppliedAt } from '~~/server/db/sqlite/migrate'
import { connectSqlite } from '~~/server/db/sqlite/open'
import { assertWritableFolder } from '~~/server/settings/writable-folder'
import { assertUsable, type TargetSession } from './target-session'

/**
 * Opens an SQLite file into which a command will insert rows. No server can open the file at the same time.
 * Throws DatabaseInUseError if a server or another command is using the file.
 */
export async function openSqliteTarget(
  file: string,
  setting: string,
  migrations: Migrations,
): Promise<TargetSession> {
  assertWritableFolder(setting, dirname(file))
  const closers = [lockDatabase(file)]
  const close = () => closers.forEach(each => each())
  try {
    const connection = connectSqlite(file, { readonly: false })
    closers.unshift(() => connection.close())
    const hasTables = connection.prepare('SELECT 1 FROM sqlite_master').get() !== undefined
    assertUsable(setting, migrations, { migratedAt: lastAppliedAt(connection), hasTables })
    await applyMigrations(connection, file, migrations)
    return {
      db: drizzle(connection, { schema }) as Db,
      begin: async () => void connection.exec('BEGIN IMMEDIATE'),
      commit: async () => void connection.exec('COMMIT'),
      async rollback() {
        // If the disk is full, SQLite has already rolled the transaction back.
        if (connection.inTransaction) connection.exec('ROLLBACK')
      },
      close: async () => close(),
    }
  } catch (error) {
    close()
    throw error
  }
}
