import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import { getTableConfig as postgresConfig, type PgTable } from 'drizzle-orm/pg-core'
import { getTableConfig as sqliteConfig, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from '~~/server/db'
import type { Dialect } from '~~/server/db/dialect'
import { postgresKit } from '~~/server/db/postgres/kit'
import { defineSchema } from '~~/server/db/tables'
import { sqliteKit } from '~~/server/db/tables/kit'

/** A row by the property names of the schema. Both databases return the same values. */
export type Row = Record<string, unknown>

/** A table of the schema in one of the databases. */
export interface Table {
  /** Its name in the database. */
  name: string
  table: SQLiteTable
  columns: Record<string, SQLiteColumn>
  /** The properties of its primary key. */
  key: string[]
}

/** The most rows that are in memory at once. */
export const PAGE = 500

/**
 * Returns the tables of a database, each after those that it refers to. The counts of rate limits are not
 * among them.
 */
export function tablesOf(dialect: Dialect): Table[] {
  const schema = defineSchema(dialect === 'postgres' ? postgresKit : sqliteKit)
  return Object.values(schema).map((table): Table => {
    const config = dialect === 'postgres' ? postgresConfig(table as unknown as PgTable) : sqliteConfig(table)
    const columns = getTableColumns<SQLiteTable>(table)
    const inKey = new Set([
      ...config.columns.filter(column => column.primary).map(column => column.name),
      ...config.primaryKeys.flatMap(each => each.columns.map(column => column.name)),
    ])
    const key = Object.keys(columns).filter(property => inKey.has(columns[property]?.name ?? ''))
    return { name: config.name, table, columns, key }
  })
}

/**
 * Reads all rows of a table in pages, in the order of its primary key, which is the same in both databases:
 * texts are compared by their bytes.
 */
export async function* readRows(db: Db, { table, columns, key }: Table): AsyncGenerator<Row[]> {
  const keyColumns = key.map(property => columns[property]).filter(column => column !== undefined)
  let last: Row | undefined
  for (;;) {
    const rows: Row[] = await db
      .select()
      .from(table)
      .where(
        last &&
          isAfter(
            keyColumns,
            key.map(property => last?.[property]),
          ),
      )
      .orderBy(...keyColumns)
      .limit(PAGE)
    if (rows.length > 0) yield rows
    if (rows.length < PAGE) return
    last = rows.at(-1)
  }
}

function isAfter(columns: SQLiteColumn[], values: unknown[]): SQL {
  const list = (parts: (SQLiteColumn | SQL)[]) => sql.join(parts, sql`, `)
  const parameters = columns.map((column, index) => sql`${sql.param(values[index], column)}`)
  return sql`(${list(columns)}) > (${list(parameters)})`
}

/** Returns how many rows a table has. */
export async function countRows(db: Db, { table }: Table): Promise<number> {
  const [row] = await db.select({ count: sql<number | string>`count(*)` }).from(table)
  return Number(row?.count ?? 0)
}
