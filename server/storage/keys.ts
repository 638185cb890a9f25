import { randomBytes } from 'node:crypto'
import { isIdOf } from '#shared/ids'

/*
 * The names of blobs. A key begins with the id of the revision, person or comment image to which the blob
 * belongs. Then it has the kind of the blob and a random part: `rvs_…/original-<random>`,
 * `usr_…/avatar-<random>`, `upi_…/image-<random>`. Because of the random part, two uploads to one URL, or two
 * derivatives of one original, do not overwrite each other: the blob whose key is stored in the row is used.
 * Rows from earlier versions contain keys that begin with the kind (`originals/rvs_…/<random>`); these keys
 * are still valid.
 */

/**
 * The kinds of blobs whose keys are stored in rows: files and contexts of revisions, frames of videos,
 * pictures of people and images in comments.
 */
type NamedKind =
  | 'original'
  | 'embed'
  | 'poster-original'
  | 'poster'
  | 'frame'
  | 'context'
  | 'avatar'
  | 'image'

const LEGACY_FOLDERS = ['originals', 'posters', 'embeds', 'thumbnails']

/** Returns a new key for a blob of a revision, a person or a comment image. */
export function newBlobKey(ownerId: string, kind: NamedKind): string {
  return `${ownerId}/${kind}-${randomBytes(9).toString('hex')}`
}

/**
 * The version of thumbnails. Change it if a change of `server/media/image/derive.ts` causes different
 * thumbnails. Thumbnails of other versions are not served, and the sweep deletes them as orphans.
 */
const THUMBNAIL_VERSION = 'v3'

/**
 * Returns the key of a thumbnail of another blob. The key is computed from the key of the other blob. No row
 * contains it.
 */
export function thumbnailKey(ownerId: string, sourceKey: string, width: number): string {
  return `${ownerId}/thumbnail-${THUMBNAIL_VERSION}-${tagOfKey(sourceKey)}-${width}`
}

/** Returns whether a key belongs to a thumbnail of the present version. */
export function isThumbnailKey(key: string): boolean {
  return key.includes(`/thumbnail-${THUMBNAIL_VERSION}-`)
}

/**
 * Returns the end of a key, after the kind of the blob. It identifies the bytes of the blob and is used in
 * ETags. The whole key must not be sent to clients.
 */
export function tagOfKey(key: string): string {
  return key
    .replace(/^.*\//, '')
    .replace(/^(?:original|embed|poster-original|poster|frame|context|avatar|image|thumbnail)-/, '')
}

/** Returns the id of the revision to which a blob belongs; an empty string for other blobs. */
export function revisionIdOfKey(key: string): string {
  return key.split('/').find(segment => isIdOf('revision', segment)) ?? ''
}

/** Returns the id of the person to whom a blob belongs; an empty string for other blobs. */
export function personIdOfKey(key: string): string {
  return /^usr_[^/]+/.exec(key)?.[0] ?? ''
}

/** Returns the id of the comment image to which a blob belongs; an empty string for other blobs. */
export function commentImageIdOfKey(key: string): string {
  return /^upi_[^/]+/.exec(key)?.[0] ?? ''
}

/** Returns the prefixes of the keys of all blobs of a revision or comment image. */
export function keyPrefixesOf(ownerId: string): string[] {
  const legacy = isIdOf('revision', ownerId) ? LEGACY_FOLDERS : []
  return [`${ownerId}/`, ...legacy.map(folder => `${folder}/${ownerId}/`)]
}

/**
 * Returns whether a key has the format of blob keys. Such a key cannot refer to anything outside of the
 * store.
 */
export function isBlobKey(key: string): boolean {
  return /^[a-z]\w{0,120}(?:\/\w[\w-]{0,120}){1,4}$/i.test(key)
}

/** Throws if a string is not a valid blob key. */
export function assertBlobKey(key: string): void {
  if (!isBlobKey(key)) throw new Error(`not a blob key: ${JSON.stringify(key)}`)
}
