import { DAY } from '#shared/time'
import { commentImageIdOfKey, isThumbnailKey, revisionIdOfKey } from './keys'

/**
 * The minimum age of an orphan, in milliseconds. An orphan is a blob whose key is in no row. A younger blob
 * is not an orphan, because its row may not have been written yet.
 */
export const ORPHAN_AGE = DAY

/**
 * The columns that contain blob keys, by table, in the order of the schema. The sweep deletes a blob whose
 * key is in none of them, so a new column must be added here: a test compares this list with the schema.
 */
export const blobKeyColumns = {
  revision: ['originalKey', 'embedKey', 'posterOriginalKey', 'posterKey', 'contextKey'],
  thread: ['frameKey'],
  comment_image: ['key'],
  avatar: ['key'],
} as const

type RevisionKeys<Value> = Record<(typeof blobKeyColumns.revision)[number], Value>

/** The columns of a revision that contain blob keys. */
export interface ReferencingRow extends RevisionKeys<string | null> {
  id: string
  mediaDeletedAt: number | null
}

/**
 * The value null for each column of a revision that contains a blob key. An update with these values removes
 * all keys.
 */
export const noRevisionKeys = Object.fromEntries(
  blobKeyColumns.revision.map(each => [each, null]),
) as RevisionKeys<null>

/**
 * The columns of a revision that contain blob keys, the sizes of these blobs, and the SHA-256 of the
 * originals.
 */
export interface SizedRow extends ReferencingRow {
  bytes: number
  originalHash: string | null
  posterOriginalHash: string | null
  embedBytes: number | null
  posterBytes: number | null
  contextBytes: number | null
}

/** The columns of a thread that contain the blob key and the size of its video frame. */
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

/** The columns of a comment image that contain the blob key and the size of the image. */
export interface CommentImageRow {
  id: string
  key: string | null
  bytes: number
}

/** A blob whose key is stored in a row. */
export interface ReferencedBlob {
  key: string
  /** The id of the revision, the thread, the comment image, or the person with the picture. */
  rowId: string
  /** The size of the blob in bytes according to the row; null if the row does not state it. */
  bytes: number | null
  /** The SHA-256 of the blob according to the row, in hex; null if the row does not state it. */
  sha256: string | null
  /** Whether the blob can be created again from another blob of the revision. */
  isDerived: boolean
}

/** Returns the blobs whose keys are stored in the row of a revision. */
export function blobsOfRevision(row: SizedRow): ReferencedBlob[] {
  const facts: RevisionKeys<Pick<ReferencedBlob, 'bytes' | 'sha256' | 'isDerived'>> = {
    originalKey: { bytes: row.bytes, sha256: row.originalHash, isDerived: false },
    embedKey: { bytes: row.embedBytes, sha256: null, isDerived: true },
    posterOriginalKey: { bytes: null, sha256: row.posterOriginalHash, isDerived: false },
    posterKey: { bytes: row.posterBytes, sha256: null, isDerived: true },
    contextKey: { bytes: row.contextBytes, sha256: null, isDerived: false },
  }
  return blobKeyColumns.revision.flatMap(column => {
    const key = row[column]
    return key === null ? [] : [{ key, rowId: row.id, ...facts[column] }]
  })
}

/**
 * Returns the blob with the video frame of a thread, if there is one. There is no other copy of the frame.
 */
export function blobsOfThread({ id, frameKey, frameBytes }: FramedRow): ReferencedBlob[] {
  if (frameKey === null) return []
  return [{ key: frameKey, rowId: id, bytes: frameBytes, sha256: null, isDerived: false }]
}

/** Returns the blob of a comment image, unless it was deleted. There is no other copy of the image. */
export function blobsOfCommentImage({ id, key, bytes }: CommentImageRow): ReferencedBlob[] {
  return key === null ? [] : [{ key, rowId: id, bytes, sha256: null, isDerived: false }]
}

/** Returns the blob with a person's picture. There is no other copy of the picture. */
export function blobsOfAvatar({ userId, key, bytes }: AvatarRow): ReferencedBlob[] {
  return [{ key, rowId: userId, bytes, sha256: null, isDerived: false }]
}

/** The rows that may contain the keys of given blobs. */
interface ReferencingRows {
  /** The revisions to which the blobs belong, without revisions that were deleted. */
  revisions: ReferencingRow[]
  /** The threads on the artifacts of `revisions`. */
  threads: Pick<FramedRow, 'frameKey'>[]
  /** The comment images to which the blobs belong, without images that were deleted. */
  commentImages: Pick<CommentImageRow, 'id' | 'key'>[]
  /** The pictures of the people to whom the blobs belong. */
  avatars: Pick<AvatarRow, 'key'>[]
}

/** Returns the keys that none of the given rows contains. */
export function unreferencedAmong(
  keys: string[],
  { revisions, threads, commentImages, avatars }: ReferencingRows,
): string[] {
  const referenced = new Set([
    ...revisions.flatMap(row => blobKeyColumns.revision.map(each => row[each])),
    ...threads.map(row => row.frameKey),
    ...commentImages.map(row => row.key),
    ...avatars.map(row => row.key),
  ])
  // No row contains the key of a thumbnail. A thumbnail is needed as long as the picture from which it was
  // created exists.
  const withMedia = new Set([
    ...revisions.filter(row => row.mediaDeletedAt === null).map(row => row.id),
    ...commentImages.filter(row => row.key !== null).map(row => row.id),
  ])
  const ownerIdOf = (key: string) => commentImageIdOfKey(key) || revisionIdOfKey(key)
  return keys.filter(key => !referenced.has(key) && !(isThumbnailKey(key) && withMedia.has(ownerIdOf(key))))
}
