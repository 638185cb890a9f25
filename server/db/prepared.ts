import {
  Column,
  getTableColumns,
  is,
  sql,
  type Param,
  type Placeholder,
  type SQL,
  type Table,
} from 'drizzle-orm'
import type { Db } from './engine'
import { mapRowsByPlan } from './drizzle/map-rows'

/**
 * The names and types of the values of a query. A column declares that the value has the type of this column
 * and is encoded in the same way. `Number` declares a number that belongs to no column, such as a limit.
 */
export type Declared = Record<string, Column | NumberConstructor>

/** The values with which a query is executed. */
export type Values<D extends Declared> = {
  [Name in keyof D]: D[Name] extends Column ? D[Name]['_']['data'] : number
}

/** The placeholders that represent the values while a query is built. */
export type Placeholders<D extends Declared> = {
  [Name in keyof D]: D[Name] extends Column ? Param : Placeholder
}

/** A Drizzle query that is built but not prepared. */
interface Preparable<Result> {
  prepare: () => PreparedQuery<Result>
}

interface PreparedQuery<Result> {
  execute: (values: Record<string, unknown>) => Promise<Result>
}

/** Runs a query with its values, on a connection or in a transaction. */
type Run<Values, Result> = (executor: Db, values: Values) => Promise<Result>

/**
 * Returns a function that runs a query. The query is built and prepared at its first use on each connection:
 * building a query takes ten times as long as running it. `declared` contains the names and types of the
 * values of the query. `build` gets a placeholder for each value:
 *
 * ```ts
 * const tokenOf = prepared({ hash: token.hash }, (executor, { hash }) =>
 *   executor.select().from(token).where(eq(token.hash, hash)),
 * )
 * const [row] = await tokenOf(db, { hash: sha256(secret) })
 * ```
 */
export function prepared<D extends Declared, Result>(
  declared: D,
  build: (executor: Db, values: Placeholders<D>) => Preparable<Result>,
): Run<Values<D>, Result> {
  const placeholders = placeholdersOf(declared)
  return preparedOnce(executor => build(executor, placeholders))
}

function preparedOnce<Result>(
  build: (executor: Db) => Preparable<Result>,
): Run<Record<string, unknown>, Result> {
  const known = new WeakMap<Db, PreparedQuery<Result>>()
  return (executor, values) => {
    const found = known.get(executor)
    if (found) return found.execute(values)
    const query = build(executor).prepare()
    mapRowsByPlan(query)
    known.set(executor, query)
    return query.execute(values)
  }
}

function placeholdersOf<D extends Declared>(declared: D): Placeholders<D> {
  const placeholders = Object.entries(declared).map(([name, type]) => {
    const placeholder = sql.placeholder(name)
    return [name, is(type, Column) ? sql.param(placeholder, type) : placeholder]
  })
  // The cast is safe, because `placeholders` has an entry for each name in `declared`.
  return Object.fromEntries(placeholders) as Placeholders<D>
}

/** The maximum number of ids in one query. */
const MAX_QUERY_IDS = 256

/** Returns a list of ids in parts, each of which fits into one query. */
export const idParts = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / MAX_QUERY_IDS) }, (_, part) =>
    ids.slice(part * MAX_QUERY_IDS, (part + 1) * MAX_QUERY_IDS),
  )

/**
 * Returns a function that runs a query, like {@link prepared}. One value of the query is a non-empty list of
 * ids. A separate query is prepared for lists of at most 1, 2, 4, 8 … ids. `build` gets the placeholders of
 * the ids for `inArray`.
 */
export function preparedForIds<D extends Declared, Result>(
  declared: D,
  build: (executor: Db, values: Placeholders<D> & { ids: Placeholder[] }) => Preparable<Result>,
): Run<Values<D> & { ids: readonly string[] }, Result> {
  const placeholders = placeholdersOf(declared)
  const bySize = new Map<number, Run<Record<string, unknown>, Result>>()
  return (executor, { ids, ...values }) => {
    const size = 2 ** Math.ceil(Math.log2(ids.length))
    const names = Array.from({ length: size }, (_, i) => `id${i}`)
    const run =
      bySize.get(size) ??
      preparedOnce(each => build(each, { ...placeholders, ids: names.map(name => sql.placeholder(name)) }))
    bySize.set(size, run)
    // Unused placeholders repeat the first id. A repeated id does not select its rows twice.
    const ofNames = Object.fromEntries(names.map((name, i) => [name, ids[i] ?? ids[0]]))
    return run(executor, { ...values, ...ofNames })
  }
}

type SchemaTable = Parameters<Db['insert']>[0]

/**
 * Returns a function that inserts a row with a prepared statement. The row must contain all columns, except
 * the columns that the statement computes. `computed` returns the SQL of these columns. It gets a function
 * that returns the SQL for the value of another column.
 */
export function preparedInsert<
  T extends SchemaTable,
  Computed extends keyof T['$inferSelect'] & string = never,
>(
  table: T,
  computed?: (valueOf: (column: keyof T['$inferSelect'] & string) => SQL) => Record<Computed, SQL>,
): (executor: Db, row: Omit<T['$inferSelect'], Computed>) => Promise<unknown> {
  const columns: Record<string, Column> = getTableColumns(table as Table)
  const valueOf = (name: string) => {
    // Null is not encoded here: Drizzle calls the encoder of a placeholder even if the value is null.
    const mapToDriverValue = (value: unknown) =>
      value === null ? null : columns[name]?.mapToDriverValue(value)
    return sql`${sql.param(sql.placeholder(name), { mapToDriverValue })}`
  }
  const values: Record<string, SQL> = {
    ...Object.fromEntries(Object.keys(columns).map(name => [name, valueOf(name)])),
    ...computed?.(valueOf),
  }
  const insert = preparedOnce(executor => executor.insert(table).values(values as T['$inferInsert']))
  return (executor, row) => insert(executor, row)
}
