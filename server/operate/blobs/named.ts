import { eq } from 'drizzle-orm'
import type { Db } from '~~/server/db'
import { namedBlobs, type NamedBlob, type SizedRow } from '~~/server/storage/named-blobs'
import { readRows, type Row, type Table } from '../instance/tables'

/** Yields the blobs that revisions name, a page of rows at a time, in the order of the revisions' ids. */
export async function* namedBlobPages(pages: AsyncIterable<Row[]>): AsyncGenerator<NamedBlob[]> {
  // The rows of the table `revision` have these columns.
  for await (const rows of pages) yield (rows as unknown as SizedRow[]).flatMap(namedBlobs)
}

/** Yields the blobs that the revisions of a database name. */
export const namedBlobsOf = (db: Db, tables: Table[]) => namedBlobPages(readRows(db, revisionTable(tables)))

/** Returns the table whose rows name blobs. */
export function revisionTable(tables: Table[]): Table {
  const found = tables.find(table => table.name === 'revision')
  if (!found) throw new Error('the schema has no table revision')
  return found
}

/**
 * Returns whether the present row of a blob's revision names it: false for a blob that was deleted or
 * replaced since its row was read.
 */
export async function isStillNamed(
  db: Db,
  tables: Table[],
  { key, revisionId }: NamedBlob,
): Promise<boolean> {
  const { table, columns } = revisionTable(tables)
  const rows = await db
    .select()
    .from(table)
    .where(columns.id && eq(columns.id, revisionId))
  return (rows as unknown as SizedRow[]).flatMap(namedBlobs).some(each => each.key === key)
}
