import { DAY } from '#shared/time'
import { commentImageIdOfKey, isThumbnailKey, revisionIdOfKey } from './keys'

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

/** The columns of a revision that name blobs and state their sizes, and the SHA-256 of its originals. */
export interface SizedRow extends NamingRow {
  bytes: number
  originalHash: string | null
  posterOriginalHash: string | null
  embedBytes: number | null
  posterBytes: number | null
}

/** The columns of a thread that name the frame of a video and state its size. */
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

/** The columns of an image of a comment that name its blob and state its size. */
export interface CommentImageRow {
  id: string
  key: string | null
  bytes: number
}

/** A blob that a row names. */
export interface NamedBlob {
  key: string
  /** The id of the row: of a revision, a thread, an image of a comment, or the person whose picture it is. */
  rowId: string
  /** The size that the row states; null where it states none. */
  bytes: number | null
  /** The SHA-256 that the row states, hex; null where it states none. */
  sha256: string | null
  /** Can be made again from another blob of the revision. */
  isDerived: boolean
}

/** Returns the blobs that a revision names: those that an instance cannot do without. */
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

/** Returns the blob that a thread names, if it has a frame. Nothing else has the frame. */
export function namedByThread({ id, frameKey, frameBytes }: FramedRow): NamedBlob[] {
  if (frameKey === null) return []
  return [{ key: frameKey, rowId: id, bytes: frameBytes, sha256: null, isDerived: false }]
}

/** Returns the blob of an image of a comment, unless it was deleted. Nothing else has the image. */
export function namedByCommentImage({ id, key, bytes }: CommentImageRow): NamedBlob[] {
  return key === null ? [] : [{ key, rowId: id, bytes, sha256: null, isDerived: false }]
}

/** Returns the blob of a person's picture. Nothing else has the picture. */
export function namedByAvatar({ userId, key, bytes }: AvatarRow): NamedBlob[] {
  return [{ key, rowId: userId, bytes, sha256: null, isDerived: false }]
}

/** The rows that may name some blobs. */
interface NamingRows {
  /** The revisions that the blobs belong to, of those that exist. */
  revisions: NamingRow[]
  /** The threads on these revisions. */
  threads: Pick<FramedRow, 'frameKey'>[]
  /** The images of comments that the blobs belong to, of those that exist. */
  commentImages: Pick<CommentImageRow, 'id' | 'key'>[]
  /** Those of the people that the blobs belong to. */
  avatars: Pick<AvatarRow, 'key'>[]
}

/** Returns those of the keys that none of the rows names. */
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
  // No row names a thumbnail: it is deleted with the media it was made of.
  const withMedia = new Set([
    ...revisions.filter(row => row.mediaDeletedAt === null).map(row => row.id),
    ...commentImages.filter(row => row.key !== null).map(row => row.id),
  ])
  const ownerIdOf = (key: string) => commentImageIdOfKey(key) || revisionIdOfKey(key)
  return keys.filter(key => !named.has(key) && !(isThumbnailKey(key) && withMedia.has(ownerIdOf(key))))
}
