import { request } from 'node:http'
import type { TestServer } from './server'

/** A request whose body is not complete yet. */
export interface PausedRequest {
  /** Sends the rest of the body and returns the response. */
  finish: () => Promise<{ status: number; body: unknown }>
}

/**
 * Starts a request and sends only the first byte of its body. Returns once the server has read the head of
 * the request and, after another round trip, has loaded the caller.
 */
export async function pauseRequest(
  server: TestServer,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | Buffer,
): Promise<PausedRequest> {
  const bytes = Buffer.from(body)
  const sent = request(new URL(path, server.url), {
    method,
    headers: {
      'content-type': 'application/json',
      ...headers,
      'content-length': bytes.length,
      'expect': '100-continue',
    },
  })
  const result = new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', response => {
      let text = ''
      response
        .setEncoding('utf8')
        .on('data', (chunk: string) => {
          text += chunk
        })
        .on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: response.headers['content-type']?.includes('json') ? (JSON.parse(text) as unknown) : text,
          }),
        )
    })
  })
  // Prevents an unhandled rejection: the test gets an early error only when it finishes the request.
  result.catch(() => {})
  const continued = new Promise<void>(resolve => sent.once('continue', () => resolve()))
  sent.flushHeaders()
  await Promise.race([continued, result])
  sent.write(bytes.subarray(0, 1))
  await fetch(`${server.url}/api/health`)
  return {
    finish() {
      sent.end(bytes.subarray(1))
      return result
    },
  }
}
