import { setTimeout as sleep } from 'node:timers/promises'
import {
  ApiError,
  errorOfResponse,
  methodOf,
  pathOf,
  type ApiArguments,
  type ApiResponse,
  type OperationKey,
  type RequestParts,
} from '#shared/client'
import type { Output } from './output'
import { programName } from './package-info'
import type { FormBody } from './push/form'
import { parseJson, readBody, readText, TooLargeError } from './read-body'

/** Calls the operations of one server with one token. */
export interface Api {
  readonly server: string
  /** When this signal is aborted, every call throws the reason of the signal. */
  readonly signal: AbortSignal | undefined
  /** Calls an operation. Throws an {@link ApiError} if the call fails. */
  call: <K extends OperationKey>(key: K, ...request: ApiArguments<K>) => Promise<ApiResponse<K>>
  /**
   * Calls an operation once. If the server does not respond or is unavailable, throws immediately, because
   * the caller repeats the call.
   */
  callNow: <K extends OperationKey>(key: K, ...request: ApiArguments<K>) => Promise<ApiResponse<K>>
  /** Calls an operation with an `Idempotency-Key`, so that a retry has no further effect. */
  callOnce: <K extends OperationKey>(
    key: K,
    idempotencyKey: string,
    ...request: ApiArguments<K>
  ) => Promise<ApiResponse<K>>
  /**
   * Sends a form of files and texts with an `Idempotency-Key`, like {@link callOnce}. `isReplay` is true if
   * the server stored nothing, but repeated its response to an earlier call with this key.
   */
  sendForm: (
    idempotencyKey: string,
    form: FormBody,
  ) => Promise<{ submitted: ApiResponse<'POST /v1/evidence'>; isReplay: boolean }>
  /**
   * Returns the headers and the body of the response of a GET request. Throws an {@link ApiError} if it
   * fails.
   */
  read: (path: string) => Promise<{ headers: Headers; body: Buffer }>
}

interface ApiOptions {
  server: string
  token?: string
  /** Returns a new token. Called once, when the server no longer accepts the first token. */
  renewToken?: () => Promise<string>
  /** Called with the number of seconds when the server asks the client to wait. */
  onWait?: (seconds: number) => void
  /** When this signal is aborted, every call throws the reason of the signal. */
  signal?: AbortSignal
}

/**
 * The failures after which a request is retried. `always`: there is no response, or its status is 429 or 503.
 * `ifRefused`: the status is 429 or 503, which means that the request had no effect. `ifRateLimited`: the
 * status is 429; the caller itself retries after the other failures.
 */
type RetryPolicy = 'always' | 'ifRefused' | 'ifRateLimited'

/** The number of times that a request is sent if it gets no response and is safe to repeat. */
const MAX_ATTEMPTS = 3
const FIRST_PAUSE_MS = 400
/**
 * The maximum total time in seconds that one request waits while the server limits the request rate or
 * restarts.
 */
const MAX_WAIT_SECONDS = 180

/** Returns the client of a server. */
export function createApi(options: ApiOptions): Api {
  const { server, token: first, renewToken, onWait = () => {}, signal: ending } = options
  let token = first
  let renewal: Promise<string> | undefined

  async function send(
    path: string,
    init: RequestInit,
    retry: RetryPolicy,
    openBody?: FormBody['open'],
  ): Promise<Response> {
    let waited = 0
    let lost = 0
    for (;;) {
      const used = token
      const headers = { ...init.headers, ...(used && { authorization: `Bearer ${used}` }) }
      const opened = { ...init, headers, ...(openBody && { body: openBody(), duplex: 'half' as const }) }
      const response = await fetch(server + path, opened).catch((error: unknown) => {
        init.signal?.throwIfAborted()
        if (retry === 'always' && ++lost < MAX_ATTEMPTS) return null
        throw unreachable(server, error)
      })
      if (!response) {
        await pause(FIRST_PAUSE_MS * 2 ** (lost - 1), init.signal)
        continue
      }
      if (response.ok) return response
      const error = await readError(server, response)
      if (error.status === 401 && renewToken && used === first) {
        renewal ??= renewToken()
        token = await renewal
        continue
      }
      const isLeftToCaller = retry === 'ifRateLimited' && error.status === 503
      const seconds = isLeftToCaller ? null : secondsToWait(error, response)
      if (seconds === null || waited + seconds > MAX_WAIT_SECONDS) throw error
      waited += seconds
      onWait(seconds)
      await pause(seconds * 1000, init.signal)
    }
  }

  async function callWith<K extends OperationKey>(
    key: K,
    [input]: ApiArguments<K>,
    { idempotencyKey, retry }: { idempotencyKey?: string; retry?: RetryPolicy } = {},
  ): Promise<ApiResponse<K>> {
    const { params, query, body, ...own } = (input ?? {}) as RequestParts
    const signal = own.signal && ending ? AbortSignal.any([own.signal, ending]) : (own.signal ?? ending)
    const method = methodOf(key)
    const response = await send(
      pathOf(key, params) + queryOf(query),
      {
        method,
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: signal ?? null,
      },
      retry ?? (method === 'GET' || idempotencyKey !== undefined ? 'always' : 'ifRefused'),
    )
    return readJson(server, response, signal)
  }

  return {
    server,
    signal: ending,
    call: (key, ...request) => callWith(key, request),
    callNow: (key, ...request) => callWith(key, request, { retry: 'ifRateLimited' }),
    callOnce: (key, idempotencyKey, ...request) => callWith(key, request, { idempotencyKey }),
    async sendForm(idempotencyKey, { headers, open }) {
      const init = {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': idempotencyKey },
        signal: ending ?? null,
      }
      const response = await send('/v1/evidence', init, 'always', open)
      const isReplay = response.headers.get('idempotent-replay') === 'true'
      return { submitted: await readJson(server, response, ending), isReplay }
    },
    async read(path) {
      const response = await send(path, { signal: ending ?? null }, 'always')
      const body = await readBody(response).catch((error: unknown) => {
        ending?.throwIfAborted()
        throw unreadable(server, error)
      })
      return { headers: response.headers, body }
    },
  }
}

/**
 * Returns the JSON of a response. Throws an error with the code `unreachable` if the connection is lost or
 * the body does not end, or `not_exhibit` if the body is not a JSON object or is too large. If the signal was
 * aborted, throws the reason of the signal.
 */
export async function readJson<T>(server: string, response: Response, signal?: AbortSignal): Promise<T> {
  const text = await readText(response).catch((error: unknown) => {
    signal?.throwIfAborted()
    throw unreadable(server, error)
  })
  try {
    const value = parseJson(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as T
  } catch {
    // The text is not JSON, or too large.
  }
  throw notExhibit(server)
}

/** Returns the error of a response whose body was not read to its end. */
const unreadable = (server: string, error: unknown): ApiError =>
  error instanceof TooLargeError ? notExhibit(server) : unreachable(server, error)

/** Returns a function that informs people that the server asks the command to wait. */
export const waitNote =
  ({ notice }: Output) =>
  (seconds: number) => {
    if (seconds > 1) notice(`The server asks to wait ${seconds} s.`)
  }

/** Waits for the given milliseconds. If the signal is aborted during the wait, throws its reason. */
export async function pause(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  await sleep(ms, undefined, { signal: signal ?? undefined }).catch((error: unknown) => {
    signal?.throwIfAborted()
    throw error
  })
}

function queryOf(query: RequestParts['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, `${value}`]))}`
}

/** Returns the seconds to wait before a refused request is retried; null if it must not be retried. */
function secondsToWait(error: ApiError, response: Response): number | null {
  if (error.code === 'idempotency_in_progress') return 1
  if (error.status !== 429 && error.status !== 503) return null
  return Math.max(1, Number(response.headers.get('retry-after')) || 1)
}

/** Returns the error for a failed response, with a hint for users of the command line. */
export async function readError(server: string, response: Response): Promise<ApiError> {
  const text = await readText(response).catch(() => '')
  let body: unknown
  try {
    body = parseJson(text)
  } catch {
    if (response.status === 413) return tooLargeForProxy(server)
    const isOfProxy = response.status >= 500 || response.status === 429
    return isOfProxy ? errorOfResponse(response.status, null) : notExhibit(server)
  }
  const error = errorOfResponse(response.status, body)
  if (error.status !== 401) return error
  return new ApiError(
    `${server} does not accept the token: it is invalid, revoked or expired.`,
    401,
    error.code,
    `Run "${programName()} login ${server}", or set EXHIBIT_TOKEN to a new agent token.`,
    null,
  )
}

/** Returns the error of a request that got no response. */
export function unreachable(server: string, error: unknown): ApiError {
  const { cause } = error as { cause?: { code?: string; message?: string } }
  const reason = cause?.code ?? cause?.message ?? (error as Error).message
  return new ApiError(
    `Cannot reach ${server} (${reason}).`,
    0,
    'unreachable',
    `${proxyHint() ?? 'Check the address and that the server is running'}, ` +
      'then run the same command again: it continues where it stopped.',
    null,
  )
}

/** Returns a hint if environment variables name a proxy that Node.js does not use; else null. */
function proxyHint(): string | null {
  const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy']
  const name = names.find(each => process.env[each])
  if (!name || process.env.NODE_USE_ENV_PROXY === '1') return null
  return `Node.js ignores ${name}. To use it, set NODE_USE_ENV_PROXY=1 (Node.js 22.21, 24 or later)`
}

/**
 * Returns the error for a request that is too large for a proxy in front of the server. Exhibit itself has
 * another error for a request that is too large.
 */
const tooLargeForProxy = (server: string) =>
  new ApiError(
    `A proxy in front of ${server} takes no request of this size (413).`,
    413,
    'too_large',
    'Send a smaller file, or let its operator raise the limit of the proxy: client_max_body_size of nginx.',
    null,
  )

export const notExhibit = (server: string) =>
  new ApiError(
    `${server} does not respond like an Exhibit server.`,
    502,
    'not_exhibit',
    'Check the address: use the address of the dashboard, without a path.',
    null,
  )
