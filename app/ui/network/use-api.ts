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

/**
 * Sends a request to this site and returns the JSON of the response. Throws an {@link ApiError} if the
 * request fails. Call operations of the contract with {@link useApi} instead, which checks their types,
 * unless they need a form.
 */
export async function fetchJson<T>(
  path: string,
  { method, query, body, signal }: Pick<RequestParts, 'query' | 'signal'> & { method: string; body?: object },
  send: ReturnType<typeof useRequestFetch> = $fetch,
): Promise<T> {
  try {
    return await send<T>(path, { method: method as 'GET', query, body, signal, retry: 0 })
  } catch (error) {
    const { statusCode, data } = error as FetchError
    throw errorOfResponse(statusCode ?? 0, data)
  }
}

/**
 * Returns the typed API client: `api('POST /v1/threads/{id}/replies', { params: { id }, body: { body } })`. A
 * call throws an {@link ApiError} if the request fails.
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
      const options = { method: methodOf(key), query, body, signal }
      const response = await fetchJson<ApiResponse<K>>(pathOf(key, params), options, request)
      reportStatus(200, true)
      return response
    } catch (error) {
      const failure = error as ApiError
      // Ignores aborted requests, because they give no information about the server.
      if (!signal?.aborted) reportStatus(failure.status, Boolean(me.value))
      throw failure
    }
  }
}
