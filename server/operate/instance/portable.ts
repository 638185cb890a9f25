import { createHash } from 'node:crypto'
import type { Db } from '~~/server/db'
import { readRows, type Row, type Table } from './tables'

/**
 * The row count of a table, and a checksum of its rows: the SHA-256 (hex) of their lines in the order of the
 * primary key.
 */
export interface TableSum {
  rows: number
  sha256: string
}

/**
 * Returns a row as a line of JSON. SQLite and PostgreSQL rows have the same line: the properties have the
 * order of the schema, and times are numbers or in ISO 8601.
 */
export const toLine = (row: Row) => JSON.stringify(row)

/** Converts a value that was parsed from a line of {@link toLine} to a row. */
export function toRow({ columns }: Table, value: Row): Row {
  const entries = Object.entries(value).map(([property, each]) => {
    const isDate = columns[property]?.dataType === 'date' && typeof each === 'string'
    return [property, isDate ? new Date(each) : each]
  })
  return Object.fromEntries(entries) as Row
}

/** Returns the total number of rows of all tables. */
export const totalRows = (sums: Record<string, TableSum>): number =>
  Object.values(sums).reduce((total, { rows }) => total + rows, 0)

/**
 * Creates an object that computes the {@link TableSum} of a table while the rows of the table are added to
 * it.
 */
export function createTableSum() {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(line: string): void {
      hash.update(line).update('\n')
      rows += 1
    },
    end: (): TableSum => ({ rows, sha256: hash.digest('hex') }),
  }
}

/** Reads a table and returns its {@link TableSum}. */
export async function sumOf(db: Db, table: Table): Promise<TableSum> {
  const sum = createTableSum()
  for await (const rows of readRows(db, table)) for (const row of rows) sum.add(toLine(row))
  return sum.end()
}

/**
 * Returns the names of the tables whose row counts or checksums differ. A table that is only in one of the
 * two databases differs too.
 */
export function differingTables(some: Record<string, TableSum>, others: Record<string, TableSum>): string[] {
  const names = new Set([...Object.keys(some), ...Object.keys(others)])
  return [...names].filter(
    name => some[name]?.rows !== others[name]?.rows || some[name]?.sha256 !== others[name]?.sha256,
  )
}
