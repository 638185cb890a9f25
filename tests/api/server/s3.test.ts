import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { dirname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReviewPayload } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import { DAY } from '#shared/time'
import { ONE_PIECE_BYTES } from '~~/server/bytes/byte-source'
import { newImage } from '../../support/reviews/comment-images'
import { newReview } from '../../support/reviews/review'
import { declareUpload, put, upload } from '../../support/reviews/uploads'
import { ownFixture, type Fixture } from '../../support/server/fixture'
import { sweepAfter } from '../../support/server/sweep'
import { s3Credentials, startS3, type TestS3 } from '../../support/deployment/s3'
import { noise, sample } from '../../support/media/samples'

let s3: TestS3
let fixture: Fixture
let reviewId: string

beforeAll(async () => {
  s3 = await startS3()
  fixture = await ownFixture({ BLOB_URL: s3.address('evidence'), LOG_LEVEL: 'info', ...s3Credentials })
  reviewId = await newReview(fixture.agent, fixture.projectId)
})
afterAll(async () => {
  await fixture.server.stop()
  await s3.stop()
})

const objectsOf = async (revisionId: string) =>
  (await s3.objects()).filter(key => key.startsWith(`evidence/${revisionId}/`))
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
/** Returns a picture that does not compress, so that its derivative is too large for the cache. */
const noisy = () => noise(800, 500).png().toBuffer()

describe('a server with its blobs on S3', () => {
  it('a server on S3 stores evidence only in the bucket, and supports range requests', async () => {
    const { agent, server } = fixture
    const png = await noisy()
    const done = await upload(agent, reviewId, png)
    const whole = await fetch(done.embedUrl ?? '')
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'image/png'])
    const embed = await bytesOf(whole)
    expect(embed.length).toBeGreaterThan(ONE_PIECE_BYTES)
    const part = await fetch(done.embedUrl ?? '', { headers: { range: 'bytes=0-0' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 0-0/${embed.length}`])
    expect((await bytesOf(part)).equals(embed.subarray(0, 1))).toBe(true)
    const end = await fetch(done.embedUrl ?? '', { headers: { range: 'bytes=1000-' } })
    expect((await bytesOf(end)).equals(embed.subarray(1000))).toBe(true)
    for (const _ of [1, 2]) {
      const thumbnail = await fetch(`${done.embedUrl}?w=320`)
      expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/webp'])
      expect((await bytesOf(thumbnail)).length).toBeGreaterThan(0)
    }
    const original = await agent<string>('GET', `/v1/artifacts/${done.artifactId}/download`)
    expect([original.status, original.headers.get('content-length')]).toEqual([200, String(png.length)])
    expect((await objectsOf(done.revisionId)).map(key => key.replace(/-[^/]*$/, ''))).toEqual([
      `evidence/${done.revisionId}/embed`,
      `evidence/${done.revisionId}/original`,
      `evidence/${done.revisionId}/thumbnail`,
    ])
    expect((await readdir(server.dataDir)).filter(name => name.includes('blobs'))).toEqual([])
  })

  it('a server on S3 completes a recording with its poster, and leaves no temporary copy', async () => {
    const video = await readFile(sample('plain.mp4'))
    const done = await upload(fixture.agent, reviewId, video, { kind: 'video', mime: 'video/mp4' })
    const response = await fetch(done.embedUrl ?? '')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'video/mp4'])
    expect(await readdir(fixture.server.temporaryFolder)).toEqual([])
  })

  it('a server on S3 stores nothing of an interrupted upload, and accepts a retry', async () => {
    const { agent, png } = fixture
    const { body } = await declareUpload(agent, reviewId, { title: 'Cut', bytes: png.length })
    const cut = new ReadableStream({
      start(controller) {
        controller.enqueue(png.subarray(0, 100))
        controller.close()
      },
    })
    expect((await put(body.uploadUrl, cut)).status).toBe(422)
    expect(await objectsOf(body.revisionId)).toEqual([])
    expect((await put(body.uploadUrl, png)).status).toBe(200)
    expect(await objectsOf(body.revisionId)).toHaveLength(1)
  })

  it('a server on S3 creates a missing derivative again, but responds 404 without an original', async () => {
    const done = await upload(fixture.agent, reviewId, await noisy())
    const before = await bytesOf(await fetch(done.embedUrl ?? ''))
    const remove = async (kind: string) => {
      for (const key of await objectsOf(done.revisionId)) if (key.includes(kind)) await rm(s3.fileOf(key))
    }
    await remove('/embed-')
    const again = await fetch(done.embedUrl ?? '')
    expect(again.status).toBe(200)
    expect((await bytesOf(again)).equals(before)).toBe(true)
    await remove('/')
    expect((await fetch(done.embedUrl ?? '')).status).toBe(404)
    const download = await fixture.agent('GET', `/v1/artifacts/${done.artifactId}/download`)
    expect(download).toMatchObject({
      status: 404,
      body: { data: { message: 'The original file is missing.' } },
    })
  })

  it('a server on S3 deletes the objects of a deleted artifact', async () => {
    const { agent, person, png } = fixture
    const done = await upload(agent, reviewId, png)
    expect(await objectsOf(done.revisionId)).toHaveLength(2)
    expect((await person.call('DELETE', `/api/artifacts/${done.artifactId}`)).status).toBe(204)
    expect(await objectsOf(done.revisionId)).toEqual([])
    expect((await fetch(done.embedUrl ?? '')).status).toBe(404)
  })

  it('during an S3 outage, requests for blobs get 503 and other requests work', async () => {
    const { agent, projectId } = fixture
    const png = await noisy()
    const done = await upload(agent, reviewId, png)
    const { body: declared } = await declareUpload(agent, reviewId, { title: 'Later', bytes: png.length })
    await s3.pause()
    for (const send of [() => fetch(done.embedUrl ?? ''), () => put(declared.uploadUrl, png)]) {
      const before = Date.now()
      const response = await send()
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await response.text()).toContain('"unavailable"')
      expect(Date.now() - before).toBeLessThan(10_000)
    }
    expect((await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).status).toBe(200)
    expect(await newReview(agent, projectId, 'Without a store')).toMatch(/^rev_/)
    await s3.resume()
    expect((await fetch(done.embedUrl ?? '')).status).toBe(200)
    expect((await put(declared.uploadUrl, png)).status).toBe(200)
  })
})

describe('a server with BLOB_REDIRECT=on', () => {
  let large: string
  let small: string
  /** The objects that existed before the orphaned object was added. */
  let before: string[]
  beforeAll(async () => {
    const { agent, projectId, png, server } = fixture
    await upload(agent, reviewId, png)
    before = await s3.objects()
    const orphan = s3.fileOf('evidence/rvs_0/original-0123456789')
    await mkdir(dirname(orphan), { recursive: true })
    await writeFile(orphan, randomBytes(10))
    await utimes(orphan, new Date(0), new Date(0))
    await sweepAfter(server, 0, { BLOB_REDIRECT: 'on' })
    const id = await newReview(agent, projectId)
    large = (await upload(agent, id, await noise(1250, 1250).png().toBuffer())).embedUrl ?? ''
    small = (await upload(agent, id, png)).embedUrl ?? ''
  })

  it('with BLOB_REDIRECT=on, the sweep deletes only orphaned objects', async () => {
    const objects = await s3.objects()
    expect(objects).not.toContain('evidence/rvs_0/original-0123456789')
    expect(objects).toEqual(expect.arrayContaining(before))
  })

  /** Sends a request without the header Sec-Fetch-Mode, which `fetch` would add. */
  async function send(address: string, method = 'GET', headers: OutgoingHttpHeaders = {}) {
    const [response] = (await once(request(address, { method, headers }).end(), 'response')) as [
      IncomingMessage,
    ]
    return { status: response.statusCode, headers: response.headers, body: await buffer(response) }
  }

  it('with BLOB_REDIRECT=on, a large file is redirected to a URL that is valid for 5 minutes', async () => {
    const { status, headers, body } = await send(large)
    expect(status).toBe(302)
    expect(headers).toMatchObject({
      'cache-control': 'private, max-age=240',
      'vary': 'Sec-Fetch-Mode',
      'x-robots-tag': 'noindex, nofollow',
    })
    expect(body).toHaveLength(0)
    const address = new URL(headers.location ?? '')
    expect(address.origin).toBe(s3.endpoint)
    expect(address.searchParams.get('X-Amz-Expires')).toBe('300')
    const stored = await fetch(address)
    expect(stored.headers.get('content-type')).toBe('image/png')
    expect(stored.headers.get('content-disposition')).toMatch(/^inline; filename="/)
    expect((await bytesOf(stored)).equals(await bytesOf(await fetch(large)))).toBe(true)
  })

  it.each([
    ['a small file', () => send(small), 200],
    ['a thumbnail', () => send(`${large}?w=320`), 200],
    ['HEAD', () => send(large, 'HEAD'), 200],
    ['a script that reads the bytes', () => send(large, 'GET', { 'sec-fetch-mode': 'cors' }), 200],
    [
      'a client that has the bytes',
      async () => send(large, 'GET', { 'if-none-match': (await send(large, 'HEAD')).headers.etag }),
      304,
    ],
  ])('BLOB_REDIRECT=on does not redirect %s', async (_, view, status) => {
    const response = await view()
    expect(response.status).toBe(status)
    expect(response.headers.location).toBeUndefined()
  })

  it('with BLOB_REDIRECT=on, the content security policy of pages allows media from S3', async () => {
    const { headers } = await send(`${fixture.server.url}/sign-in`, 'GET', { accept: 'text/html' })
    expect(headers['content-security-policy']).toContain(
      `media-src 'self' blob: ${fixture.server.url} ${s3.endpoint}`,
    )
  })
})

describe('deleting during an S3 outage', () => {
  it('a deletion during an S3 outage succeeds, and the sweep deletes the objects later', async () => {
    const { agent, person, png, server } = fixture
    const done = await upload(agent, reviewId, png)
    const image = await newImage(server, person, reviewId, png)
    const { body: thread } = await person.call<Thread>('POST', `/v1/reviews/${reviewId}/threads`, {
      body: 'As here.',
      imageIds: [image.id],
    })
    const objects = async () =>
      (await s3.objects()).filter(key => key.includes(done.revisionId) || key.includes(image.id))
    const before = await objects()
    await s3.pause()
    const comment = `/api/comments/${thread.comments[0]?.id}`
    expect((await person.call('PATCH', comment, { body: 'As there.', imageIds: [] })).status).toBe(200)
    expect((await person.call('DELETE', comment)).status).toBe(204)
    expect((await person.call('DELETE', `/api/artifacts/${done.artifactId}`)).status).toBe(204)
    await s3.resume()
    expect(await objects()).toEqual(before)
    expect((await fetch(image.url)).status).toBe(404)
    expect((await fetch(done.embedUrl ?? '')).status).toBe(404)
    await sweepAfter(server, 2 * DAY)
    expect(await objects()).toEqual([])
  })
})
