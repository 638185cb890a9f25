import type { FetchError } from 'ofetch'
import {
  errorOfResponse,
  methodOf,
  pathOf,
  type ApiArguments,
  type ApiError,
  type ApiResponse,
  type OperationKey,
  type RequestParts,
} from '#shared/client'

/** Turns a failed fetch into an {@link ApiError}. */
export const toApiError = (error: FetchError): ApiError => errorOfResponse(error.statusCode ?? 0, error.data)

/**
 * Returns the typed API client: `api('POST /v1/threads/{id}/replies', { params: { id }, body: { body } })`.
 * Throws {@link ApiError}.
 */
export function useApi() {
  const request = useRequestFetch()
  const { reportStatus } = useConnection()
  const me = useState<unknown>('me')
  return async function api<K extends OperationKey>(
    key: K,
    ...[input]: ApiArguments<K>
  ): Promise<ApiResponse<K>> {
    const { params, query, body, signal } = (input ?? {}) as RequestParts
    try {
      const response = await request<ApiResponse<K>>(pathOf(key, params), {
        method: methodOf(key) as 'GET',
        query,
        body,
        signal,
        retry: 0,
      })
      reportStatus(200, true)
      return response
    } catch (error) {
      const failure = toApiError(error as FetchError)
      // An aborted request gives no information about the server.
      if (!signal?.aborted) reportStatus(failure.status, Boolean(me.value))
      throw failure
    }
  }
}
