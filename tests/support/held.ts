import { request } from 'node:http'
import type { TestServer } from './server'

/** A request whose sender has not finished its body yet. */
export interface HeldRequest {
  /** Sends the rest of the body and returns the response. */
  finish: () => Promise<{ status: number; body: unknown }>
}

/**
 * Begins a request and holds its body back: returns once the server has read the head and, with a round trip
 * in between, who is calling.
 */
export async function hold(
  server: TestServer,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string,
): Promise<HeldRequest> {
  const sent = request(new URL(path, server.url), {
    method,
    headers: {
      'content-type': 'application/json',
      ...headers,
      'content-length': Buffer.byteLength(body),
      'expect': '100-continue',
    },
  })
  const answered = new Promise<{ status: number; body: unknown }>((resolve, reject) => {
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
            body: text === '' ? null : (JSON.parse(text) as unknown),
          }),
        )
    })
  })
  // An early refusal is the test's to see, when it finishes.
  answered.catch(() => {})
  const continued = new Promise<void>(resolve => sent.once('continue', () => resolve()))
  sent.flushHeaders()
  await Promise.race([continued, answered])
  sent.write(body.slice(0, 1))
  await fetch(`${server.url}/api/health`)
  return {
    finish() {
      sent.end(body.slice(1))
      return answered
    },
  }
}
