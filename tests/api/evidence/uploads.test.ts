import { createConnection } from 'node:net'
import { describe, expect, it } from 'vitest'
import { newReview } from '../../support/reviews/review'
import { declareUpload, put } from '../../support/reviews/uploads'
import { sharedFixture } from '../../support/server/fixture'
import { pauseRequest } from '../../support/server/paused-request'
import { refused } from '../../support/server/refusals'

const { server, agent, projectId, png } = await sharedFixture()
const reviewId = await newReview(agent, projectId)

const declare = async (more: Record<string, unknown> = {}) =>
  declareUpload(agent, reviewId, { bytes: png.length, ...more })

describe('the transfer of an upload', () => {
  it('an upload with too many or too few bytes is refused, and its URL can be used again', async () => {
    const { body } = await declare()
    const long = await put(body.uploadUrl, Buffer.alloc(png.length + 1))
    expect([long.status, await long.json()]).toMatchObject([413, { error: 'too_large' }])
    const streamed = await put(body.uploadUrl, new Blob([Buffer.alloc(png.length + 5000)]).stream())
    expect(streamed.status).toBe(413)
    const short = await put(body.uploadUrl, png.subarray(1))
    expect([short.status, await short.json()]).toMatchObject([422, { error: 'invalid_request' }])
    const right = await put(body.uploadUrl, png)
    expect([right.status, await right.json()]).toEqual([
      200,
      { ok: true, bytes: png.length, purpose: 'original', revisionId: body.revisionId },
    ])
  })

  it('an upload to a used URL gets 409, an upload to an unknown URL gets 404, both in JSON', async () => {
    const { body } = await declare()
    await put(body.uploadUrl, png)
    const used = await put(body.uploadUrl, png)
    expect([used.status, await used.json()]).toMatchObject([409, { error: 'already_used' }])
    const unknown = await put(`${server.url}/v1/uploads/${'x'.repeat(32)}`, png, {
      headers: { accept: 'text/html' },
    })
    expect(unknown.status).toBe(404)
    expect(Object.keys((await unknown.json()) as object)).toEqual(['error', 'message', 'hint'])
  })

  it('only one of several concurrent transfers to an upload URL is stored', async () => {
    const { body } = await declare()
    const responses = await Promise.all([
      put(body.uploadUrl, png),
      put(body.uploadUrl, png),
      put(body.uploadUrl, png),
    ])
    expect(responses.map(each => each.status).sort()).toEqual([200, 409, 409])
    expect((await agent('POST', `/v1/artifacts/${body.artifactId}/complete`)).status).toBe(200)
  })

  it('an upload URL accepts four transfers at the same time, and then no fifth', async () => {
    const data = Buffer.concat([png, Buffer.alloc(1000)])
    const { body } = await declare({ bytes: data.length })
    const path = new URL(body.uploadUrl).pathname
    const transfers = []
    for (let i = 0; i < 4; i++) transfers.push(await pauseRequest(server, 'PUT', path, {}, data))
    await expect.poll(server.blobs.unfinished).toHaveLength(4)
    const fifth = await put(body.uploadUrl, data)
    expect([fifth.status, fifth.headers.get('retry-after')]).toEqual([429, '5'])
    const results = await Promise.all(transfers.map(each => each.finish()))
    expect(results.map(each => each.status).sort()).toEqual([200, 409, 409, 409])
  })

  it('an upload that is cut off leaves no file, and its URL can be used again', async () => {
    const data = Buffer.concat([png, Buffer.alloc(2_000_000)])
    const { body } = await declare({ bytes: data.length })
    const logged = server.log()
    const { hostname, port, pathname } = new URL(body.uploadUrl)
    const socket = createConnection(Number(port), hostname)
    socket.write(`PUT ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: ${data.length}\r\n\r\n`)
    socket.write(data.subarray(0, 1_000_000))
    await expect.poll(server.blobs.unfinished).not.toEqual([])
    socket.destroy()
    await expect.poll(server.blobs.unfinished).toEqual([])
    expect((await put(body.uploadUrl, data)).status).toBe(200)
    // The server does not log a client that disconnects as an error.
    expect(server.log()).toBe(logged)
  })

  it('completing an upload without its bytes gets 409, and the bytes can still be sent', async () => {
    const { body } = await declare()
    expect(await agent('POST', `/v1/artifacts/${body.artifactId}/complete`)).toMatchObject(
      refused(409, 'upload_missing'),
    )
    await put(body.uploadUrl, png)
    expect((await agent('POST', `/v1/artifacts/${body.artifactId}/complete`)).status).toBe(200)
  })
})
