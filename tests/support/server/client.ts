import { assertInContract } from './contract'
import type { TestServer } from './server'

/** A response with its parsed body. */
export interface ApiResponse<T = unknown> {
  status: number
  headers: Headers
  body: T
}

/** The data in an error envelope. */
export interface Failure {
  statusCode: number
  statusMessage: string
  data: {
    error: string
    message: string
    hint: string | null
    field: string | null
    requestId: string
    used?: number
    limit?: number
    plan?: string
    reasons?: string[]
  }
}

/** Returns the body of an error without the id of its request, so that two errors can be compared. */
export const withoutRequestId = ({ body }: { body: Failure }): Failure => ({
  ...body,
  data: { ...body.data, requestId: '' },
})

export type Call = <T = Failure>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ApiResponse<T>>

/**
 * Returns whether `/openapi.json` describes a path. Of the paths of the sign-in library, it describes only
 * the device login.
 */
const isDocumented = (path: string) =>
  /^\/(?:v1|api)(?:\/|$)/.test(path) && !/^\/api\/auth\/(?!device\/(?:code|token)$)/.test(path)

/**
 * Returns a function that calls the server with these headers, and sends forms and JSON bodies. Compares
 * every response with the server's own `/openapi.json`.
 */
export function caller(server: Pick<TestServer, 'url' | 'log'>, always: Record<string, string> = {}): Call {
  return async <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(new URL(path, server.url), {
      method,
      headers: {
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...always,
        ...headers,
      },
      body:
        body === undefined || body instanceof FormData || typeof body === 'string'
          ? body
          : JSON.stringify(body),
    })
    const text = await response.text()
    // Prints the server's log, because the body of a response 500 does not state the cause.
    if (response.status === 500) console.error(`${method} ${path} failed; the server's log:\n${server.log()}`)
    const type = response.headers.get('content-type')
    const parsed: unknown = type?.includes('json') ? JSON.parse(text) : text
    const { pathname } = new URL(path, server.url)
    if (isDocumented(pathname))
      await assertInContract(server.url, {
        method,
        path: pathname,
        status: response.status,
        headers: response.headers,
        body: parsed,
      })
    return { status: response.status, headers: response.headers, body: parsed as T }
  }
}
