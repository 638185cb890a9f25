import { OperateError } from '../fault'
import { formatCount } from '../format'
import { createTableSum, toLine, toRow, type TableSum } from '../instance/portable'
import type { Snapshot } from '../instance/snapshot'
import { readIntactRows, type DamagedRow } from '../instance/intact-rows'
import { keyText, PAGE, type Row, type Table } from '../instance/tables'
import type { Progress } from '../progress'
import { createLineWriter, readLines } from './lines'
import type { Readable } from 'node:stream'

/**
 * The file of rows in a backup: its size, its SHA-256, the row count and checksum of each table, and the rows
 * that could not be read.
 */
export interface WrittenRows {
  bytes: number
  sha256: string
  tables: Record<string, TableSum>
  damaged: DamagedRow[]
}

/**
 * Writes all rows of a snapshot to a file. Each line is `{"table":…,"row":…}`. A row that cannot be read is
 * left out, together with the rows that require it. Returns the data about the file, with the row count and
 * checksum of each table and the damaged rows.
 */
export async function writeRows(snapshot: Snapshot, path: string, progress: Progress): Promise<WrittenRows> {
  const file = createLineWriter(path)
  const tables: Record<string, TableSum> = {}
  const damaged: DamagedRow[] = []
  const omitted = createOmissions()
  let written = 0
  for (const table of snapshot.tables) {
    const sum = createTableSum()
    const name = JSON.stringify(table.name)
    const onDamaged = (row: DamagedRow) => {
      damaged.push(row)
      if (row.column === null) omitted.add(row.table, row.id)
    }
    for await (const rows of readIntactRows(snapshot.db, table, onDamaged)) {
      const lines = rows.flatMap(row => {
        const whole = omitted.without(table, row, onDamaged)
        return whole ? toLine(whole) : []
      })
      for (const line of lines) sum.add(line)
      await file.write(lines.map(line => `{"table":${name},"row":${line}}`))
      written += lines.length
      progress.update(`database: ${formatCount(written, 'row')} (${table.name})`)
    }
    tables[table.name] = sum.end()
  }
  return { ...(await file.end()), tables, damaged }
}

/** Records the keys of rows that were left out, so that other rows are written without references to them. */
function createOmissions() {
  const keys = new Map<string, Set<string>>()
  return {
    add(table: string, key: string): void {
      const ofTable = keys.get(table) ?? new Set()
      keys.set(table, ofTable.add(key))
    },
    /**
     * Returns a row without its references to rows that were left out. Returns null if the row requires such
     * a reference: then the row must be left out too.
     */
    without(table: Table, row: Row, onDamaged: (row: DamagedRow) => void): Row | null {
      if (keys.size === 0) return row
      let whole = row
      for (const { property, table: other } of table.references) {
        if (!keys.get(other)?.has(String(row[property]))) continue
        const column = table.columns[property]
        const isNeeded = column?.notNull || table.key.includes(property)
        const id = keyText(table, row)
        onDamaged({ table: table.name, id, column: isNeeded ? null : (column?.name ?? property) })
        if (isNeeded) return null
        whole = { ...whole, [property]: null }
      }
      return whole
    },
  }
}

/** A page of rows, all from one table. */
interface Page {
  table: Table
  rows: Row[]
}

/**
 * Reads a file of rows. Yields the rows in pages, in the order of the file. Throws an OperateError if a line
 * is damaged.
 */
export async function* readPages(name: string, bytes: Readable, tables: Table[]): AsyncGenerator<Page> {
  const byName = new Map(tables.map(table => [table.name, table]))
  let page: Page | undefined
  for await (const line of readLines(name, bytes)) {
    const { table: tableName, row } = parse(line, name)
    const table = byName.get(tableName)
    if (!table) throw new OperateError(`${name} has an unknown table ${tableName}; use another backup`)
    if (page && (page.table !== table || page.rows.length >= PAGE)) {
      yield page
      page = undefined
    }
    page ??= { table, rows: [] }
    page.rows.push(toRow(table, row))
  }
  if (page) yield page
}

function parse(line: string, name: string): { table: string; row: Row } {
  try {
    return JSON.parse(line) as { table: string; row: Row }
  } catch {
    throw new OperateError(`${name} is damaged; use another backup`)
  }
}
