import { inArray } from 'drizzle-orm'
import type { Db } from '~~/server/db'
import { commentImageIdOfKey, personIdOfKey, revisionIdOfKey } from '~~/server/storage/keys'
import {
  blobKeyColumns,
  blobsOfAvatar,
  blobsOfCommentImage,
  blobsOfRevision,
  blobsOfThread,
  unreferencedAmong,
  type AvatarRow,
  type CommentImageRow,
  type FramedRow,
  type ReferencedBlob,
  type ReferencingRow,
  type SizedRow,
} from '~~/server/storage/referenced-blobs'
import { readRows, type Row, type Table } from '../instance/tables'

/**
 * The tables whose rows contain blob keys, in the order of the schema. The prefixes of their row ids are in
 * the same alphabetical order: `rvs_…`, `thr_…`, `upi_…`, `usr_…`. So if the tables are read in this order,
 * the blobs are sorted by row id.
 */
const blobsOfRow: Record<ReferencingTable, (row: Row) => ReferencedBlob[]> = {
  revision: (row: Row) => blobsOfRevision(row as unknown as SizedRow),
  thread: (row: Row) => blobsOfThread(row as unknown as FramedRow),
  comment_image: (row: Row) => blobsOfCommentImage(row as unknown as CommentImageRow),
  avatar: (row: Row) => blobsOfAvatar(row as unknown as AvatarRow),
}
type ReferencingTable = keyof typeof blobKeyColumns
const referencingTables = Object.keys(blobKeyColumns) as ReferencingTable[]

/** A page of rows, all from one table. */
interface Page {
  table: Table
  rows: Row[]
}

/**
 * Yields, for each page of rows, the blobs whose keys are in these rows. Skips tables that contain no blob
 * keys.
 */
export async function* referencedBlobPages(pages: AsyncIterable<Page>): AsyncGenerator<ReferencedBlob[]> {
  for await (const { table, rows } of pages) {
    const name = referencingTables.find(each => each === table.name)
    if (name) yield rows.flatMap(blobsOfRow[name])
  }
}

/** Yields the blobs whose keys are in the rows of a database, in the order of the row ids. */
export const referencedBlobsOf = (db: Db, tables: Table[]) =>
  referencedBlobPages(readReferencingRows(db, tables))

async function* readReferencingRows(db: Db, tables: Table[]): AsyncGenerator<Page> {
  for (const name of referencingTables) {
    const table = tableNamed(name, tables)
    for await (const rows of readRows(db, table)) yield { table, rows }
  }
}

/** Returns the table of revisions. */
export const revisionTable = (tables: Table[]): Table => tableNamed('revision', tables)

function tableNamed(name: ReferencingTable, tables: Table[]): Table {
  const found = tables.find(table => table.name === name)
  if (!found) throw new Error(`the schema has no table ${name}`)
  return found
}

/**
 * Reads the row of a blob again. Returns whether the row still contains the key of the blob. It does not if
 * the blob was deleted or replaced in the time between.
 */
export async function isStillReferenced(
  db: Db,
  tables: Table[],
  { key, rowId }: ReferencedBlob,
): Promise<boolean> {
  for (const name of referencingTables) {
    const table = tableNamed(name, tables)
    const rows = await rowsWhere(db, table, table.key[0] ?? '', [rowId])
    if (rows.flatMap(blobsOfRow[name]).some(each => each.key === key)) return true
  }
  return false
}

/** Returns the keys that no row in the database contains now. */
export async function findUnreferenced(db: Db, tables: Table[], keys: string[]): Promise<string[]> {
  const ids = [...new Set(keys.map(revisionIdOfKey))]
  const revisions = await rowsWhere(db, tableNamed('revision', tables), 'id', ids)
  const artifactIds = [...new Set(revisions.map(row => String(row.artifactId)))]
  const threads = await rowsWhere(db, tableNamed('thread', tables), 'artifactId', artifactIds)
  const imageIds = [...new Set(keys.map(commentImageIdOfKey))]
  const commentImages = await rowsWhere(db, tableNamed('comment_image', tables), 'id', imageIds)
  const personIds = [...new Set(keys.map(personIdOfKey))]
  const avatars = await rowsWhere(db, tableNamed('avatar', tables), 'userId', personIds)
  return unreferencedAmong(keys, {
    avatars: avatars as unknown as AvatarRow[],
    commentImages: commentImages as unknown as CommentImageRow[],
    revisions: revisions as unknown as ReferencingRow[],
    threads: threads as unknown as FramedRow[],
  })
}

async function rowsWhere(db: Db, { table, columns }: Table, property: string, values: string[]) {
  const column = columns[property]
  if (!column) throw new Error(`the schema has no column ${property}`)
  const rows: Row[] = await db.select().from(table).where(inArray(column, values))
  return rows
}
