import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { Failure } from '../../support/server/client'
import { sharedServer } from '../../support/server/server'

const server = await sharedServer()
const proxied = await sharedServer({ RATE_LIMITS: 'on', TRUST_PROXY: 'on', UNCLAIMED_WORKSPACES: 'on' })

const made = /^[0-9a-f-]{36}$/

/** Sends a text unchanged. Returns the header `x-request-id` and the error of the response. */
async function send(request: string): Promise<{ header: string | undefined; error: Failure }> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(request)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { header: /^x-request-id: (.*)$/im.exec(head)?.[1], error: JSON.parse(body) as Failure }
}

describe('the request id', () => {
  it('every response has a different request id', async () => {
    const requests = [
      ['/api/health', 200, {}],
      ['/v1/projects', 401, {}],
      ['/v1/nowhere', 404, {}],
      ['/api/share/unknown', 404, {}],
      ['/api/auth/get-session', 200, {}],
      ['/e/unknown', 404, {}],
      ['/openapi.json', 200, {}],
      ['/favicon.svg', 200, {}],
      ['/nowhere', 404, {}],
      ['/r/unknown', 404, { headers: { accept: 'text/html' } }],
      ['/sign-in', 200, { headers: { accept: 'text/html' } }],
      ['/', 302, { headers: { accept: 'text/html' }, redirect: 'manual' }],
      ['/v1', 405, { method: 'DELETE' }],
      ['/api/health', 200, { method: 'HEAD' }],
      ['/v1/uploads/unknown', 404, { method: 'PUT', body: 'x' }],
    ] as const
    const ids = new Set<string | null>()
    for (const [path, status, init] of requests) {
      const response = await fetch(`${server.url}${path}`, init)
      const id = response.headers.get('x-request-id')
      expect([path, response.status, id]).toEqual([path, status, expect.stringMatching(made)])
      ids.add(id)
    }
    expect(ids.size).toBe(requests.length)
  })

  it.each([
    ['/v1/projects', {}],
    ['/v1/nowhere', {}],
    ['/nowhere', {}],
    ['/v1/reviews', { method: 'POST', body: '{' }],
    ['/api/auth/sign-in/email', { method: 'POST', body: '{}' }],
    ['/api/auth/device/token', { method: 'POST', body: '{}' }],
  ])('the request id is in the error of %s', async (path, init) => {
    const response = await fetch(`${server.url}${path}`, init)
    const { data } = (await response.json()) as Failure
    expect(data.requestId).toBe(response.headers.get('x-request-id'))
    expect(data.requestId).toMatch(made)
  })

  it.each([
    ['is not valid HTTP', 'hello\r\n\r\n'],
    ['has no Host', 'GET /v1 HTTP/1.1\r\n\r\n'],
  ])('the request id is in the error of a request that %s', async (_, request) => {
    const { header, error } = await send(request)
    expect(header).toMatch(made)
    expect(error.data.requestId).toBe(header)
  })

  it('a trusted proxy’s request id is used if it is a token of at most 64 characters', async () => {
    const idFor = async (given: string, { url } = proxied) =>
      (await fetch(`${url}/api/health`, { headers: { 'x-request-id': given } })).headers.get('x-request-id')
    for (const given of ['a', 'Root-1_67891233.abcdef', 'a'.repeat(64)]) {
      expect(await idFor(given)).toBe(given)
      expect(await idFor(given, server)).toMatch(made)
    }
    for (const given of ['', 'a'.repeat(65), 'a b', 'a,b', '"a"', 'é'.normalize('NFC')])
      expect([given, await idFor(given)]).toEqual([given, expect.stringMatching(made)])
  })
})
