import { Agent, request } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import { caller, type Failure } from '../../support/server/client'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { sharedFixture } from '../../support/server/fixture'
import { refused } from '../../support/server/refusals'

const { server, person, agent, projectId, png } = await sharedFixture()
const reviewId = await newReview(agent, projectId)

describe('a request', () => {
  it('malformed JSON gets 400, another content type 415, and a too large body 413', async () => {
    expect(await agent('POST', '/v1/reviews', '{"title":')).toMatchObject(refused(400, 'bad_request'))
    expect(await agent('POST', '/v1/reviews', '[]')).toMatchObject(refused(400, 'bad_request'))
    expect(
      await agent('POST', '/v1/reviews', 'title=x', { 'content-type': 'application/x-www-form-urlencoded' }),
    ).toMatchObject(refused(415, 'unsupported_media_type'))
    expect(
      await agent('POST', '/v1/reviews', JSON.stringify({ title: 'x'.repeat(1_100_000) })),
    ).toMatchObject(refused(413, 'too_large'))
  })

  it('after a request with a too large body, the connection can be used again', async () => {
    const agentOfOne = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agentOfOne.destroy())
    const send = (method: string, path: string, body: string, type = 'application/json') =>
      new Promise<{ status: number | undefined; reused: boolean }>((resolve, reject) => {
        const headers = { 'content-type': type, 'origin': server.url }
        const sent = request(`${server.url}${path}`, { method, agent: agentOfOne, headers }, response => {
          response
            .resume()
            .on('end', () => resolve({ status: response.statusCode, reused: sent.reusedSocket }))
        })
        sent.on('error', reject).end(body)
      })
    const large = JSON.stringify({ title: 'x'.repeat(3_000_000) })
    const form = 'application/x-www-form-urlencoded'
    expect(await send('GET', '/api/health', '')).toEqual({ status: 200, reused: false })
    expect(await send('POST', '/api/auth/sign-in/email', large)).toEqual({ status: 413, reused: true })
    expect(await send('GET', '/api/health', '')).toEqual({ status: 200, reused: true })
    expect(await send('POST', '/oauth/token', large, form)).toEqual({ status: 413, reused: true })
    expect(await send('GET', '/api/health', '')).toEqual({ status: 200, reused: true })
  })

  it('a form may have 100 fields; more fields or a repeated field get 400', async () => {
    const send = async (fields: string[], path = '/oauth/token') => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const body = fields.join('&')
      const response = await fetch(`${server.url}${path}`, { method: 'POST', headers, body })
      return { status: response.status, text: await response.text() }
    }
    const named = (count: number) => Array.from({ length: count }, (_, index) => `x${index}`)
    for (const path of ['/oauth/token', '/oauth/revoke', '/api/auth/device/code']) {
      expect((await send(named(100), path)).text).not.toContain('more than')
      expect(await send(named(101), path)).toMatchObject({
        status: 400,
        text: expect.stringContaining('more than 100 fields'),
      })
      expect(await send(['a=1', 'a=2'], path)).toMatchObject({
        status: 400,
        text: expect.stringContaining('repeated'),
      })
    }
  })

  it('a JSON body with too many values gets 400', async () => {
    const unknown = (count: number) => ({ title: 'x', list: Array.from({ length: count }, () => 0) })
    const { jsonValues } = limits
    const send = (body: object) => agent('POST', '/v1/reviews', { ...body, projectId })
    // The values of `title`, `list` and `projectId` count too, not only the entries of the list.
    expect(await send(unknown(jsonValues - 3))).toMatchObject({ status: 201 })
    expect(await send(unknown(jsonValues - 2))).toMatchObject({
      status: 400,
      body: { data: { message: `The body has more than ${jsonValues} values.` } },
    })
    expect(await send({ title: 'x', ['a,'.repeat(jsonValues)]: ',' })).toMatchObject({ status: 201 })
    const signIn = await fetch(`${server.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'origin': server.url },
      body: JSON.stringify(unknown(jsonValues)),
    })
    expect(signIn.status).toBe(400)
  })

  it('the error for a request without a credential names a document about the device login', async () => {
    const { body } = await caller(server)<Failure>('POST', '/v1/evidence')
    const [, path = ''] = /device login.* GET (\S+)/.exec(body.data.hint ?? '') ?? []
    const document = await (await fetch(server.url + path)).text()
    expect(document).toContain('$EXHIBIT_URL/api/auth/device/code')
  })

  it('an idle connection stays open for 75 seconds, longer than the 60 of load balancers', async () => {
    const response = await fetch(`${server.url}/api/health`)
    expect(response.headers.get('keep-alive')).toBe('timeout=75')
  })

  it('a request without a credential or with an unknown token gets 401, even with a cookie', async () => {
    const anonymous = caller(server)
    expect(await anonymous('GET', `/v1/reviews/${reviewId}`)).toMatchObject(refused(401, 'unauthorized'))
    expect(
      await anonymous('GET', `/v1/reviews/${reviewId}`, undefined, { authorization: 'Bearer svc_unknown' }),
    ).toMatchObject(refused(401, 'unauthorized'))
    expect(
      await person.call('GET', `/v1/reviews/${reviewId}`, undefined, { authorization: 'Bearer svc_unknown' }),
    ).toMatchObject(refused(401, 'unauthorized'))
  })

  it('an unknown path or another HTTP method gets a JSON error, for any Accept header', async () => {
    const html = { accept: 'text/html' }
    expect(await agent('GET', '/v1/nothing', undefined, html)).toMatchObject(refused(404, 'not_found'))
    expect(await agent('GET', '/api/nothing', undefined, html)).toMatchObject(refused(404, 'not_found'))
    const wrong = await agent('DELETE', '/v1/reviews', undefined, html)
    expect(wrong).toMatchObject(refused(405, 'method_not_allowed'))
    expect(wrong.headers.get('allow')).toBe('GET, HEAD, POST')
    expect(await agent('GET', '/v1/reviews/rev_!!')).toMatchObject(refused(404, 'not_found'))
    expect(await agent('GET', '/v1/reviews/art_01ABC')).toMatchObject(refused(404, 'not_found'))
  })

  it('an error states the accepted input, and names the field if a field is invalid', async () => {
    const said = async (body: unknown, path = '/v1/reviews') => {
      const { data } = (await agent('POST', path, body)).body
      return [data.field, data.message]
    }
    expect(await said({})).toEqual(['title', '"title" is required.'])
    expect(await said({ title: null, projectId })).toEqual(['title', '"title" must be a string, not null.'])
    expect(
      await said(
        { reviewId, kind: 'audio', title: 'x', mime: 'image/png', bytes: 1 },
        '/v1/artifacts/uploads',
      ),
    ).toEqual(['kind', '"kind" must be one of "image", "video".'])
    expect(
      await said(
        { reviewId, kind: 'image', title: 'x', mime: 'image/png', bytes: 0 },
        '/v1/artifacts/uploads',
      ),
    ).toEqual(['bytes', '"bytes" must be at least 1.'])
    expect(
      await said(
        { reviewId, kind: 'image', title: 'x', mime: 'image/png', bytes: 1.5 },
        '/v1/artifacts/uploads',
      ),
    ).toEqual(['bytes', '"bytes" must be a whole number.'])
    const done = await upload(agent, reviewId, png)
    expect(
      await said(
        { body: 'x', kind: 'arrow', geometry: 'left' },
        `/v1/artifacts/${done.artifactId}/annotations`,
      ),
    ).toEqual(['geometry', '"geometry" must be an object, not string.'])
    expect((await agent('PATCH', `/v1/artifacts/${done.artifactId}`, {})).body.data).toMatchObject({
      field: null,
      message: 'The request must have at least one of title, description, variationGroup.',
    })
  })

  it('sign-in requests have the same size limits and errors as others, with any Host header', async () => {
    const anonymous = caller(server)
    const path = '/api/auth/sign-in/email'
    expect(await anonymous('POST', path, JSON.stringify({ email: 'x'.repeat(1_100_000) }))).toMatchObject(
      refused(413, 'too_large'),
    )
    expect(await anonymous('POST', path, {})).toMatchObject({
      status: 422,
      body: { data: { error: 'invalid_request', field: 'email', message: '"email" is required.' } },
    })
    for (const name of [' ', 'x'.repeat(101)])
      expect(
        await anonymous('POST', '/api/auth/sign-up/email', {
          name,
          email: 'long@example.com',
          password: 'correct horse battery',
        }),
      ).toMatchObject(refused(422, 'invalid_request', 'name'))
    expect(await anonymous('POST', '/api/auth/device/token', { grant_type: 'x' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    })
    const other = await anonymous('OPTIONS', path)
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
    expect((await fetch(`${server.url}/api/auth/get-session`, { method: 'HEAD' })).status).toBe(200)
    for (const unknown of ['/api/auth', '/api/authentic', '/api/_internal'])
      expect([unknown, await anonymous('GET', unknown, undefined, { accept: 'text/html' })]).toMatchObject([
        unknown,
        refused(404, 'not_found'),
      ])
    const strange = await new Promise<number | undefined>((resolve, reject) => {
      request(
        `${server.url}${path}`,
        { method: 'POST', headers: { 'host': 'elsewhere.example', 'content-type': 'application/json' } },
        response => resolve(response.resume().statusCode),
      )
        .on('error', reject)
        .end(JSON.stringify({ email: 'unknown@example.com', password: 'correct horse battery' }))
    })
    expect(strange).toBe(401)
  })

  it('an unknown value of a query parameter gets 422, but an unknown body field is ignored', async () => {
    expect(await agent('GET', `/v1/reviews/${reviewId}/threads?status=closed`)).toMatchObject(
      refused(422, 'invalid_request', 'status'),
    )
    expect((await agent('POST', '/v1/reviews', { title: 'x', projectId, surprise: true })).status).toBe(201)
  })
})
