import { afterAll, describe, expect, it } from 'vitest'
import { newReview } from '../../support/reviews/review'
import { put } from '../../support/reviews/uploads'
import { ownFixture, sharedFixture } from '../../support/server/fixture'

const { server, person, agent, projectId, png } = await ownFixture({ ACCESS_LOG: 'on', LOG_LEVEL: 'info' })
const other = await sharedFixture({ LOG_LEVEL: 'info' })
afterAll(() => server.stop())

interface Line extends Record<string, unknown> {
  message: string
  requestId?: string
}

const linesOf = (log: string) =>
  log
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Line)

/** Waits for the log line of a request. */
async function lineOf(response: { headers: Headers }): Promise<Line | undefined> {
  const id = response.headers.get('x-request-id')
  const find = () => linesOf(server.log()).find(line => line.message === 'request' && line.requestId === id)
  await expect.poll(find).toBeDefined()
  return find()
}

/** The example of https://www.w3.org/TR/trace-context/#traceparent-header */
const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

describe('the access log', () => {
  it('a line of the access log has the trace id of a valid `traceparent` header', async () => {
    const lineWith = async (value: string) =>
      lineOf(await fetch(`${server.url}/v1/projects`, { headers: { traceparent: value } }))
    expect(await lineWith(traceparent)).toHaveProperty('traceId', '4bf92f3577b34da6a3ce929d0e0e4736')
    for (const invalid of [traceparent.slice(1), traceparent.replace(/-4.+?-/, `-${'0'.repeat(32)}-`), 'x'])
      expect(await lineWith(invalid)).not.toHaveProperty('traceId')
  })

  it('the access log is off by default', () => {
    expect(linesOf(other.server.log()).filter(line => line.message === 'request')).toEqual([])
  })

  it('a line of the access log contains operation, status, time, bytes and caller of a request', async () => {
    expect(
      await lineOf(await person.call('GET', `/v1/reviews/${await newReview(agent, projectId)}`)),
    ).toEqual({
      time: expect.any(String) as string,
      level: 'info',
      message: 'request',
      requestId: expect.stringMatching(/^[\w-]{36}$/) as string,
      method: 'GET',
      operation: 'readReview',
      path: '/v1/reviews/{id}',
      status: 200,
      complete: true,
      milliseconds: expect.any(Number) as number,
      bytes: expect.any(Number) as number,
      callerType: 'human',
      callerId: person.id,
    })
    const byAgent = await lineOf(await agent('POST', '/v1/projects', { name: '' }))
    expect(byAgent).toMatchObject({ status: 422, callerType: 'agent' })
    expect(byAgent?.callerId).toMatch(/^tok_/)
    const page = await fetch(`${server.url}/sign-in`, { headers: { accept: 'text/html' } })
    const size = (await page.arrayBuffer()).byteLength
    const line = await lineOf(page)
    expect(line).toMatchObject({ operation: 'page', status: 200 })
    expect(line).not.toHaveProperty('path')
    expect(line?.bytes).toBeGreaterThan(size)
  })

  it('the access log contains no secret URL, no token and no name', async () => {
    const reviewId = await newReview(agent, projectId)
    const secret = await person.token()
    const shared = (
      await agent<{ url: string; token: string }>('POST', `/v1/reviews/${reviewId}/share-links`, {})
    ).body
    const declared = (
      await agent<{ uploadUrl: string; uploadToken: string }>('POST', '/v1/artifacts/uploads', {
        reviewId,
        kind: 'image',
        title: 'x',
        mime: 'image/png',
        bytes: png.length,
      })
    ).body
    const responses = [
      await put(declared.uploadUrl, png),
      await fetch(shared.url),
      await fetch(`${server.url}/api/share/${shared.token}?round=${secret}`),
      await fetch(`${server.url}/v1/projects`, { headers: { authorization: `Bearer ${secret}` } }),
    ]
    for (const response of responses) await lineOf(response)
    for (const word of [declared.uploadToken, shared.token, secret, 'example.com', person.cookie.slice(-40)])
      expect(server.log()).not.toContain(word)
  })
})
