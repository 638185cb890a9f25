import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { Failure } from '../../support/server/client'
import { sharedServer } from '../../support/server/server'

const server = await sharedServer()
const logged = server.log()

/** Sends a text unchanged, and reads until the server closes the connection. */
async function send(text: string): Promise<{ status: number; headers: Headers; body: Failure }> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk
  })
  socket.write(text)
  await once(socket, 'close')
  const [head = '', body = ''] = received.split('\r\n\r\n')
  const [line = '', ...headers] = head.split('\r\n')
  return {
    status: Number(line.split(' ')[1]),
    headers: new Headers(
      headers.map((each): [string, string] => [
        each.slice(0, each.indexOf(':')),
        each.slice(each.indexOf(':') + 1),
      ]),
    ),
    body: JSON.parse(body) as Failure,
  }
}

const get = 'GET /api/health HTTP/1.1\r\nHost: x\r\n'

describe('a request that is not valid HTTP', () => {
  it.each<[string, string, number, string]>([
    [
      'headers of 16 KiB and more',
      `${get}X-Large: ${'a'.repeat(16 * 1024)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    ['headers of 5 MiB', `${get}X-Large: ${'a'.repeat(5 * 1024 * 1024)}\r\n\r\n`, 431, 'headers_too_large'],
    [
      'an address of 20 KiB',
      `GET /${'a'.repeat(20 * 1024)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    ['no request line', 'hello\r\n\r\n', 400, 'bad_request'],
    ['a header name with a space', `${get}A B: c\r\n\r\n`, 400, 'bad_request'],
    [
      'two lengths of the body',
      'POST /v1/bootstrap HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc',
      400,
      'bad_request',
    ],
    [
      'a chunk of no size',
      'POST /api/auth/sign-in/email HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      400,
      'bad_request',
    ],
    ['no Host', 'GET /api/health HTTP/1.1\r\n\r\n', 400, 'bad_request'],
    ['two hosts', 'GET /api/health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400, 'bad_request'],
    ['two hosts in HTTP/1.0', 'GET /api/health HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n', 400, 'bad_request'],
    ...['a<b', 'a b', '[::1', 'a:99999', '@', 'u@h', '%00', 'a/b', 'a?b', 'a\\b'].map(
      host =>
        [`Host ${host}`, `GET /sign-in HTTP/1.1\r\nHost: ${host}\r\n\r\n`, 400, 'bad_request'] as [
          string,
          string,
          number,
          string,
        ],
    ),
    ['no Host, for a file', 'GET /favicon.svg HTTP/1.1\r\n\r\n', 400, 'bad_request'],
  ])('a request with %s gets a JSON error, and its connection is closed', async (_, text, status, error) => {
    const response = await send(text)
    expect(response).toMatchObject({ status, body: { statusCode: status, data: { error, field: null } } })
    expect(response.body.data.message).toBeTruthy()
    expect(response.body.data.hint).toBeTruthy()
    expect([
      response.headers.get('content-type'),
      response.headers.get('connection'),
      response.headers.get('cache-control'),
    ]).toEqual(['application/json', 'close', 'no-store'])
  })

  it('unusual but valid HTTP is accepted: 15 KiB of headers, HTTP/1.0 without Host', async () => {
    expect(
      (await fetch(`${server.url}/api/health`, { headers: { 'x-large': 'a'.repeat(15 * 1024) } })).status,
    ).toBe(200)
    expect(await send('GET /api/health HTTP/1.0\r\n\r\n')).toMatchObject({ status: 200, body: { ok: true } })
    for (const host of ['', 'localhost', 'a.b:80', '[::1]:3000', '127.0.0.1', 'a_b', 'xn--bcher-kva.example'])
      expect(
        await send(`GET /api/health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
      ).toMatchObject({
        status: 200,
      })
    expect(
      await send('GET /api/health HTTP/1.1\r\nHost: x\r\nExpect: a-reply\r\nConnection: close\r\n\r\n'),
    ).toMatchObject({ status: 200, body: { ok: true } })
    expect(server.log()).toBe(logged)
  })

  it('a path that begins with two slashes gets a 404, and its token is not logged', async () => {
    for (const path of ['//r/shr_secret', '//v1/projects?token=shr_secret', '///', '//%2e%2e/r/shr_secret'])
      expect([
        path,
        (await send(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).status,
      ]).toEqual([path, 404])
    expect(server.log().slice(logged.length)).not.toContain('VUE_ROUTER')
    expect(server.log()).not.toContain('shr_secret')
  })
})
