import { afterAll, describe, expect, it } from 'vitest'
import { caller } from '../../support/server/client'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { assertInContract } from '../../support/server/contract'
import { ownFixture } from '../../support/server/fixture'

const fixture = await ownFixture({ RATE_LIMITS: 'on' })
const { server, agent, projectId, png } = fixture
afterAll(() => server.stop())

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, { headers?: Record<string, unknown> }> }>>
}
const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as Document

const done = await upload(agent, await newReview(agent, projectId), png)
const token = await fixture.person.token()
const files: Record<string, { url: string; headers: Record<string, string>; path: string }> = {
  embed: { url: done.embedUrl ?? '', headers: {}, path: '/e/{token}' },
  download: { url: done.downloadUrl ?? '', headers: {}, path: '/e/{token}' },
  original: {
    url: `${server.url}/v1/artifacts/${done.artifactId}/download`,
    headers: { authorization: `Bearer ${token}` },
    path: '/v1/artifacts/{id}/download',
  },
}

const requests: [what: string, headers: (etag: string) => Record<string, string>, status: number][] = [
  ['the whole', () => ({}), 200],
  ['a range', () => ({ range: 'bytes=2-9' }), 206],
  ['its end', () => ({ range: 'bytes=-4' }), 206],
  ['several ranges', () => ({ range: 'bytes=0-1,4-5' }), 200],
  ['a range of the same file', etag => ({ 'range': 'bytes=0-3', 'if-range': etag }), 206],
  ['a range of another file', () => ({ 'range': 'bytes=0-3', 'if-range': '"another"' }), 200],
  ['a file that the client has', etag => ({ 'if-none-match': `"another", ${etag}` }), 304],
  ['a range past the end', () => ({ range: 'bytes=99999999-' }), 416],
]

describe('the responses for a file', () => {
  it.each(
    Object.entries(files).flatMap(([kind, file]) =>
      requests.map(([what, headersFor, status]) => ({ kind, file, what, headersFor, status })),
    ),
  )(
    'the response for the file $kind ($what) matches /openapi.json with all headers',
    async ({ file, headersFor, status }) => {
      const etag =
        (await fetch(file.url, { method: 'HEAD', headers: file.headers })).headers.get('etag') ?? ''
      const response = await fetch(file.url, { headers: { ...file.headers, ...headersFor(etag) } })
      expect(response.status).toBe(status)
      await assertInContract(server.url, {
        method: 'GET',
        path: new URL(file.url).pathname,
        status,
        headers: response.headers,
        body: status === 416 ? await response.json() : await response.text(),
      })
      const documented = Object.keys(document.paths[file.path]?.get?.responses[status]?.headers ?? {})
      expect(documented).toContain('ETag')
      for (const name of documented) expect([name, response.headers.has(name)]).toEqual([name, true])
    },
  )

  it('the errors of an unknown file and of an unknown width match /openapi.json', async () => {
    for (const [path, status] of [
      ['/e/unknown', 404],
      [`${new URL(done.embedUrl ?? '').pathname}?w=321`, 422],
    ] as const) {
      const response = await fetch(server.url + path)
      const { pathname } = new URL(path, server.url)
      expect(response.status).toBe(status)
      const body: unknown = await response.json()
      await assertInContract(server.url, {
        method: 'GET',
        path: pathname,
        status,
        headers: response.headers,
        body,
      })
    }
  })
})

it('/openapi.json describes Idempotent-Replay, Retry-After, WWW-Authenticate and Allow', async () => {
  // `agent` and `anonymous` compare each response with /openapi.json. The assertions are about the headers.
  const body = { title: 'Once', projectId }
  const key = { 'idempotency-key': 'once' }
  await agent('POST', '/v1/reviews', body, key)
  const replay = await agent('POST', '/v1/reviews', body, key)
  expect([replay.status, replay.headers.get('idempotent-replay')]).toEqual([200, 'true'])
  const anonymous = caller(server)
  const unauthorized = await anonymous('GET', '/v1/projects')
  expect([unauthorized.status, unauthorized.headers.get('www-authenticate')]).toEqual([
    401,
    'Bearer realm="exhibit"',
  ])
  const notAllowed = await anonymous('PUT', '/v1/projects')
  expect([notAllowed.status, notAllowed.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
  for (let sent = 0; sent < 60; sent++) await agent('POST', '/v1/reviews', {})
  const limited = await agent('POST', '/v1/reviews', {})
  expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true])
})

describe('the description of the device login', () => {
  it('the responses of the device login match /openapi.json, for form and JSON requests', async () => {
    // `anonymous` compares each response with /openapi.json.
    const anonymous = caller(server)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const began = await anonymous<{ device_code: string; user_code: string }>(
      'POST',
      '/api/auth/device/code',
      'client_id=exhibit-cli',
      form,
    )
    expect(began.status).toBe(200)
    const grant = 'urn:ietf:params:oauth:grant-type:device_code'
    const poll = (fields: Record<string, string> = {}) =>
      anonymous<{ error?: string; access_token?: string }>('POST', '/api/auth/device/token', {
        grant_type: grant,
        client_id: 'exhibit-cli',
        device_code: began.body.device_code,
        ...fields,
      })
    const errorOf = async (asked: ReturnType<typeof poll>) => {
      const { status, body } = await asked
      return [status, body.error]
    }
    expect(await errorOf(poll())).toEqual([400, 'authorization_pending'])
    expect(await errorOf(poll())).toEqual([400, 'slow_down'])
    expect(await errorOf(poll({ client_id: 'outsider' }))).toEqual([400, 'invalid_client'])
    expect(await errorOf(poll({ device_code: 'unknown' }))).toEqual([400, 'invalid_grant'])
    expect(await errorOf(poll({ grant_type: 'password' }))).toEqual([400, 'invalid_request'])
    expect(
      (await anonymous('POST', '/api/auth/device/token', 'x', { 'content-type': 'text/plain' })).status,
    ).toBe(415)
    expect(await errorOf(anonymous('POST', '/api/auth/device/code', '{'))).toEqual([400, 'bad_request'])
    await fixture.person.call('GET', `/api/auth/device?user_code=${began.body.user_code}`)
    await fixture.person.call('POST', '/api/auth/device/approve', { userCode: began.body.user_code })
    await server.advance(6000)
    const granted = await poll()
    expect([granted.status, typeof granted.body.access_token]).toEqual([200, 'string'])
  })
})
