import { createHash, hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ComparisonSettings } from '#shared/contract/comparison'
import type { RectangleGeometry } from '#shared/contract/geometry'
import type { Mime, PosterMime, ThumbnailWidth } from '#shared/contract/media-types'
import type { PlaceholderState } from '~~/server/media/image/placeholder'
import type { PictureDifference } from '~~/server/media/image/difference'
import type { MarkedPicture } from '~~/server/media/image/marked-picture'
import type { InputOfJob, MediaJob, ResultOfJob } from '~~/server/media/process/jobs'
import { accountOf } from '~~/server/access/account-of'
import { media } from '~~/server/media/process/media'
import { blobs } from '~~/server/storage/blobs'
import { removeUnnamed } from '~~/server/storage/remove-blobs'
import { BlobMissingError } from '~~/server/storage/errors'
import { newBlobKey } from '~~/server/storage/keys'
import { withWorkFolder } from '~~/server/bytes/work-folder'

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

/** Runs a media job for the account of the workspace: media processes are shared fairly between accounts. */
const run = async <J extends MediaJob>(
  job: J,
  input: InputOfJob<J>,
  fileBytes: number,
  workspaceId: string,
): Promise<ResultOfJob<J>> => media().run(job, input, fileBytes, await accountOf(workspaceId))

/** A file on the local disk. */
export interface LocalFile {
  path: string
  size: number
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
  const key = newBlobKey(id, 'embed')
  if (mime.startsWith('image/')) {
    const image = await run('embedImage', { path, mime }, size, workspaceId)
    await blobs().setItemRaw(key, image.data)
    const { data, mime: type, original } = image
    return {
      key,
      mime: type,
      bytes: data.length,
      sha256: hash('sha256', data),
      ...original,
      durationMs: null,
    }
  }
  return withWorkFolder(async folder => {
    const outPath = join(folder, 'video')
    const { bytes, ...video } = await run('embedVideo', { path, mime, outPath }, size, workspaceId)
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
    const poster = await run('poster', { path, mime }, size, workspaceId)
    const key = newBlobKey(id, 'poster')
    await blobs().setItemRaw(key, poster.data)
    return {
      key,
      mime: poster.mime,
      bytes: poster.data.length,
      sha256: hash('sha256', poster.data),
      width: poster.width,
      height: poster.height,
      durationMs: null,
    }
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
  const frame = await run('frame', { path }, size, revision.workspaceId)
  const key = newBlobKey(revision.id, 'poster-original')
  await blobs().setItemRaw(key, frame)
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
    const key = newBlobKey(id, 'original')
    await blobs().setItemRaw(key, data)
    return { key, bytes: data.length, sha256: hash('sha256', data) }
  })
}

/** Returns a local picture with areas painted over. Throws as {@link redactedOriginalOf} does. */
export const redactedPictureOf = (
  workspaceId: string,
  { path, size }: LocalFile,
  mime: Mime,
  areas: readonly RectangleGeometry[],
): Promise<Buffer> => run('redactImage', { path, mime, areas }, size, workspaceId)

/**
 * Verifies a video frame from a browser, encodes it again and stores it. Returns its key and size. Throws a
 * MediaError if the file is not a valid picture.
 */
export const storeFrame = (revision: Owned, file: LocalFile): Promise<StoredPicture> =>
  storePicture(revision, 'frame', file)

/**
 * Verifies the profile picture of a person, crops it, encodes it again and stores it. Returns its key and
 * size. Throws a MediaError if the file is not a valid picture.
 */
export const storeAvatar = (userId: string, file: LocalFile): Promise<StoredPicture> =>
  storePicture({ id: userId, workspaceId: userId }, 'avatar', file)

/**
 * Verifies an image for a comment by its signature and by decoding it. Stores its pixels without metadata, in
 * the same form as the derivative of evidence. Throws a MediaError if the file is not a valid image.
 */
export async function storeCommentImage(
  { id, workspaceId }: Owned,
  { path, size }: LocalFile,
): Promise<StoredImage> {
  const { data, ...image } = await run('commentImage', { path }, size, workspaceId)
  const { mime, width, height } = image
  const key = newBlobKey(id, 'image')
  await blobs().setItemRaw(key, data)
  // The derivative of an image is always an image, so its type is one of the types that a poster can have.
  return { key, mime: mime as PosterMime, bytes: data.length, width, height }
}

interface StoredImage {
  key: string
  mime: PosterMime
  bytes: number
  width: number
  height: number
}

interface StoredPicture {
  key: string
  bytes: number
}

async function storePicture(
  { id, workspaceId }: Owned,
  kind: 'frame' | 'avatar',
  { path, size }: LocalFile,
): Promise<StoredPicture> {
  const encoded = await run(kind, { path }, size, workspaceId)
  const key = newBlobKey(id, kind)
  await blobs().setItemRaw(key, encoded)
  return { key, bytes: encoded.length }
}

/** Returns a stored picture as a small WebP. Throws a MediaError if the picture cannot be decoded. */
export function thumbnailOf(
  workspaceId: string,
  originalKey: string,
  width: ThumbnailWidth,
): Promise<Buffer> {
  return withLocalFile(originalKey, ({ path, size }) => run('thumbnail', { path, width }, size, workspaceId))
}

/**
 * Returns a stored picture with marks drawn on it: see {@link markedPicture}. Throws a MediaError if the
 * picture cannot be decoded.
 */
export function markedPictureOf(
  workspaceId: string,
  key: string,
  options: Omit<InputOfJob<'markedPicture'>, 'path'>,
): Promise<MarkedPicture> {
  return withLocalFile(key, ({ path, size }) => run('markedPicture', { path, ...options }, size, workspaceId))
}

/**
 * Returns the same area of two stored pictures: see {@link comparedPictures}. Throws a MediaError if a
 * picture cannot be decoded.
 */
export function comparedPicturesOf(
  workspaceId: string,
  key: string,
  otherKey: string,
  options: Omit<InputOfJob<'comparedPictures'>, 'path' | 'otherPath'>,
): Promise<MarkedPicture> {
  return withLocalFile(key, ({ path, size }) =>
    withLocalFile(otherKey, other =>
      run('comparedPictures', { path, otherPath: other.path, ...options }, size + other.size, workspaceId),
    ),
  )
}

/**
 * Finds the changed regions of two stored pictures: see {@link pictureDifference}. Returns null if they
 * cannot be compared pixel by pixel. Throws a MediaError if a picture cannot be decoded.
 */
export function pictureDifferenceOf(
  workspaceId: string,
  key: string,
  otherKey: string,
  settings: ComparisonSettings,
): Promise<PictureDifference | null> {
  return withLocalFile(key, ({ path, size }) =>
    withLocalFile(otherKey, other =>
      run('pictureDifference', { path, otherPath: other.path, ...settings }, size + other.size, workspaceId),
    ),
  )
}

const cards = new Map<string, Promise<Buffer>>()

/**
 * Returns a placeholder image for media that cannot be shown. `width` is in pixels; without it, the image has
 * its default size. Each image is made once and cached.
 */
export function placeholderOf(state: PlaceholderState, width?: number): Promise<Buffer> {
  const name = `${state} ${width ?? 'whole'}`
  const card = cards.get(name) ?? media().run('placeholder', { state, width }, 0, 'server')
  cards.set(name, card)
  card.catch(() => cards.delete(name))
  return card
}

const isMissingFile = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/**
 * Calls a function with a blob as a local file, because media processes cannot use the blob store. A blob
 * that is not on the local disk is copied first. Throws a BlobMissingError if the blob is missing, or is
 * deleted while the function runs.
 */
async function withLocalFile<T>(key: string, use: (file: LocalFile) => Promise<T>): Promise<T> {
  const source = await blobs().open(key)
  const { path, size } = source
  if (path !== undefined)
    return use({ path, size }).catch((error: unknown) => {
      throw isMissingFile(error) ? new BlobMissingError(key) : error
    })
  return withWorkFolder(async folder => {
    const copy = join(folder, 'original')
    await pipeline(source.stream(), createWriteStream(copy, { mode: 0o600 }))
    return use({ path: copy, size })
  })
}
