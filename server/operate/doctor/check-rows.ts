import { listFirst } from '../backup/report'
import { formatCount } from '../format'
import type { Reader } from '../instance/reader'
import { describeDamage, readIntactRows } from '../instance/intact-rows'
import { keyText, type Row, type Table } from '../instance/tables'
import type { Progress } from '../progress'
import type { Finding } from './finding'

/**
 * Reads all rows and reports rows that cannot be read. Also reports texts that contain U+0000 or half of a
 * surrogate pair. Earlier versions accepted such texts, but PostgreSQL cannot store them, so the instance
 * cannot be moved to PostgreSQL.
 */
export async function checkRows({ db, tables }: Reader, progress: Progress): Promise<Finding[]> {
  const damaged: string[] = []
  const unstorable: string[] = []
  let read = 0
  for (const table of tables) {
    for await (const rows of readIntactRows(db, table, row => damaged.push(describeDamage(row)))) {
      for (const row of rows) unstorable.push(...unstorableTexts(table, row))
      read += rows.length
      progress.update(`rows: ${formatCount(read, 'row')} read (${table.name})`)
    }
  }
  return [
    damaged.length === 0
      ? { check: 'rows', level: 'ok', text: `all ${formatCount(read, 'row')} can be read` }
      : {
          check: 'rows',
          level: 'problem',
          text:
            `${damaged.length} cannot be read: ${listFirst(damaged)}; ` +
            'stop the server and restore a backup',
        },
    unstorable.length === 0
      ? { check: 'texts', level: 'ok', text: 'PostgreSQL could store all' }
      : {
          check: 'texts',
          level: 'warning',
          text:
            `${unstorable.length} with U+0000 or half a character: ${listFirst(unstorable)}; ` +
            'write them again before a move to PostgreSQL, which does not store them',
        },
  ]
}

/**
 * Returns the names of the columns in which a row has a text that PostgreSQL cannot store, with the table and
 * the key of the row.
 */
function unstorableTexts(table: Table, row: Row): string[] {
  return Object.entries(row).flatMap(([property, value]) =>
    isStorable(value) ? [] : `${table.name} ${keyText(table, row)} (${table.columns[property]?.name})`,
  )
}

/** Returns whether PostgreSQL can store all texts in a value, such as a JSON object. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value !== 'object' || value === null || value instanceof Date) return true
  return Object.entries(value).every(([name, each]) => isStorable(name) && isStorable(each))
}
