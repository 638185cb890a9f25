import type { z } from 'zod'
import { contract } from '#shared/contract'
import { errorStatus, type ErrorCode } from '#shared/contract/kit/errors'
import type { Operation } from '#shared/contract/kit/operation'
import { onTestFinished, vi } from 'vitest'
import type { ApiResponse, OperationKey } from '#shared/client'

/** A request that the dashboard sent, parsed with the schemas of the contract. */
export interface ApiCall {
  operation: OperationKey
  params: Record<string, string>
  query: Record<string, unknown>
  body: unknown
}

type Handler<K extends OperationKey> = (call: ApiCall) => ApiResponse<K> | Promise<ApiResponse<K>>
export type Handlers = { [K in OperationKey]?: Handler<K> }

/** A handler throws this error to respond with the error envelope of the contract. */
export class ErrorResponse extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string = code,
    readonly hint: string | null = null,
    readonly field: string | null = null,
  ) {
    super(message)
  }
}

/**
 * A handler throws this error to break the connection after the request has arrived, but before its response.
 */
export class ConnectionBroken extends Error {}

export interface ApiStub {
  /** The sent requests in order, including requests without a handler. */
  calls: ApiCall[]
  /** The bodies that were sent to one operation. */
  bodies: (operation: OperationKey) => unknown[]
  /** Adds or replaces handlers. */
  on: (handlers: Handlers) => void
  /** While true, no request reaches the server. */
  offline: boolean
  /** Responses to paths outside of the contract, such as paths of better-auth: "POST /api/auth/sign-out". */
  outside: Record<string, (body: unknown, query: URLSearchParams) => Response>
}

const rows = Object.values(contract) as Operation[]
const keyOf = ({ method, path }: Operation) => `${method} ${path}` as OperationKey

/**
 * Replaces the network until the test ends: the handlers respond to `fetch`. The test fails if a request or a
 * response does not match the schemas of the contract.
 */
export function stubApi(handlers: Handlers = {}): ApiStub {
  const served: Handlers = { ...handlers }
  const stub: ApiStub = {
    calls: [],
    bodies: operation => stub.calls.filter(each => each.operation === operation).map(each => each.body),
    on: more => void Object.assign(served, more),
    offline: false,
    outside: {},
  }
  const violations: unknown[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    init.signal?.throwIfAborted()
    if (stub.offline) throw new TypeError('Failed to fetch')
    try {
      const url = new URL(String(input), 'http://exhibit.test')
      const outside = stub.outside[`${init.method ?? 'GET'} ${url.pathname}`]
      if (outside) return outside(init.body ? JSON.parse(String(init.body)) : undefined, url.searchParams)
      const { row, call } = read(url, init)
      // Breaks the connection, because the page of an earlier test may still check the health of its server.
      if (call.operation === 'GET /api/health' && !served[call.operation]) throw new ConnectionBroken()
      stub.calls.push(call)
      return await respond(row, call, served[call.operation] as Handler<OperationKey> | undefined)
    } catch (error) {
      if (error instanceof ConnectionBroken) throw new TypeError('Failed to fetch', { cause: error })
      violations.push(error)
      throw error
    }
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    if (violations.length > 0) throw violations[0]
  })
  return stub
}

function read(url: URL, { method = 'GET', body }: RequestInit): { row: Operation; call: ApiCall } {
  const { row, params } = find(method, url.pathname)
  const call: ApiCall = {
    operation: keyOf(row),
    params: parse(row.params, params),
    query: parse(row.query, Object.fromEntries(url.searchParams)),
    body: row.rawRequest ? body : row.body && parse(row.body, JSON.parse(String(body ?? '{}'))),
  }
  return { row, call }
}

function find(method: string, path: string): { row: Operation; params: Record<string, string> } {
  for (const row of rows) {
    const pattern = new RegExp(`^${row.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
    const match = row.method === method ? pattern.exec(path) : null
    if (match) return { row, params: { ...match.groups } }
  }
  throw new Error(`The contract has no ${method} ${path}.`)
}

/** Returns the value that a schema parses. Throws if the schema rejects the value. */
function parse<T>(schema: z.ZodType | undefined, value: T): T {
  return schema === undefined ? value : (schema.parse(value) as T)
}

async function respond(row: Operation, call: ApiCall, handler?: Handler<OperationKey>): Promise<Response> {
  try {
    if (!handler) throw new ErrorResponse('not_found', `The test serves no ${call.operation}.`)
    const [status, schema] = Object.entries(row.responses)[0] ?? []
    const body: unknown = await handler(call)
    if (schema === null || status === undefined) return new Response(null, { status: Number(status ?? 204) })
    // The value is sent without being parsed. A geometry is a union, so parsing would keep only the fields of
    // the first kind that matches.
    parse(schema as z.ZodType, body)
    return Response.json(body, { status: Number(status) })
  } catch (error) {
    if (!(error instanceof ErrorResponse)) throw error
    const { code, message, hint, field } = error
    const statusCode = errorStatus[code]
    const data = { error: code, message, hint, field }
    return Response.json({ statusCode, statusMessage: code, data }, { status: statusCode })
  }
}
