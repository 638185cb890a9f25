import type { DatabaseAddress } from '~~/server/db/dialect'
import type { Migrations } from '~~/server/db/engine'
import { DatabaseInUseError } from '~~/server/db/sqlite/lock'
import { startFault } from '~~/server/db/start-fault'
import { OperateError } from '../fault'
import { sumOf, type TableSum } from './portable'
import { openSqliteTarget } from './sqlite-target'
import { countRows, tablesOf, type Row, type Table } from './tables'
import type { TargetSession } from './target-session'

/** A database without rows that gets all of them in one transaction. */
export interface Target {
  tables: Table[]
  /** Returns the name of a table with rows; null for an empty database. */
  filledTable: () => Promise<string | null>
  /** Returns the sums of all tables. */
  sums: () => Promise<Record<string, TableSum>>
  /**
   * Runs a function in one transaction, in which no other connection writes. Its changes are not visible
   * before it resolves; nothing remains if it throws.
   */
  transaction: (run: (insert: Insert) => Promise<void>) => Promise<void>
  close: () => Promise<void>
}

/** Inserts rows of one table. */
export type Insert = (table: Table, rows: Row[]) => Promise<void>

/**
 * Opens a database to fill it, with the schema of this version: creates the tables if there are none. Throws
 * a SettingsError or an OperateError that names the setting, also for a database with other tables or an
 * older schema.
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
        // Checked again: others may have written since the first check.
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

/** Returns the row with U+0000, the one character that PostgreSQL cannot store; null if there is none. */
function unstorableRow({ name, key }: Table, rows: Row[]): string | null {
  const hasNul = (value: unknown) => typeof value === 'string' && value.includes('\0')
  const row = rows.find(each => Object.values(each).some(hasNul))
  if (!row) return null
  const id = key.map(property => String(row[property])).join(', ')
  return `PostgreSQL does not store the character U+0000, which the ${name} ${id} has; remove it there`
}

/** Returns the instruction for an SQLite database that a server or another command uses. */
export function inUse(address: DatabaseAddress, setting: string): string {
  const name = address.dialect === 'sqlite' ? address.file : 'the database'
  return `${setting}: a server uses ${name}; stop it, then run the command again`
}

/** Returns the error for a database with rows. */
export function notEmpty(setting: string, table: string): OperateError {
  return new OperateError(`${setting}: the database is not empty (table ${table}); name an empty one`)
}
