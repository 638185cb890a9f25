import type { Db } from '~~/server/db'
import type { Migrations } from '~~/server/db/engine'
import { NewerSchemaError, schemaState } from '~~/server/db/migrations'
import { OperateError } from '../fault'
import type { Table } from './tables'

/**
 * A connection to a database into which a command will insert rows. It has the operations that differ between
 * SQLite and PostgreSQL.
 */
export interface TargetSession {
  db: Db
  /** Begins a transaction. No other connection can write to the tables until it ends. */
  begin: (tables: Table[]) => Promise<void>
  commit: () => Promise<void>
  /** Rolls the transaction back. Does nothing if a failure has already ended it. */
  rollback: () => Promise<void>
  close: () => Promise<void>
}

interface State {
  /** The time of the last applied migration, in epoch milliseconds; 0 if there is none. */
  migratedAt: number
  hasTables: boolean
}

/**
 * Throws NewerSchemaError or an OperateError, unless a database has no tables or has the tables of this
 * version's schema. So a command never changes the database of another application.
 */
export function assertUsable(
  setting: string,
  migrations: Migrations,
  { migratedAt, hasTables }: State,
): void {
  const state = schemaState(migrations, migratedAt)
  if (state === 'newer') throw new NewerSchemaError()
  if (migratedAt === 0 && hasTables)
    throw new OperateError(`${setting}: the database has tables of another application; name an empty one`)
  if (migratedAt > 0 && state !== 'current')
    throw new OperateError(`${setting}: an older version of Exhibit used this database; name an empty one`)
}
