import { ApiError } from '#shared/client'
import { sending as text } from '~/text/evidence'

export interface SendBytesOptions {
  signal: AbortSignal
  /** `share`: the fraction of the bytes that were sent, from 0 to 1. */
  onProgress?: (share: number) => void
}

/** The response of the server; `body` is null if it is not JSON. */
export interface BytesResponse {
  status: number
  body: unknown
}

/**
 * Sends bytes to a path of this site and reports the progress, which `fetch` does not support. Throws an
 * {@link ApiError}: with the code `offline` if there is no response, and with the code `aborted` when
 * `signal` aborts.
 */
export function sendBytes(
  method: 'PUT' | 'POST',
  path: string,
  body: Blob,
  { signal, onProgress }: SendBytesOptions,
): Promise<BytesResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, path)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('load', () =>
      resolve({ status: request.status, body: parsed(request.responseText) }),
    )
    request.addEventListener('error', () =>
      reject(new ApiError(text.interrupted, 0, 'offline', text.nothingStored, null)),
    )
    request.addEventListener('abort', () => reject(cancellation()))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    if (signal.aborted) return (request.abort(), reject(cancellation()))
    request.send(body)
  })
}

/** Returns the error of an upload that the person cancelled. */
export const cancellation = () => new ApiError(text.cancelled, 0, 'aborted', null, null)

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
