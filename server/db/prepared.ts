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

/** The placeholders of a list of ids, for `inArray`. */
type IdPlaceholders = ReturnType<typeof sql.placeholder>[]

/**
 * Like {@link prepared}, for queries of a list of ids, which is not empty: each is prepared for lists of 1,
 * 2, 4, 8 … ids. Returns the queries, and the values to execute them with.
 */
export function preparedForIds<Queries>(build: (executor: Db, ids: IdPlaceholders) => Queries) {
  const bySize = new Map<number, (executor: Db) => Queries>()
  return (executor: Db, ids: readonly string[]): { queries: Queries; values: Record<string, unknown> } => {
    const size = 2 ** Math.ceil(Math.log2(ids.length))
    const names = Array.from({ length: size }, (_, i) => `id${i}`)
    const queriesOf =
      bySize.get(size) ??
      prepared(each =>
        build(
          each,
          names.map(name => sql.placeholder(name)),
        ),
      )
    bySize.set(size, queriesOf)
    // An id that is listed twice selects its rows once.
    const values = Object.fromEntries(names.map((name, i) => [name, ids[i] ?? ids[0]]))
    return { queries: queriesOf(executor), values }
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
