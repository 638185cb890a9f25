import type { Window as HappyWindow } from 'happy-dom'
import { createServer, type RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { ApiError, pathOf } from '#shared/client'
import { useApi } from '~/ui/network/use-api'
import { useConnection } from '~/ui/network/use-connection'
import { me } from '../../../support/dom/fixtures'
import { mountInNuxt } from '../../../support/dom/mount'

const happyWindow = window as unknown as HappyWindow

/**
 * Starts an HTTP server and sets its origin as the origin of the page. The server stops when the test ends.
 */
async function serve(listener: RequestListener): Promise<{ stop: () => Promise<void> }> {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  happyWindow.happyDOM.setURL(`http://127.0.0.1:${address.port}/`)
  const stop = async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
  onTestFinished(stop)
  return { stop }
}

const mountApi = () => mountInNuxt(() => ({ api: useApi(), connection: useConnection() }), { me: me() })

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => {
      throw new Error('The call succeeded.')
    },
    (error: unknown) => error as ApiError,
  )

function send(response: Parameters<RequestListener>[1], status: number, body: unknown) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

test('path parameters are escaped in the URL of an operation', () => {
  expect(pathOf('GET /v1/reviews/{id}', { id: 'rev_1' })).toBe('/v1/reviews/rev_1')
  expect(pathOf('GET /api/share/{token}', { token: 'a/b' })).toBe('/api/share/a%2Fb')
})

test('a call sends method, path, query and body, and returns the JSON of the response', async () => {
  const seen: unknown[] = []
  await serve((request, response) => {
    let body = ''
    request.on('data', chunk => (body += String(chunk)))
    request.on('end', () => {
      seen.push([request.method, request.url, body && JSON.parse(body)])
      send(response, 200, { ok: true })
    })
  })
  const { result } = await mountApi()
  const { api } = result
  expect(await api('GET /api/inbox', { query: { workspaceId: 'ws_1' } })).toEqual({ ok: true })
  await api('POST /v1/threads/{id}/replies', { params: { id: 'thr_1' }, body: { body: 'Done' } })
  expect(seen).toEqual([
    ['GET', '/api/inbox?workspaceId=ws_1', ''],
    ['POST', '/v1/threads/thr_1/replies', { body: 'Done' }],
  ])
})

test('an error response becomes an ApiError with code, message, hint and field', async () => {
  await serve((_, response) =>
    send(response, 422, {
      statusCode: 422,
      statusMessage: 'invalid_request',
      data: { error: 'invalid_request', message: 'The body is blank.', hint: 'Write it.', field: 'body' },
    }),
  )
  const { result } = await mountApi()
  const error = await failureOf(result.api('GET /api/me'))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    status: 422,
    code: 'invalid_request',
    message: 'The body is blank.',
    hint: 'Write it.',
    field: 'body',
    offline: false,
  })
})

test('an error response that is not from the API keeps its status and gets a general message', async () => {
  await serve((_, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'))
  const { result } = await mountApi()
  expect(await failureOf(result.api('GET /api/me'))).toMatchObject({ status: 502, code: 'internal_error' })
})

test('the page counts as offline after a call gets no response, until the next response', async () => {
  const { stop } = await serve(() => {})
  await stop()
  const { result } = await mountApi()
  const { api, connection } = result
  expect(await failureOf(api('GET /api/me'))).toMatchObject({ status: 0, code: 'offline', offline: true })
  expect(connection.offline.value).toBe(true)
  await serve((_, response) => send(response, 200, {}))
  await api('GET /api/me')
  expect(connection.offline.value).toBe(false)
})

test('a 401 response asks the person who was signed in to sign in again', async () => {
  await serve((_, response) => send(response, 401, {}))
  const { result } = await mountApi()
  await failureOf(result.api('GET /api/me'))
  expect(result.connection.signInPrompted.value).toBe(true)
})

test('an aborted call does not count as offline', async () => {
  const asked = Promise.withResolvers<undefined>()
  await serve(() => asked.resolve(undefined))
  const { result } = await mountApi()
  const stop = new AbortController()
  const call = failureOf(result.api('GET /api/me', { signal: stop.signal }))
  await asked.promise
  stop.abort()
  expect(await call).toBeInstanceOf(ApiError)
  expect(result.connection.offline.value).toBe(false)
})
