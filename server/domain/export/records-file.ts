import { Readable } from 'node:stream'
import type { RecordFormat } from '#shared/contract/kit/record-formats'
import { nextTurn } from '~~/server/process/yield-to-event-loop'
import type { Attachment } from './attachment'
import { csvRow, csvStart } from './csv'

/** Records that are exported as a table or as JSON. */
interface ExportedRecords<T> {
  /** The name of the file, without its extension. */
  name: string
  format: RecordFormat
  /** The header of each column of the CSV file, and its value for a record. */
  columns: readonly (readonly [header: string, value: (record: T) => string | number | null])[]
  /** Returns the records page by page. Pages are read one at a time, while the file is being sent. */
  pages: () => AsyncIterable<readonly T[]>
}

/**
 * Returns records as a CSV file (RFC 4180), or as JSON lines: one record as JSON in each line. The records
 * are streamed, so that memory holds one page of them. Other requests are handled before each page, because
 * SQLite reads a page without a pause.
 */
export function recordsFile<T>({ name, format, columns, pages }: ExportedRecords<T>): Attachment {
  const isTable = format === 'csv'
  const line = (record: T) =>
    isTable ? csvRow(columns.map(([, value]) => value(record))) : `${JSON.stringify(record)}\n`
  async function* lines(): AsyncGenerator<string> {
    if (isTable) yield csvStart + csvRow(columns.map(([header]) => header))
    for await (const page of pages()) {
      yield page.map(line).join('')
      await nextTurn()
    }
  }
  return {
    fileName: `${name}.${format}`,
    contentType: isTable ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
    open: async () => Readable.from(lines(), { objectMode: false }),
  }
}
