import { errorOfResponse, pathOf, type ApiError } from '#shared/client'
import { limits } from '#shared/contract/kit/limits'
import { MIB } from '#shared/contract/kit/sizes'
import { mimeOfHead, posterMimeTypes } from '#shared/contract/media-types'
import type { CommentImage } from '#shared/contract/thread'
import { foreignTypeOfName } from '#shared/foreign-types'
import { headOf, mimeOf } from '~/evidence/media-type'
import { sendBytes, type SendBytesOptions } from '~/ui/network/send-bytes'
import { text } from '~/text/thread'
import { formatDecimal } from '~/ui/page/format'

/** The media types of images in comments, as a file input expects them. */
export const imageTypes = posterMimeTypes.join()

/** Returns the reason why a file cannot be an image in a comment; null if it can. */
export function imageError(file: { name: string; type: string; size: number }): string | null {
  const mime = mimeOf(file)
  if (!posterMimeTypes.some(each => each === mime)) {
    const foreign = foreignTypeOfName(file)
    return foreign?.kind === 'image'
      ? text.images.foreign(file.name, foreign)
      : text.images.notImage(file.name)
  }
  if (file.size === 0) return text.images.empty(file.name)
  if (file.size <= limits.commentImageBytes) return null
  const size = formatDecimal(file.size / MIB)
  return text.images.tooLarge(file.name, size, limits.commentImageBytes / MIB)
}

/**
 * Returns the reason why an image was not accepted. The server's message about a file that is not an image is
 * replaced, because the message is written for agents.
 */
export async function sendError(error: ApiError, file: File): Promise<string> {
  if (error.status !== 422) return error.message
  const found = mimeOfHead(await headOf(file))
  return posterMimeTypes.some(each => each === found) ? error.message : text.images.noImageInside
}

/** Uploads an image for a comment on a review. Throws an {@link ApiError} if the upload fails. */
export async function sendImage(
  reviewId: string,
  file: File,
  options: SendBytesOptions,
): Promise<CommentImage> {
  const path = pathOf('POST /v1/reviews/{id}/comment-images', { id: reviewId })
  const name = file.name.trim().slice(0, limits.commentImageName)
  const query = name ? `?name=${encodeURIComponent(name)}` : ''
  const { status, body } = await sendBytes('POST', path + query, file, options)
  if (status !== 201) throw errorOfResponse(status, body)
  return body as CommentImage
}
