import { join } from 'node:path'
import { OperateError } from '../fault'
import { createTableSum, toLine, toRow, type TableSum } from '../instance/portable'
import type { Snapshot } from '../instance/snapshot'
import { PAGE, readRows, type Row, type Table } from '../instance/tables'
import type { Progress } from '../progress'
import { formatCount } from '../format'
import { createLineWriter, readLines } from './lines'

/** Writes all rows of a snapshot to a file, each as `{"table":…,"row":…}` on a line. Returns its sums. */
export async function writeRows(snapshot: Snapshot, path: string, progress: Progress) {
  const file = createLineWriter(path)
  const tables: Record<string, TableSum> = {}
  let written = 0
  for (const table of snapshot.tables) {
    const sum = createTableSum()
    const name = JSON.stringify(table.name)
    for await (const rows of readRows(snapshot.db, table)) {
      const lines = rows.map(toLine)
      for (const line of lines) sum.add(line)
      await file.write(lines.map(line => `{"table":${name},"row":${line}}`))
      written += rows.length
      progress.update(`database: ${formatCount(written, 'row')} (${table.name})`)
    }
    tables[table.name] = sum.end()
  }
  return { ...(await file.end()), tables, rows: written }
}

/** A page of rows of one table. */
interface Page {
  table: Table
  rows: Row[]
}

/** Yields the rows of such a file in pages, in its order. Throws an OperateError for a damaged line. */
export async function* readPages(folder: string, file: string, tables: Table[]): AsyncGenerator<Page> {
  const path = join(folder, file)
  const byName = new Map(tables.map(table => [table.name, table]))
  let page: Page | undefined
  for await (const line of readLines(path)) {
    const { table: name, row } = parse(line, path)
    const table = byName.get(name)
    if (!table) throw new OperateError(`${path} has an unknown table ${name}; use another backup`)
    if (page && (page.table !== table || page.rows.length >= PAGE)) {
      yield page
      page = undefined
    }
    page ??= { table, rows: [] }
    page.rows.push(toRow(table, row))
  }
  if (page) yield page
}

function parse(line: string, path: string): { table: string; row: Row } {
  try {
    return JSON.parse(line) as { table: string; row: Row }
  } catch {
    throw new OperateError(`${path} is damaged; use another backup`)
  }
}
