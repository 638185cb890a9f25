import type { Db } from '~~/server/db'
import type { Migrations } from '~~/server/db/engine'
import { NewerSchemaError, schemaState } from '~~/server/db/migrations'
import { OperateError } from '../fault'
import type { Table } from './tables'

/**
 * A connection to a database that will be filled. It has the operations that differ between the two kinds of
 * databases.
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
  /** The time of the last applied migration; 0 if there is none. */
  migratedAt: number
  hasTables: boolean
}

/**
 * Throws unless a database is without tables or has the tables of the present schema, so that databases of
 * other applications are never changed. Throws NewerSchemaError or an OperateError.
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
