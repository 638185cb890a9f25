import type { Db } from '~~/server/db'
import { keyText, PAGE, readPage, readRow, type Row, type Table } from './tables'

/** A row with columns that cannot be read, because the database file is damaged. */
export interface DamagedRow {
  table: string
  /**
   * The primary key of the row. If keys cannot be read either, it is `after …` with the last key that was
   * read.
   */
  id: string
  /** The name of the column that was left empty; null if the whole row was left out. */
  column: string | null
}

/** Describes a damaged row in a text. */
export const describeDamage = ({ table, id, column }: DamagedRow) =>
  `${table} ${id}${column === null ? '' : ` (${column})`}`

/**
 * Reads all rows of a table in pages, in the order of the primary key, and does not stop at damaged rows. A
 * column that cannot be read becomes null if the schema allows null; otherwise the row is left out. Calls
 * `onDamaged` for each damaged row or column.
 */
export async function* readIntactRows(
  db: Db,
  table: Table,
  onDamaged: (row: DamagedRow) => void,
): AsyncGenerator<Row[]> {
  let last: Row | undefined
  for (;;) {
    const page = await readPage(db, table, table.columns, last).catch(nullIfDamaged)
    const { rows, keys } = page ? { rows: page, keys: page } : await readSingly(db, table, last, onDamaged)
    if (rows.length > 0) yield rows
    if (keys.length < PAGE) return
    last = keys.at(-1)
  }
}

/** Reads the rows of a page one by one, because at least one row of the page is damaged. */
async function readSingly(
  db: Db,
  table: Table,
  last: Row | undefined,
  onDamaged: (row: DamagedRow) => void,
): Promise<{ rows: Row[]; keys: Row[] }> {
  const keyColumns = Object.fromEntries(
    Object.entries(table.columns).filter(([property]) => table.key.includes(property)),
  )
  const keys = await readPage(db, table, keyColumns, last).catch(nullIfDamaged)
  if (!keys) {
    onDamaged({ table: table.name, id: last ? `after ${keyText(table, last)}` : 'all', column: null })
    return { rows: [], keys: [] }
  }
  const rows: Row[] = []
  for (const key of keys) {
    const row = await readRow(db, table, table.columns, key).catch(nullIfDamaged)
    const sound = row === null ? await readColumns(db, table, key, onDamaged) : row
    if (sound) rows.push(sound)
  }
  return { rows, keys }
}

/** Reads the columns of a row one by one. Returns null if a required column cannot be read. */
async function readColumns(
  db: Db,
  table: Table,
  key: Row,
  onDamaged: (row: DamagedRow) => void,
): Promise<Row | null> {
  const damaged = (column: string | null) => onDamaged({ table: table.name, id: keyText(table, key), column })
  const row: Row = {}
  const empty: string[] = []
  for (const [property, column] of Object.entries(table.columns)) {
    const found = await readRow(db, table, { [property]: column }, key).catch(nullIfDamaged)
    row[property] = found?.[property] ?? null
    if (found) continue
    if (column.notNull) {
      damaged(null)
      return null
    }
    empty.push(column.name)
  }
  for (const name of empty) damaged(name)
  return row
}

/** For use in `catch`: returns null if the stored bytes of a row caused the error. Throws any other error. */
function nullIfDamaged(error: unknown): null {
  for (let each = error; each instanceof Error; each = each.cause) {
    const code = 'code' in each ? String(each.code) : ''
    // Invalid JSON in a JSON column causes a SyntaxError.
    if (each instanceof SyntaxError || /^SQLITE_(?:CORRUPT|IOERR)/.test(code)) return null
  }
  throw error
}
