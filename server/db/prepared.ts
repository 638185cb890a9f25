import { getTableColumns, sql, type SQL, type Table } from 'drizzle-orm'
import type { Db } from './engine'
import { mapRowsByPlan } from './map-rows'

/**
 * Returns a function that gives the queries of a connection, built and prepared at its first use of each:
 * building a query takes ten times as long as running it. `build` ends each query in `.prepare()`, with
 * `sql.placeholder` for the values.
 *
 * A placeholder for a column of its own type, such as a time, is `sql.param(sql.placeholder('at'), column)`.
 */
export function prepared<Queries>(build: (executor: Db) => Queries): (executor: Db) => Queries {
  const known = new WeakMap<Db, Queries>()
  return executor => {
    const found = known.get(executor)
    if (found !== undefined) return found
    const queries = build(executor)
    mapRowsByPlan(queries)
    known.set(executor, queries)
    return queries
  }
}

type SchemaTable = Parameters<Db['insert']>[0]

/** Returns a function that inserts a row, all columns of which it is given, by a prepared statement. */
export function preparedInsert<T extends SchemaTable>(
  table: T,
): (executor: Db, row: T['$inferSelect']) => Promise<void> {
  const columns = Object.entries(getTableColumns(table as Table))
  const values = () =>
    Object.fromEntries(columns.map(([name]): [string, SQL] => [name, sql`${sql.placeholder(name)}`]))
  const statement = prepared(executor =>
    executor
      .insert(table)
      .values(values() as T['$inferInsert'])
      .prepare(),
  )
  return async (executor, row) => {
    const given = row as Record<string, unknown>
    // Drizzle encodes the values of placeholders without regard for null.
    const encoded = columns.map(([name, column]) => {
      const value = given[name] ?? null
      return [name, value === null ? null : column.mapToDriverValue(value)]
    })
    await statement(executor).execute(Object.fromEntries(encoded) as Record<string, unknown>)
  }
}
