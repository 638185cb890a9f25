import { DAY } from '#shared/time'
import { isThumbnailKey, revisionIdOfKey } from './keys'

/** A blob that no row names is an orphan at this age, in milliseconds: its row may be about to be written. */
export const ORPHAN_AGE = DAY

/** The columns of a revision that name blobs. */
export interface NamingRow {
  id: string
  originalKey: string | null
  embedKey: string | null
  posterOriginalKey: string | null
  posterKey: string | null
  mediaDeletedAt: number | null
}

/** The columns of a revision that name blobs and state their sizes. */
export interface SizedRow extends NamingRow {
  bytes: number
  embedBytes: number | null
  posterBytes: number | null
}

/** A blob that a row names. */
export interface NamedBlob {
  key: string
  revisionId: string
  /** The size that the row states; null where it states none. */
  bytes: number | null
  /** Can be made again from another blob of the revision. */
  isDerived: boolean
}

/** Returns the blobs that a revision names: those that an instance cannot do without. */
export function namedBlobs(row: SizedRow): NamedBlob[] {
  const of = (key: string | null, bytes: number | null, isDerived: boolean): NamedBlob[] =>
    key === null ? [] : [{ key, revisionId: row.id, bytes, isDerived }]
  return [
    ...of(row.originalKey, row.bytes, false),
    ...of(row.embedKey, row.embedBytes, true),
    ...of(row.posterOriginalKey, null, false),
    ...of(row.posterKey, row.posterBytes, true),
  ]
}

/** Returns those of the keys that none of the rows names; `rows` are the revisions of the keys that exist. */
export function unnamedAmong(keys: string[], rows: NamingRow[]): string[] {
  const named = new Set(
    rows.flatMap(row => [row.originalKey, row.embedKey, row.posterOriginalKey, row.posterKey]),
  )
  // No row names a thumbnail: it is deleted with the media it was made of.
  const withMedia = new Set(rows.filter(row => row.mediaDeletedAt === null).map(row => row.id))
  return keys.filter(key => !named.has(key) && !(isThumbnailKey(key) && withMedia.has(revisionIdOfKey(key))))
}
