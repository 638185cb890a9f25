import { ApiError } from '#shared/client'
interface PutOptions {
  signal: AbortSignal
  /** `share`: the part that is sent, from 0 to 1. */
  onProgress?: (share: number) => void
}

/**
 * Uploads bytes to an upload URL and reports the progress, which fetch does not support. Resolves also if the
 * URL was used before. Throws {@link ApiError}, with code `aborted` when `signal` aborts.
 */
export function putFile(uploadUrl: string, body: Blob, { signal, onProgress }: PutOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    // The URL has the public origin of the server, which may differ from the origin of this page.
    request.open('PUT', new URL(uploadUrl).pathname)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('load', () => {
      const error = errorOf(request)
      return error ? reject(error) : resolve()
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

/** Errors of upload URLs have no envelope. */
function errorOf({ status, responseText }: XMLHttpRequest): ApiError | null {
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
