import { ApiError } from '~/ui/use-api'
/** How a file is sent: what stops it, and who hears how far it is. */
interface Sending {
  signal: AbortSignal
  onProgress?: (share: number) => void
}

/**
 * Sends bytes to an upload address, telling how far it is; fetch cannot. Bytes that were taken before count
 * as sent. Throws {@link ApiError}; code `aborted` when `signal` stopped it.
 */
export function putFile(uploadUrl: string, body: Blob, { signal, onProgress }: Sending): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    // The address may name the server as agents know it; this page may know it by another name.
    request.open('PUT', new URL(uploadUrl).pathname)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('load', () => {
      const failure = failureOf(request)
      return failure ? reject(failure) : resolve()
    })
    request.addEventListener('error', () =>
      reject(
        new ApiError('The upload was interrupted.', 0, 'offline', 'Nothing was stored. Try again.', null),
      ),
    )
    request.addEventListener('abort', () => reject(new ApiError('Cancelled.', 0, 'aborted', null, null)))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    if (signal.aborted) return (request.abort(), reject(new ApiError('Cancelled.', 0, 'aborted', null, null)))
    request.send(body)
  })
}

/** Upload addresses answer errors flat. */
function failureOf({ status, responseText }: XMLHttpRequest): ApiError | null {
  if (status >= 200 && status < 300) return null
  try {
    const { error, message, hint } = JSON.parse(responseText) as {
      error: string
      message: string
      hint: string | null
    }
    return error === 'already_used' ? null : new ApiError(message, status, error, hint, null)
  } catch {
    return new ApiError(
      'Something went wrong on the server.',
      status,
      'internal_error',
      'Try again in a moment.',
      null,
    )
  }
}
