import type { FetchError } from 'ofetch'
import type { Contract } from '#shared/contract'
import type { ErrorEnvelope } from '#shared/contract/kit/errors'
import type { OutputOf, RequestOf } from '#shared/contract/kit/operation'
import type { ReachedQuota } from '~/workspace/quotas'

type Row = Contract[keyof Contract]
type KeyOf<T> = T extends { method: infer M extends string; path: infer P extends string }
  ? `${M} ${P}`
  : never

/** "METHOD /path" of every operation in the contract. */
export type OperationKey = KeyOf<Row>
export type RowOf<K extends OperationKey> = Row extends infer T
  ? T extends Row
    ? KeyOf<T> extends K
      ? T
      : never
    : never
  : never

type DefinedParts<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }
type Empty = Record<never, never>
/** Makes a part of the request optional if all its fields are optional. */
type OptionalParts<T> = { [K in keyof T as Empty extends T[K] ? K : never]?: T[K] } & {
  [K in keyof T as Empty extends T[K] ? never : K]: T[K]
}
export type ApiRequest<K extends OperationKey> = OptionalParts<DefinedParts<RequestOf<RowOf<K>>>> & {
  signal?: AbortSignal
}
export type ApiResponse<K extends OperationKey> = OutputOf<RowOf<K>>

/** An error response of the API, or a request without a response. `message` and `hint` can be shown. */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly code: string,
    readonly hint: string | null,
    readonly field: string | null,
    /** The quota that was reached, on 402. */
    readonly quota: ReachedQuota | null = null,
  ) {
    super(message)
    this.name = 'ApiError'
  }

  /** The part of the error that Nuxt passes from the server's render to the browser. */
  get data() {
    return { code: this.code, hint: this.hint, quota: this.quota }
  }

  /** Whether no response arrived: the request may or may not have reached the server. */
  get offline(): boolean {
    return this.status === 0
  }
}

/** Turns a failed fetch into an {@link ApiError}. */
export function toApiError(error: FetchError): ApiError {
  const envelope = error.data as ErrorEnvelope | undefined
  const status = error.statusCode ?? 0
  if (!envelope?.data?.error)
    return new ApiError(
      status === 0 ? "Can't reach the server." : 'Something went wrong on the server.',
      status,
      status === 0 ? 'offline' : 'internal_error',
      'No data was lost. Try again in a moment.',
      null,
    )
  const { error: code, message, hint, field, used, limit, plan } = envelope.data
  const quota = used === undefined || limit === undefined || plan === undefined ? null : { used, limit, plan }
  return new ApiError(message, status, code, hint, field, quota)
}

/** Returns the path of an operation with its parameters filled in. */
export function pathOf<K extends OperationKey>(key: K, params: Record<string, string> = {}): string {
  return key
    .slice(key.indexOf(' ') + 1)
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

/**
 * Returns the typed API client: `api('POST /v1/threads/{id}/replies', { params: { id }, body: { body } })`.
 * Imports only types from the contract, whose schemas are large. Throws {@link ApiError}.
 */
export function useApi() {
  const request = useRequestFetch()
  const { reportStatus } = useConnection()
  const me = useState<unknown>('me')
  return async function api<K extends OperationKey>(
    key: K,
    ...[input]: Empty extends ApiRequest<K> ? [ApiRequest<K>?] : [ApiRequest<K>]
  ): Promise<ApiResponse<K>> {
    const {
      params = {},
      query,
      body,
      signal,
    } = (input ?? {}) as {
      params?: Record<string, string>
      query?: Record<string, string>
      body?: Record<string, unknown>
      signal?: AbortSignal
    }
    try {
      const response = await request<ApiResponse<K>>(pathOf(key, params), {
        method: key.slice(0, key.indexOf(' ')) as 'GET',
        query,
        body,
        signal,
        retry: 0,
      })
      reportStatus(200, true)
      return response
    } catch (error) {
      const failure = toApiError(error as FetchError)
      // An aborted request says nothing about the server.
      if (!signal?.aborted) reportStatus(failure.status, Boolean(me.value))
      throw failure
    }
  }
}
