import type { Contract } from './contract'
import type { ErrorEnvelope, RefusedFile } from './contract/kit/errors'
import type { OutputOf, RequestOf } from './contract/kit/operation'

// The types and errors of API calls, for the dashboard and the command line. This file imports only types
// from the contract, because the schemas of the contract are large.

type Row = Contract[keyof Contract]
type KeyOf<T> = T extends { method: infer M extends string; path: infer P extends string }
  ? `${M} ${P}`
  : never

/** The method and path of an operation in the contract, such as "GET /v1/reviews". */
export type OperationKey = KeyOf<Row>
type RowOf<K extends OperationKey> = Row extends infer T
  ? T extends Row
    ? KeyOf<T> extends K
      ? T
      : never
    : never
  : never

type DefinedParts<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }
type Empty = Record<never, never>
/**
 * Makes each part of a request (parameters, query or body) optional if all fields of the part are optional.
 */
type OptionalParts<T> = { [K in keyof T as Empty extends T[K] ? K : never]?: T[K] } & {
  [K in keyof T as Empty extends T[K] ? never : K]: T[K]
}
export type ApiRequest<K extends OperationKey> = OptionalParts<DefinedParts<RequestOf<RowOf<K>>>> & {
  signal?: AbortSignal
}
/** The arguments of a call. The request can be omitted if all its parts are optional. */
export type ApiArguments<K extends OperationKey> =
  Empty extends ApiRequest<K> ? [ApiRequest<K>?] : [ApiRequest<K>]
export type ApiResponse<K extends OperationKey> = OutputOf<RowOf<K>>

/** The parts of a request in the form in which they are sent. */
export interface RequestParts {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  body?: Record<string, unknown> | Blob
  signal?: AbortSignal
}

/** The quota that a request would exceed, with the usage and the limit at the time of the request. */
export interface ReachedQuota {
  used: number
  limit: number
  plan: string
}

/**
 * An error response of the API, or the error for a request that got no response. `message` and `hint` can be
 * shown to people.
 */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly code: string,
    readonly hint: string | null,
    readonly field: string | null,
    /** The quota that was reached, if the status is 402. */
    readonly quota: ReachedQuota | null = null,
    /** The refused files of a form. The list is empty unless every file was refused. */
    readonly refused: RefusedFile[] = [],
  ) {
    super(message)
    this.name = 'ApiError'
  }

  /** The fields that Nuxt sends to the browser if this error occurs during server rendering. */
  get data() {
    return { code: this.code, hint: this.hint, quota: this.quota }
  }

  /** Whether the request got no response. The server may have received it nevertheless. */
  get offline(): boolean {
    return this.status === 0
  }
}

/**
 * Returns the error for a response with a status and a parsed body. The status is 0 if there was no response.
 */
export function errorOfResponse(status: number, body: unknown): ApiError {
  const detail = detailOf(body)
  if (!detail)
    return new ApiError(
      status === 0 ? "Can't reach the server." : 'Something went wrong on the server.',
      status,
      status === 0 ? 'offline' : 'internal_error',
      'No data was lost. Try again in a moment.',
      null,
    )
  const { error: code, message, hint, field = null, used, limit, plan, refused } = detail
  const quota = used === undefined || limit === undefined || plan === undefined ? null : { used, limit, plan }
  return new ApiError(message, status, code, hint, field, quota, refused)
}

type Envelope = ErrorEnvelope['data']
type ErrorDetail = Pick<Envelope, 'error' | 'message' | 'hint'> & Partial<Envelope>

/**
 * Returns the error in a response body. On upload URLs, the body itself is the error. In other responses, the
 * error is inside an envelope.
 */
function detailOf(body: unknown): ErrorDetail | null {
  if (typeof body !== 'object' || body === null) return null
  const { data = body } = body as { data?: unknown }
  const detail = data as Partial<ErrorDetail> | null
  return detail?.error && detail.message !== undefined ? (detail as ErrorDetail) : null
}

/** Returns the path of an operation, with the parameters filled in. */
export function pathOf<K extends OperationKey>(key: K, params: Record<string, string> = {}): string {
  return key
    .slice(key.indexOf(' ') + 1)
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

/** Returns the HTTP method of an operation. */
export const methodOf = (key: OperationKey): string => key.slice(0, key.indexOf(' '))
