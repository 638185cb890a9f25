import { randomBytes } from 'node:crypto'

/*
 * The names of blobs. A key begins with its revision and names the kind: `rvs_…/original-<random>`. The
 * random part prevents that two uploads to one address, or two derivatives of one original, overwrite each
 * other: the row that names a key decides which one is used. Rows written by earlier versions hold keys
 * that begin with the kind (`originals/rvs_…/<random>`); they stay valid.
 */

/** Kinds of blobs that a row of the revision names. */
type NamedKind = 'original' | 'embed' | 'poster-original' | 'poster'

const LEGACY_FOLDERS = ['originals', 'posters', 'embeds', 'thumbnails']

/** Returns a new key for a blob of a revision. */
export function newBlobKey(revisionId: string, kind: NamedKind): string {
  return `${revisionId}/${kind}-${randomBytes(9).toString('hex')}`
}

/** Returns the key of a thumbnail of another blob. No row names it: the key follows from its source. */
export function thumbnailKey(revisionId: string, sourceKey: string, width: number): string {
  return `${revisionId}/thumbnail-${tagOfKey(sourceKey)}-${width}`
}

export function isThumbnailKey(key: string): boolean {
  return key.includes('/thumbnail-')
}

/**
 * Returns the part of a key that identifies its bytes, for an ETag: a whole key must not leave the server.
 */
export function tagOfKey(key: string): string {
  return key.replace(/^.*\//, '').replace(/^(?:original|embed|poster-original|poster|thumbnail)-/, '')
}

/** Returns the id of the revision that a blob belongs to; an empty string for keys of another form. */
export function revisionIdOfKey(key: string): string {
  return key.split('/').find(segment => segment.startsWith('rvs_')) ?? ''
}

/** Returns the prefixes under which everything stored for a revision is listed. */
export function keyPrefixesOf(revisionId: string): string[] {
  return [`${revisionId}/`, ...LEGACY_FOLDERS.map(folder => `${folder}/${revisionId}/`)]
}

/** Returns whether a key consists of plain segments, so that it cannot name anything outside the store. */
export function isBlobKey(key: string): boolean {
  return /^[a-z]\w{0,120}(?:\/\w[\w-]{0,120}){1,4}$/i.test(key)
}

/** Throws for a string that is not a blob key. */
export function assertBlobKey(key: string): void {
  if (!isBlobKey(key)) throw new Error(`not a blob key: ${JSON.stringify(key)}`)
}
