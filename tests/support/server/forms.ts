import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { TestServer } from './server'

/** A picture of one pixel. */
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Returns bytes as a file of a form. */
export const fileOf = (data: Buffer, name = 'cart.png') => new File([new Uint8Array(data)], name)

type Parts = Record<string, string | File | (string | File)[]>

/** Returns a form with these parts, in their order. */
export function formOf(parts: Parts): FormData {
  const form = new FormData()
  for (const [name, values] of Object.entries(parts))
    for (const value of [values].flat())
      if (typeof value === 'string') form.append(name, value)
      else form.append(name, value)
  return form
}

/** Returns the bytes of a body (bytes, a form, or JSON) as they are sent, with their media type. */
export async function encode(body: object): Promise<{ type: string; body: Buffer }> {
  if (Buffer.isBuffer(body)) return { type: 'application/octet-stream', body }
  if (!(body instanceof FormData))
    return { type: 'application/json', body: Buffer.from(JSON.stringify(body)) }
  const request = new Response(body)
  const type = request.headers.get('content-type') ?? ''
  return { type, body: Buffer.from(await request.arrayBuffer()) }
}

/** Calls the server with curl. Returns the status and the parsed body. */
export async function curl(
  server: TestServer,
  path: string,
  token: string,
  args: string[],
): Promise<{ status: number; body: unknown }> {
  const { stdout } = await promisify(execFile)('curl', [
    '-sS',
    '-w',
    '\n%{http_code}',
    `${server.url}${path}`,
    '-H',
    `authorization: Bearer ${token}`,
    ...args,
  ])
  const end = stdout.lastIndexOf('\n')
  return { status: Number(stdout.slice(end + 1)), body: JSON.parse(stdout.slice(0, end)) as unknown }
}
