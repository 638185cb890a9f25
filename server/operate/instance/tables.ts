import { getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm'
import { getTableConfig as postgresConfig, type PgTable } from 'drizzle-orm/pg-core'
import { getTableConfig as sqliteConfig, type SQLiteColumn, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from '~~/server/db'
import type { Dialect } from '~~/server/settings/dialect'
import { postgresKit } from '~~/server/db/postgres/kit'
import { defineSchema } from '~~/server/db/tables'
import { sqliteKit } from '~~/server/db/tables/kit'

/**
 * A row as an object. Its properties have the names that the schema uses. The values are the same in SQLite
 * and PostgreSQL.
 */
export type Row = Record<string, unknown>

/** A table of the schema, as SQLite or PostgreSQL defines it. */
export interface Table {
  /** The name of the table in the SQL of the database. */
  name: string
  table: SQLiteTable
  columns: Record<string, SQLiteColumn>
  /** The names of the properties that form the primary key. */
  key: string[]
  /** The properties that are foreign keys. `table` is the name of the table to which the property refers. */
  references: { property: string; table: string }[]
}

/** The largest number of rows that are in memory at the same time. */
export const PAGE = 500

/**
 * Returns the tables of the schema, for SQLite or PostgreSQL. Each table comes after the tables to which it
 * refers. The table of rate limits is not included.
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
    const references = config.foreignKeys.flatMap(each => {
      const {
        columns: [column],
        foreignTable,
      } = each.reference()
      const property = Object.keys(columns).find(name => columns[name]?.name === column?.name)
      return property === undefined ? [] : [{ property, table: getTableName(foreignTable) }]
    })
    return { name: config.name, table, columns, key, references }
  })
}

/**
 * Reads all rows of a table in pages, in the order of the primary key. The order is the same in SQLite and
 * PostgreSQL, because texts are compared by their bytes.
 */
export async function* readRows(db: Db, table: Table): AsyncGenerator<Row[]> {
  let last: Row | undefined
  for (;;) {
    const rows = await readPage(db, table, table.columns, last)
    if (rows.length > 0) yield rows
    if (rows.length < PAGE) return
    last = rows.at(-1)
  }
}

/**
 * Reads one page of the rows that come after a given row; the page may be shorter. Reads only the given
 * columns.
 */
export async function readPage(
  db: Db,
  { table, columns, key }: Table,
  selected: Record<string, SQLiteColumn>,
  last: Row | undefined,
): Promise<Row[]> {
  const keyColumns = columnsOfKey({ columns, key })
  const values = key.map(property => last?.[property])
  const rows: Row[] = await db
    .select(selected)
    .from(table)
    .where(last && isAfter(keyColumns, values))
    .orderBy(...keyColumns)
    .limit(PAGE)
  return rows
}

const columnsOfKey = ({ columns, key }: Pick<Table, 'columns' | 'key'>) =>
  key.map(property => columns[property]).filter(column => column !== undefined)

/** Reads the given columns of one row; undefined if no row has this key. */
export async function readRow(
  db: Db,
  { table, columns, key }: Table,
  selected: Record<string, SQLiteColumn>,
  row: Row,
): Promise<Row | undefined> {
  const conditions = key.flatMap(property => {
    const column = columns[property]
    return column ? sql`${column} = ${sql.param(row[property], column)}` : []
  })
  const [found]: Row[] = await db
    .select(selected)
    .from(table)
    .where(sql.join(conditions, sql` and `))
  return found
}

/** Returns the primary key of a row as a text. */
export const keyText = ({ key }: Table, row: Row) => key.map(property => String(row[property])).join(' ')

function isAfter(columns: SQLiteColumn[], values: unknown[]): SQL {
  const list = (parts: (SQLiteColumn | SQL)[]) => sql.join(parts, sql`, `)
  const parameters = columns.map((column, index) => sql`${sql.param(values[index], column)}`)
  return sql`(${list(columns)}) > (${list(parameters)})`
}

/** Returns the number of rows in a table. */
export async function countRows(db: Db, { table }: Table): Promise<number> {
  const [row] = await db.select({ count: sql<number | string>`count(*)` }).from(table)
  return Number(row?.count ?? 0)
}
