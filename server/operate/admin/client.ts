import { SECOND } from '#shared/time'
import { OperateError } from '../fault'

/** The time in milliseconds within which the server must respond to a request. */
const RESPONSE_MS = 30 * SECOND
/**
 * The time in milliseconds within which a server on this machine must respond, to be used instead of the
 * public URL.
 */
const LOCAL_MS = SECOND

/** The addresses at which the server can be reached, and the credential of its operator. */
export interface Target {
  publicUrl: string
  port: number
  adminToken: string
}

/**
 * Calls an operation of administrators. `path` is the part of its path after `/api/admin`. Throws an
 * OperateError if the call fails.
 */
export type Call = <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<T>

/**
 * Returns a function that calls the running server: on this machine if it responds here, otherwise at its
 * public URL. A command cannot change the database itself, since a running server holds SQLite's lock.
 */
export async function connect({ publicUrl, port, adminToken }: Target): Promise<Call> {
  const local = `http://127.0.0.1:${port}`
  const base = (await isExhibit(local, publicUrl)) ? local : publicUrl
  return async (method, path, body) => {
    const response = await request(`${base}/api/admin${path}`, RESPONSE_MS, {
      method,
      headers: {
        authorization: `Bearer ${adminToken}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    }).catch((error: unknown) => {
      throw new OperateError(
        `admin: the server does not respond at ${base} (${reasonOf(error)}); start it, or set PUBLIC_URL`,
      )
    })
    return read(response, base)
  }
}

/** Returns whether this instance responds at a URL: another program must not get the token. */
async function isExhibit(base: string, publicUrl: string): Promise<boolean> {
  try {
    const response = await request(`${base}/v1`, LOCAL_MS, {})
    const index = (await response.json()) as { name?: unknown; documentation?: { openapi?: unknown } }
    return index.name === 'Exhibit' && index.documentation?.openapi === `${publicUrl}/openapi.json`
  } catch {
    return false
  }
}

/** Sends a request. Does not follow redirects, so that the token is sent nowhere else. */
const request = (url: string, milliseconds: number, init: RequestInit) =>
  fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(milliseconds) })

/** Returns why a request got no response, such as `ECONNREFUSED`. */
function reasonOf(error: unknown): string {
  const { cause = error } = error as { cause?: unknown }
  const { code, name, message } = cause as { code?: string; name?: string; message?: string }
  if (name === 'TimeoutError') return `no response within ${RESPONSE_MS / SECOND} s`
  return code ?? message ?? 'unknown'
}

async function read<T>(response: Response, base: string): Promise<T> {
  const text = await response.text()
  const body = parse(text)
  if (response.ok && body) return body as T
  if (response.status === 401)
    throw new OperateError(
      `admin: the server at ${base} does not accept ADMIN_TOKEN: ` +
        'set the same value for the server and restart it',
    )
  const { message, hint } = (body?.data ?? {}) as { message?: string; hint?: string | null }
  if (message === undefined)
    throw new OperateError(
      `admin: ${base} responded ${response.status}, and not as Exhibit does; check PUBLIC_URL and the proxy`,
    )
  throw new OperateError(`admin: ${[message, hint].filter(Boolean).join(' ')}`)
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' ? (parsed as Record<string, unknown>) : null
  } catch {
    return null
  }
}
