import { AppError, invalid } from '#shared/errors'
import type { UploadedBytes } from '~~/server/domain/upload/receive-upload'
import { MediaError } from '~~/server/media/error'

const MiB = 1024 * 1024

/** A small picture that a browser sends. */
interface SentPicture {
  /** What it is called in errors, and their field. */
  noun: string
  maxBytes: number
}

/** Reads a whole picture into memory. Throws `too_large`, and `invalid_request` for no bytes. */
export async function readPicture(
  { stream, contentLength }: UploadedBytes,
  sent: SentPicture,
): Promise<Buffer> {
  if ((contentLength ?? 0) > sent.maxBytes) throw tooLarge(sent)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > sent.maxBytes) throw tooLarge(sent)
    chunks.push(chunk)
  }
  if (size === 0) throw invalid(sent.noun, 'The body is empty.', 'Send the bytes of an image.')
  return Buffer.concat(chunks)
}

const tooLarge = ({ noun, maxBytes }: SentPicture) =>
  new AppError('too_large', {
    message: `This ${noun} has more than ${maxBytes} bytes (${maxBytes / MiB} MiB).`,
    hint: 'Scale it down, or encode it as WebP or JPEG.',
  })

/** Throws an error of a media process as `invalid_request`, others unchanged. */
export const asInvalidPicture =
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
