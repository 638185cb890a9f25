import { errorOfResponse } from '#shared/client'
import { sendBytes, type SendBytesOptions } from '~/ui/network/send-bytes'

/**
 * Uploads bytes to an upload URL and reports the progress. Also resolves if the URL was already used. Throws
 * an `ApiError` if the upload fails; its code is `aborted` if `signal` aborts.
 */
export async function putFile(uploadUrl: string, file: Blob, options: SendBytesOptions): Promise<void> {
  // Only the path is used: the URL contains the public origin of the server, which may differ from the origin
  // of this page.
  const { status, body } = await sendBytes('PUT', new URL(uploadUrl).pathname, file, options)
  if (status >= 200 && status < 300) return
  const error = errorOfResponse(status, body)
  if (error.code !== 'already_used') throw error
}
