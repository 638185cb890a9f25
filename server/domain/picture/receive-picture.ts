import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError, invalid } from '#shared/errors'
import { withWorkFolder } from '~~/server/bytes/work-folder'
import type { LocalFile } from '~~/server/domain/artifact/media-job'
import type { UploadedBytes } from '~~/server/domain/upload/receive-upload'
import { MediaError } from '~~/server/media/error'

const MiB = 1024 * 1024

/** A small picture that a browser sends. */
interface SentPicture {
  /** The word for the picture in error messages. It is also the name of the invalid field in these errors. */
  noun: string
  maxBytes: number
}

/**
 * Receives a whole picture and calls a function with it. The picture is written to a temporary file while it
 * arrives, since the pictures of many slow senders would fill the memory. Throws `too_large` if the picture
 * is too large, and `invalid_request` if the body is empty or the function throws a MediaError.
 */
export async function withPicture<T>(
  { stream, contentLength }: UploadedBytes,
  sent: SentPicture,
  run: (file: LocalFile) => Promise<T>,
): Promise<T> {
  const { noun, maxBytes } = sent
  if ((contentLength ?? 0) > maxBytes) throw tooLarge(sent)
  return withWorkFolder(async folder => {
    const path = join(folder, 'picture')
    let size = 0
    async function* limited(source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        size += chunk.length
        if (size > maxBytes) throw tooLarge(sent)
        yield chunk
      }
    }
    await pipeline(stream, limited, createWriteStream(path, { mode: 0o600 }))
    if (size === 0) throw invalid(noun, 'The body is empty.', 'Send the bytes of an image.')
    return run({ path, size }).catch(asInvalidPicture(sent))
  })
}

const tooLarge = ({ noun, maxBytes }: SentPicture) =>
  new AppError('too_large', {
    message: `This ${noun} has more than ${maxBytes} bytes (${maxBytes / MiB} MiB).`,
    hint: 'Scale it down, or encode it as WebP or JPEG.',
  })

/** Throws `invalid_request` for an error of a media process. Throws other errors unchanged. */
const asInvalidPicture =
  ({ noun }: SentPicture) =>
  (error: unknown): never => {
    if (!(error instanceof MediaError)) throw error
    throw new AppError('invalid_request', {
      field: noun,
      message: error.message,
      hint: error.hint ?? 'Send a WebP, a JPEG or a PNG.',
      cause: error,
    })
  }
