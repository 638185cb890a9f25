import { DAY } from '#shared/time'
import { commentImageIdOfKey, isThumbnailKey, revisionIdOfKey } from './keys'

/**
 * The age from which a blob that no row names is an orphan, in milliseconds. The row of a younger one may be
 * about to be written.
 */
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

/**
 * The columns of a revision that name blobs, with the columns of their sizes and of the SHA-256 of its
 * originals.
 */
export interface SizedRow extends NamingRow {
  bytes: number
  originalHash: string | null
  posterOriginalHash: string | null
  embedBytes: number | null
  posterBytes: number | null
}

/** The columns of a thread that name its video frame and state its size. */
export interface FramedRow {
  id: string
  frameKey: string | null
  frameBytes: number | null
}

/** The columns of a person's picture. */
export interface AvatarRow {
  userId: string
  key: string
  bytes: number
}

/** The columns of a comment image that name its blob and state its size. */
export interface CommentImageRow {
  id: string
  key: string | null
  bytes: number
}

/** A blob that a row names. */
export interface NamedBlob {
  key: string
  /** The id of the row: a revision, a thread, a comment image, or the person whose picture it is. */
  rowId: string
  /** The size in the row; null if it has none. */
  bytes: number | null
  /** The SHA-256 in the row, hex; null if it has none. */
  sha256: string | null
  /** Whether it can be made again from another blob of the revision. */
  isDerived: boolean
}

/** Returns the blobs that a revision names and an instance needs. */
export function namedByRevision(row: SizedRow): NamedBlob[] {
  const of = (key: string | null, blob: Pick<NamedBlob, 'bytes' | 'sha256' | 'isDerived'>): NamedBlob[] =>
    key === null ? [] : [{ key, rowId: row.id, ...blob }]
  return [
    ...of(row.originalKey, { bytes: row.bytes, sha256: row.originalHash, isDerived: false }),
    ...of(row.embedKey, { bytes: row.embedBytes, sha256: null, isDerived: true }),
    ...of(row.posterOriginalKey, { bytes: null, sha256: row.posterOriginalHash, isDerived: false }),
    ...of(row.posterKey, { bytes: row.posterBytes, sha256: null, isDerived: true }),
  ]
}

/** Returns the blob that a thread names, if it has a frame. No other copy of the frame exists. */
export function namedByThread({ id, frameKey, frameBytes }: FramedRow): NamedBlob[] {
  if (frameKey === null) return []
  return [{ key: frameKey, rowId: id, bytes: frameBytes, sha256: null, isDerived: false }]
}

/** Returns the blob of a comment image, unless it was deleted. No other copy of the image exists. */
export function namedByCommentImage({ id, key, bytes }: CommentImageRow): NamedBlob[] {
  return key === null ? [] : [{ key, rowId: id, bytes, sha256: null, isDerived: false }]
}

/** Returns the blob of a person's picture. No other copy of the picture exists. */
export function namedByAvatar({ userId, key, bytes }: AvatarRow): NamedBlob[] {
  return [{ key, rowId: userId, bytes, sha256: null, isDerived: false }]
}

/** The rows that may name some blobs. */
interface NamingRows {
  /** The existing revisions that the blobs belong to. */
  revisions: NamingRow[]
  /** The threads on these revisions. */
  threads: Pick<FramedRow, 'frameKey'>[]
  /** The existing comment images that the blobs belong to. */
  commentImages: Pick<CommentImageRow, 'id' | 'key'>[]
  /** The pictures of the people that the blobs belong to. */
  avatars: Pick<AvatarRow, 'key'>[]
}

/** Returns the keys that none of the rows names. */
export function unnamedAmong(
  keys: string[],
  { revisions, threads, commentImages, avatars }: NamingRows,
): string[] {
  const named = new Set([
    ...revisions.flatMap(row => [row.originalKey, row.embedKey, row.posterOriginalKey, row.posterKey]),
    ...threads.map(row => row.frameKey),
    ...commentImages.map(row => row.key),
    ...avatars.map(row => row.key),
  ])
  // No row names a thumbnail: it is deleted with the media that it was made from.
  const withMedia = new Set([
    ...revisions.filter(row => row.mediaDeletedAt === null).map(row => row.id),
    ...commentImages.filter(row => row.key !== null).map(row => row.id),
  ])
  const ownerIdOf = (key: string) => commentImageIdOfKey(key) || revisionIdOfKey(key)
  return keys.filter(key => !named.has(key) && !(isThumbnailKey(key) && withMedia.has(ownerIdOf(key))))
}
