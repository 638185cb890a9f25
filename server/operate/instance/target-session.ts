import type { Db } from '~~/server/db'
import type { Migrations } from '~~/server/db/engine'
import { NewerSchemaError, schemaState } from '~~/server/db/migrations'
import { OperateError } from '../fault'
import type { Table } from './tables'

/** A connection to a database that is filled, with the operations that differ between the databases. */
export interface TargetSession {
  db: Db
  /** Begins a transaction in which no other connection writes to the tables. */
  begin: (tables: Table[]) => Promise<void>
  commit: () => Promise<void>
  /** Rolls back; does nothing after a failure that ended the transaction. */
  rollback: () => Promise<void>
  close: () => Promise<void>
}

interface State {
  /** The time of the last migration; 0 without one. */
  migratedAt: number
  hasTables: boolean
}

/**
 * Throws unless a database has no tables or the tables of the present schema, so that other databases are
 * never changed. Throws NewerSchemaError too.
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
