import type { FetchError } from 'ofetch'
import type { Contract } from '#shared/contract'
import type { ErrorEnvelope } from '#shared/contract/kit/errors'
import type { OutputOf, RequestOf } from '#shared/contract/kit/operation'
import type { Reached } from '~/workspace/quotas'

type Row = Contract[keyof Contract]
type KeyOf<T> = T extends { method: infer M extends string; path: infer P extends string }
  ? `${M} ${P}`
  : never

/** "METHOD /path" of every operation: the dashboard names an endpoint the way the contract does. */
export type OperationKey = KeyOf<Row>
export type RowOf<K extends OperationKey> = Row extends infer T
  ? T extends Row
    ? KeyOf<T> extends K
      ? T
      : never
    : never
  : never

type Sent<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }
type Blank = Record<never, never>
/** Parts whose every field may be left out may be left out themselves. */
type Eased<T> = { [K in keyof T as Blank extends T[K] ? K : never]?: T[K] } & {
  [K in keyof T as Blank extends T[K] ? never : K]: T[K]
}
export type ApiRequest<K extends OperationKey> = Eased<Sent<RequestOf<RowOf<K>>>> & { signal?: AbortSignal }
export type ApiAnswer<K extends OperationKey> = OutputOf<RowOf<K>>

/** What an endpoint answered instead of a result; `message` and `hint` are fit to show. */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly code: string,
    readonly hint: string | null,
    readonly field: string | null,
    /** Which ceiling of which plan was reached, on 402. */
    readonly ceiling: Reached | null = null,
  ) {
    super(message)
    this.name = 'ApiError'
  }

  /** What Nuxt keeps of an error that crosses from the server's render to the browser. */
  get data() {
    return { code: this.code, hint: this.hint, ceiling: this.ceiling }
  }

  /** The request never reached the server, or its answer never reached us. */
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
  const ceiling =
    used === undefined || limit === undefined || plan === undefined ? null : { used, limit, plan }
  return new ApiError(message, status, code, hint, field, ceiling)
}

/** The address of an operation, its path parameters filled in. */
export function addressOf<K extends OperationKey>(key: K, params: Record<string, string> = {}): string {
  return key
    .slice(key.indexOf(' ') + 1)
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

/**
 * The dashboard's typed calls: `api('POST /v1/threads/{id}/replies', { params: { id }, body: { body } })`.
 * Types come from the contract, none of its code does. Throws {@link ApiError}.
 */
export function useApi() {
  const request = useRequestFetch()
  const { tell } = useConnection()
  const me = useState<unknown>('me')
  return async function api<K extends OperationKey>(
    key: K,
    ...[sent]: Blank extends ApiRequest<K> ? [ApiRequest<K>?] : [ApiRequest<K>]
  ): Promise<ApiAnswer<K>> {
    const {
      params = {},
      query,
      body,
      signal,
    } = (sent ?? {}) as {
      params?: Record<string, string>
      query?: Record<string, string>
      body?: Record<string, unknown>
      signal?: AbortSignal
    }
    try {
      const answer = (await request(addressOf(key, params), {
        method: key.slice(0, key.indexOf(' ')) as 'GET',
        query,
        body,
        signal,
        retry: 0,
      })) as ApiAnswer<K>
      tell(200, true)
      return answer
    } catch (error) {
      const failure = toApiError(error as FetchError)
      // Who broke a call off learned nothing of the server.
      if (!signal?.aborted) tell(failure.status, Boolean(me.value))
      throw failure
    }
  }
}
