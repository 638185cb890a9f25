import type { DatabaseAddress } from '~~/server/settings/dialect'
import type { Migrations } from '~~/server/db/engine'
import { DatabaseInUseError } from '~~/server/db/sqlite/lock'
import { startFault } from '~~/server/db/start-fault'
import { OperateError } from '../fault'
import { sumOf, type TableSum } from './portable'
import { openSqliteTarget } from './sqlite-target'
import { countRows, tablesOf, type Row, type Table } from './tables'
import type { TargetSession } from './target-session'

/** A database without rows, into which a command inserts all rows in one transaction. */
export interface Target {
  tables: Table[]
  /** Returns the name of a table that contains rows; null if the database is empty. */
  filledTable: () => Promise<string | null>
  /** Returns the row count and checksum of each table. */
  sums: () => Promise<Record<string, TableSum>>
  /**
   * Runs a function in a transaction. While it runs, no other connection can write, and other connections do
   * not see its changes. If the function throws, all its changes are rolled back.
   */
  transaction: (run: (insert: Insert) => Promise<void>) => Promise<void>
  close: () => Promise<void>
}

/** Inserts rows into a table. */
export type Insert = (table: Table, rows: Row[]) => Promise<void>

/**
 * Opens a database into which a command will insert rows. If the database has no tables, creates the tables
 * of this version. Throws a SettingsError or an OperateError with the name of the setting, for example if the
 * database has other tables or an older schema.
 */
export async function openTarget(
  address: DatabaseAddress,
  setting: string,
  migrations: Record<DatabaseAddress['dialect'], Migrations>,
): Promise<Target> {
  const open = async (): Promise<TargetSession> => {
    if (address.dialect === 'sqlite') return openSqliteTarget(address.file, setting, migrations.sqlite)
    const { openPostgresTarget } = await import('./postgres-target')
    return openPostgresTarget(address.url, setting, migrations.postgres)
  }
  const session = await open().catch((error: unknown) => {
    if (error instanceof DatabaseInUseError) throw new OperateError(inUse(address, setting))
    throw startFault(error, address, setting) ?? error
  })
  const tables = tablesOf(address.dialect)
  const insert: Insert = async (table, rows) => {
    if (rows.length === 0) return
    try {
      await session.db.insert(table.table).values(rows)
    } catch (error) {
      const unstorable = unstorableRow(table, rows)
      if (address.dialect !== 'postgres' || unstorable === null) throw error
      throw new OperateError(`${setting}: ${unstorable}`)
    }
  }
  const filledTable: Target['filledTable'] = async () => {
    for (const table of tables) if ((await countRows(session.db, table)) > 0) return table.name
    return null
  }
  return {
    tables,
    filledTable,
    async sums() {
      const sums: Record<string, TableSum> = {}
      for (const table of tables) sums[table.name] = await sumOf(session.db, table)
      return sums
    },
    async transaction(run) {
      await session.begin(tables)
      try {
        // Checks again that the database is empty, because another connection may have inserted rows after
        // the first check.
        const filled = await filledTable()
        if (filled !== null) throw notEmpty(setting, filled)
        await run(insert)
        await session.commit()
      } catch (error) {
        await session.rollback()
        throw error
      }
    },
    close: session.close,
  }
}

/**
 * Returns a message that names a row with U+0000, the one character that PostgreSQL cannot store. Returns
 * null if no row contains it.
 */
function unstorableRow({ name, key }: Table, rows: Row[]): string | null {
  const hasNul = (value: unknown) => typeof value === 'string' && value.includes('\0')
  const row = rows.find(each => Object.values(each).some(hasNul))
  if (!row) return null
  const id = key.map(property => String(row[property])).join(', ')
  return `PostgreSQL does not store the character U+0000, which the ${name} ${id} has; remove it there`
}

/** Returns the error message for a database that a server or another command is using. */
export function inUse(address: DatabaseAddress, setting: string): string {
  const name = address.dialect === 'sqlite' ? address.file : 'the database'
  return `${setting}: a server uses ${name}; stop it, then run the command again`
}

/** Returns the error for a database that is not empty. */
export function notEmpty(setting: string, table: string): OperateError {
  return new OperateError(`${setting}: the database is not empty (table ${table}); name an empty one`)
}
