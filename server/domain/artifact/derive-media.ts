import { createHash, hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { RectangleGeometry } from '#shared/contract/geometry'
import type { Mime, PosterMime } from '#shared/contract/media-types'
import { blobs } from '~~/server/storage/blobs'
import { removeUnnamed } from '~~/server/storage/remove-blobs'
import { newBlobKey } from '~~/server/storage/keys'
import { withWorkFolder } from '~~/server/bytes/work-folder'
import { runJob, withLocalFile, type LocalFile } from './media-job'

/** A stored derivative. It has the width, height and duration of the original. */
export interface Derived {
  key: string
  mime: Mime
  bytes: number
  /** The SHA-256 of the bytes of the derivative, in hex. */
  sha256: string
  width: number
  height: number
  durationMs: number | null
  /** The kinds of the tracks of a video that the derivative does not contain. */
  droppedTracks?: string[]
}

/**
 * The owner of a stored file: the id that is part of the file's key, and a workspace. Media processes are
 * shared fairly between accounts: jobs for the file run for the account of this workspace.
 */
export interface Owned {
  id: string
  workspaceId: string
}

/**
 * Verifies an original by its signature and by decoding it, and stores its embeddable derivative. Throws a
 * MediaError if the bytes do not match the declared type.
 */
export const deriveEmbed = (revision: Owned, originalKey: string, mime: Mime): Promise<Derived> =>
  withLocalFile(originalKey, file => deriveEmbedOfFile(revision, file, mime))

/**
 * Verifies a local file and stores its embeddable derivative, as {@link deriveEmbed} does for a stored
 * original.
 */
export async function deriveEmbedOfFile(
  { id, workspaceId }: Owned,
  { path, size }: LocalFile,
  mime: Mime,
): Promise<Derived> {
  if (mime.startsWith('image/')) {
    const image = await runJob('embedImage', { path, mime }, size, workspaceId)
    const { data, mime: type, original } = image
    const stored = await storePicture(id, 'embed', data)
    return { ...stored, mime: type, sha256: hash('sha256', data), ...original, durationMs: null }
  }
  const key = newBlobKey(id, 'embed')
  return withWorkFolder(async folder => {
    const outPath = join(folder, 'video')
    const { bytes, ...video } = await runJob('embedVideo', { path, mime, outPath }, size, workspaceId)
    const sha256 = createHash('sha256')
    const remuxed = createReadStream(outPath, { highWaterMark: 1024 * 1024 })
    await blobs().writeStream(key, remuxed, { size: bytes, hash: sha256 })
    return { key, bytes, sha256: sha256.digest('hex'), ...video }
  })
}

/**
 * Verifies the poster of a video, and stores it with a play symbol. Throws a MediaError if the poster cannot
 * be decoded, or if its bytes do not match its declared type.
 */
export function derivePosterOf(
  { id, workspaceId }: Owned,
  originalKey: string,
  mime?: Mime,
): Promise<Derived> {
  return withLocalFile(originalKey, async ({ path, size }) => {
    const poster = await runJob('poster', { path, mime }, size, workspaceId)
    const { data, mime: type, width, height } = poster
    const stored = await storePicture(id, 'poster', data)
    return { ...stored, mime: type, sha256: hash('sha256', data), width, height, durationMs: null }
  })
}

/**
 * Verifies the first frame of a video from a browser, and stores it as the original of the poster. Then makes
 * the poster. Throws a MediaError if the file is not a valid picture.
 */
export async function derivePosterOfFrame(
  revision: Owned,
  { path, size }: LocalFile,
): Promise<{ original: { key: string; sha256: string }; poster: Derived }> {
  const frame = await runJob('frame', { path }, size, revision.workspaceId)
  const { key } = await storePicture(revision.id, 'poster-original', frame)
  try {
    return { original: { key, sha256: hash('sha256', frame) }, poster: await derivePosterOf(revision, key) }
  } catch (error) {
    await removeUnnamed([key])
    throw error
  }
}

/**
 * Paints over areas of an original and stores the result as a new original. Returns its key, size and
 * SHA-256. Throws a MediaError if the bytes do not match the declared type.
 */
export function redactedOriginalOf(
  { id, workspaceId }: Owned,
  originalKey: string,
  mime: Mime,
  areas: readonly RectangleGeometry[],
): Promise<{ key: string; bytes: number; sha256: string }> {
  return withLocalFile(originalKey, async file => {
    const data = await redactedPictureOf(workspaceId, file, mime, areas)
    return { ...(await storePicture(id, 'original', data)), sha256: hash('sha256', data) }
  })
}

/** Returns a local picture with areas painted over. Throws as {@link redactedOriginalOf} does. */
export const redactedPictureOf = (
  workspaceId: string,
  { path, size }: LocalFile,
  mime: Mime,
  areas: readonly RectangleGeometry[],
): Promise<Buffer> => runJob('redactImage', { path, mime, areas }, size, workspaceId)

/**
 * Verifies a video frame from a browser, encodes it again and stores it. Returns its key and size. Throws a
 * MediaError if the file is not a valid picture.
 */
export const storeFrame = (revision: Owned, file: LocalFile): Promise<StoredPicture> =>
  encodeAndStore(revision, 'frame', file)

/**
 * Verifies the profile picture of a person, crops it, encodes it again and stores it. Returns its key and
 * size. Throws a MediaError if the file is not a valid picture.
 */
export const storeAvatar = (userId: string, file: LocalFile): Promise<StoredPicture> =>
  encodeAndStore({ id: userId, workspaceId: userId }, 'avatar', file)

/**
 * Verifies an image for a comment by its signature and by decoding it. Stores its pixels without metadata, in
 * the same form as the derivative of evidence. Throws a MediaError if the file is not a valid image.
 */
export async function storeCommentImage(
  { id, workspaceId }: Owned,
  { path, size }: LocalFile,
): Promise<StoredImage> {
  const { data, mime, width, height } = await runJob('commentImage', { path }, size, workspaceId)
  // The derivative of an image is always an image, so its type is one of the types that a poster can have.
  return { ...(await storePicture(id, 'image', data)), mime: mime as PosterMime, width, height }
}

interface StoredPicture {
  key: string
  bytes: number
}

interface StoredImage extends StoredPicture {
  mime: PosterMime
  width: number
  height: number
}

async function encodeAndStore(
  { id, workspaceId }: Owned,
  kind: 'frame' | 'avatar',
  { path, size }: LocalFile,
): Promise<StoredPicture> {
  return storePicture(id, kind, await runJob(kind, { path }, size, workspaceId))
}

/** Stores a picture under a new key of its owner. */
async function storePicture(
  ownerId: string,
  kind: Parameters<typeof newBlobKey>[1],
  data: Buffer,
): Promise<StoredPicture> {
  const key = newBlobKey(ownerId, kind)
  await blobs().setItemRaw(key, data)
  return { key, bytes: data.length }
}
