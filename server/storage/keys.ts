import { randomBytes } from 'node:crypto'

/*
 * The names of blobs. A key begins with the revision, the person or the image of a comment that it belongs to
 * and names the kind: `rvs_…/original-<random>`, `usr_…/avatar-<random>`, `upi_…/image-<random>`. The random
 * part prevents that two uploads to one address, or two derivatives of one original, overwrite each other:
 * the row that names a key decides which one is used. Rows written by earlier versions hold keys that begin
 * with the kind (`originals/rvs_…/<random>`); they stay valid.
 */

/** Kinds of blobs that rows name: those of revisions, frames on them, pictures of people and of comments. */
type NamedKind = 'original' | 'embed' | 'poster-original' | 'poster' | 'frame' | 'avatar' | 'image'

const LEGACY_FOLDERS = ['originals', 'posters', 'embeds', 'thumbnails']

/** Returns a new key for a blob of a revision, a person or an image of a comment. */
export function newBlobKey(ownerId: string, kind: NamedKind): string {
  return `${ownerId}/${kind}-${randomBytes(9).toString('hex')}`
}

/**
 * Of thumbnails as `server/media/image/derive.ts` makes them. Those of other versions are not served, and the
 * sweep deletes them as orphans.
 */
const THUMBNAIL_VERSION = 'v2'

/** Returns the key of a thumbnail of another blob. No row names it: the key follows from its source. */
export function thumbnailKey(ownerId: string, sourceKey: string, width: number): string {
  return `${ownerId}/thumbnail-${THUMBNAIL_VERSION}-${tagOfKey(sourceKey)}-${width}`
}

/** Returns whether a key is that of a thumbnail of the present version. */
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

/** Returns the id of the revision that a blob belongs to; an empty string for keys of another form. */
export function revisionIdOfKey(key: string): string {
  return key.split('/').find(segment => segment.startsWith('rvs_')) ?? ''
}

/** Returns the id of the person that a blob belongs to; an empty string for blobs of revisions. */
export function personIdOfKey(key: string): string {
  return /^usr_[^/]+/.exec(key)?.[0] ?? ''
}

/** Returns the id of the image of a comment that a blob belongs to; an empty string for other blobs. */
export function commentImageIdOfKey(key: string): string {
  return /^upi_[^/]+/.exec(key)?.[0] ?? ''
}

/** Returns the prefixes under which everything stored for a revision or an image of a comment is listed. */
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
