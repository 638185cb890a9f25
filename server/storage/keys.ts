import { randomBytes } from 'node:crypto'

/*
 * The names of blobs. A key begins with the revision, the person or the comment image that it belongs to and
 * names the kind: `rvs_…/original-<random>`, `usr_…/avatar-<random>`, `upi_…/image-<random>`. The random part
 * prevents two uploads to one address, or two derivatives of one original, from overwriting each other: the
 * row that names a key decides which one is used. Rows written by earlier versions have keys that begin with
 * the kind (`originals/rvs_…/<random>`); they stay valid.
 */

/**
 * The kinds of blobs that rows name: files of revisions, frames of videos, pictures of people and comment
 * images.
 */
type NamedKind = 'original' | 'embed' | 'poster-original' | 'poster' | 'frame' | 'avatar' | 'image'

const LEGACY_FOLDERS = ['originals', 'posters', 'embeds', 'thumbnails']

/** Returns a new key for a blob of a revision, a person or a comment image. */
export function newBlobKey(ownerId: string, kind: NamedKind): string {
  return `${ownerId}/${kind}-${randomBytes(9).toString('hex')}`
}

/**
 * The version of thumbnails as `server/media/image/derive.ts` makes them. Thumbnails of other versions are
 * not served, and the sweep deletes them as orphans.
 */
const THUMBNAIL_VERSION = 'v2'

/** Returns the key of a thumbnail of another blob. No row contains it: the key is derived from its source. */
export function thumbnailKey(ownerId: string, sourceKey: string, width: number): string {
  return `${ownerId}/thumbnail-${THUMBNAIL_VERSION}-${tagOfKey(sourceKey)}-${width}`
}

/** Returns whether a key names a thumbnail of the present version. */
export function isThumbnailKey(key: string): boolean {
  return key.includes(`/thumbnail-${THUMBNAIL_VERSION}-`)
}

/**
 * Returns the part of a key that identifies its bytes, for an ETag: a whole key must not leave the server.
 */
export function tagOfKey(key: string): string {
  return key
    .replace(/^.*\//, '')
    .replace(/^(?:original|embed|poster-original|poster|frame|avatar|image|thumbnail)-/, '')
}

/** Returns the id of the revision that a blob belongs to; an empty string for other keys. */
export function revisionIdOfKey(key: string): string {
  return key.split('/').find(segment => segment.startsWith('rvs_')) ?? ''
}

/** Returns the id of the person that a blob belongs to; an empty string for blobs of revisions. */
export function personIdOfKey(key: string): string {
  return /^usr_[^/]+/.exec(key)?.[0] ?? ''
}

/** Returns the id of the comment image that a blob belongs to; an empty string for other blobs. */
export function commentImageIdOfKey(key: string): string {
  return /^upi_[^/]+/.exec(key)?.[0] ?? ''
}

/** Returns the prefixes under which all blobs of a revision or comment image are listed. */
export function keyPrefixesOf(ownerId: string): string[] {
  const legacy = ownerId.startsWith('rvs_') ? LEGACY_FOLDERS : []
  return [`${ownerId}/`, ...legacy.map(folder => `${folder}/${ownerId}/`)]
}

/** Returns whether a key consists of plain segments, so that it cannot name anything outside the store. */
export function isBlobKey(key: string): boolean {
  return /^[a-z]\w{0,120}(?:\/\w[\w-]{0,120}){1,4}$/i.test(key)
}

/** Throws for a string that is not a blob key. */
export function assertBlobKey(key: string): void {
  if (!isBlobKey(key)) throw new Error(`not a blob key: ${JSON.stringify(key)}`)
}
