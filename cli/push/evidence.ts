import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { FilePathSource, Input, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny'
import { limits } from '#shared/contract/kit/limits'
import { foreignTypeOfHead } from '#shared/foreign-types'
import {
  kindOf,
  mimeOfHead,
  posterMimeTypes,
  signatureBytes,
  type ArtifactKind,
  type Mime,
  type PosterMime,
} from '#shared/contract/media-types'
import { Failure, usageFailure } from '../failure'
import { findPath } from './find-path'

/** A file that a push sends as evidence. */
export interface Evidence {
  /** The path as it was given, or found in a folder; `-` for stdin. */
  name: string
  path: string
  title: string
  mime: Mime
  kind: ArtifactKind
  bytes: number
  sha256: string
  /** The length of a video in milliseconds, if the file states it. */
  durationMs: number | undefined
  /** The image of a video that is shown before it plays. */
  poster: Poster | null
  /** Whether the file shows the state before the change. The next revision then shows the state after it. */
  isBefore: boolean
  /** The context of the page in the file: the JSON text of the body of `PUT /v1/revisions/{id}/context`. */
  context: string | null
}

/** The image that is shown instead of a video until it plays. */
export interface Poster {
  path: string
  mime: PosterMime
  bytes: number
  sha256: string
}

/** A file that has not been read yet. */
export type Candidate = Pick<Evidence, 'name' | 'path' | 'title'>

/** The accepted formats of evidence, as error messages list them. */
export const accepted = 'PNG, JPEG, WebP, GIF, AVIF, MP4, MOV or WebM'

/** The accepted formats of posters, as error messages list them. */
const posterFormats = 'PNG, JPEG, WebP, GIF or AVIF'

const MIB = 1024 * 1024
const mebibytes = (bytes: number) => `${(bytes / MIB).toFixed(1)} MiB`

/** Reads a file. Throws a failure if it cannot be evidence. */
export async function readEvidence({ name, path, title }: Candidate): Promise<Evidence> {
  const { size } = await stat(path)
  if (size === 0) throw invalidFile(`"${name}" is empty.`, `Use ${accepted}.`)
  const head = await headOf(path)
  const mime = mimeOfHead(head)
  if (!mime) throw otherType(`"${name}"`, head, 'not an image or video', accepted)
  const kind = kindOf(mime)
  const maximum = kind === 'video' ? limits.videoBytes : limits.imageBytes
  if (size > maximum)
    throw invalidFile(
      `"${name}" has ${mebibytes(size)}; the limit for ${kind}s is ${maximum / MIB} MiB.`,
      kind === 'image' ? 'Compress or crop it.' : 'Record a shorter part, or at a lower resolution.',
    )
  const durationMs = kind === 'video' ? await durationOf(path) : undefined
  const sha256 = await sha256Of(path)
  const file = { name, path, title, mime, kind, bytes: size, sha256, durationMs }
  return { ...file, poster: null, isBefore: false, context: null }
}

/** Returns the failure for a path at which no file was found. */
export const missingFile = (path: string) => usageFailure(`There is no file "${path}".`, 'Check the path.')

/** Reads the poster of a video. Throws a failure if the file cannot be a poster. */
export async function readPoster(path: string): Promise<Poster> {
  const found = await findPath(path)
  const stats = found === null ? null : await stat(found)
  if (found === null || !stats?.isFile()) throw missingFile(path)
  const { size } = stats
  const head = size > 0 ? await headOf(found) : ''
  const mime = mimeOfHead(head)
  if (!isPosterMime(mime)) throw otherType(`The poster "${path}"`, head, 'not an image', posterFormats)
  if (size > limits.posterBytes)
    throw invalidFile(
      `The poster "${path}" has ${mebibytes(size)}; the limit is ${limits.posterBytes / MIB} MiB.`,
      'Compress it.',
    )
  return { path: found, mime, bytes: size, sha256: await sha256Of(found) }
}

const isPosterMime = (mime: Mime | null): mime is PosterMime => posterMimeTypes.some(each => each === mime)

/**
 * Returns the failure for an invalid file. The exit code is the same as for a file that the server rejects.
 */
const invalidFile = (message: string, hint: string) => new Failure('invalid_file', message, hint)

/**
 * Returns the failure for a file whose type is not accepted. The message names the type if it is known. The
 * hint names a type to send instead.
 */
function otherType(file: string, head: string, otherwise: string, formats: string): Failure {
  const foreign = foreignTypeOfHead(head)
  return invalidFile(`${file} is ${foreign?.name ?? otherwise}.`, foreign?.remedy ?? `Use ${formats}.`)
}

/**
 * Returns the first bytes of a file as text with one character for each byte. The type of the file is
 * detected from them.
 */
async function headOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(signatureBytes), 0, signatureBytes, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * Returns the length of a video in milliseconds. Returns undefined if the length cannot be read; the server
 * then checks the file.
 */
async function durationOf(path: string): Promise<number | undefined> {
  using input = new Input({ formats: [MP4, QTFF, WEBM, MATROSKA], source: new FilePathSource(path) })
  try {
    return Math.round((await input.computeDuration()) * 1000)
  } catch {
    return undefined
  }
}

/** Returns the SHA-256 of a file, in hexadecimal digits. */
async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
