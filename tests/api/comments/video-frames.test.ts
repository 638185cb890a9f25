import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import type { Thread } from '#shared/contract/thread'
import { blobsOf } from '../../support/data/blobs-of'
import { joined, signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { sharedFixture } from '../../support/server/fixture'
import { commentAt, plainFrame, sendFrame, uploadVideo } from '../../support/reviews/frames'
import { noise } from '../../support/media/samples'
import { refusedWithHint } from '../../support/server/refusals'

const { server, person, agent, projectId, png } = await sharedFixture()
const authorization = `Bearer ${await person.token()}`
const reviewId = await newReview(agent, projectId)
const { artifactId, revisionId } = await uploadVideo(agent, reviewId)
const blue = await plainFrame().webp().toBuffer()

const send = (threadId: string, frame: Buffer, by = person) => sendFrame(server, by, threadId, frame)
const framesOf = async (id: string) => (await blobsOf(server, id)).filter(key => key.includes('/frame-'))
const threadOf = async (id: string) => (await agent<Thread>('GET', `/v1/threads/${id}`)).body

async function see(threadId: string, query = '') {
  const response = await fetch(`${server.url}/v1/threads/${threadId}/picture${query}`, {
    headers: { authorization },
  })
  return { status: response.status, data: Buffer.from(await response.arrayBuffer()) }
}

/**
 * Returns the number of blue pixels (the frame) and orange pixels (the mark) of a picture, and the size of
 * the picture.
 */
async function colorsOf(data: Buffer) {
  const { data: pixels, info } = await sharp(data).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const counts = { blue: 0, orange: 0, width: info.width, height: info.height }
  for (let i = 0; i < pixels.length; i += 3) {
    const [red = 0, green = 0, color = 0] = pixels.subarray(i, i + 3)
    if (red < 20 && green < 20 && color > 235) counts.blue++
    if (red > 230 && green < 130 && color < 90) counts.orange++
  }
  return counts
}

describe('the frame of a comment on a video', () => {
  it('the picture of a comment on a video shows the frame of the comment with the mark', async () => {
    const { threadId, hasFrame, frameBy } = await commentAt(person, artifactId, {
      kind: 'rectangle',
      geometry: { x: 0.25, y: 0.25, width: 0.5, height: 0.5 },
    })
    expect({ hasFrame, frameBy }).toEqual({ hasFrame: false, frameBy: null })
    expect((await see(threadId)).status).toBe(404)
    expect(await send(threadId, blue)).toMatchObject({ status: 200, body: { threadId, hasFrame: true } })
    expect(await threadOf(threadId)).toMatchObject({
      hasFrame: true,
      frameBy: { id: expect.stringMatching(/^usr_/) as string, name: 'Ann' },
    })
    const { status, data } = await see(threadId)
    expect(status).toBe(200)
    const { blue: ofFrame, orange, ...size } = await colorsOf(data)
    expect(size).toEqual({ width: 320, height: 200 })
    expect(orange).toBeGreaterThan(100)
    expect(ofFrame).toBeGreaterThan(40_000)
  })

  it('the picture of a video comment shows the part around its mark, or else the whole frame', async () => {
    const large = await plainFrame(2000, 1250).png().toBuffer()
    const marked = await commentAt(person, artifactId, { kind: 'point', geometry: { x: 0.5, y: 0.5 } })
    await send(marked.threadId, large)
    expect(await colorsOf((await see(marked.threadId)).data)).toMatchObject({ width: 480, height: 480 })
    const plain = await commentAt(person, artifactId)
    await send(plain.threadId, large)
    expect(await colorsOf((await see(plain.threadId)).data)).toMatchObject({
      width: 1024,
      height: 640,
      orange: 0,
    })
  })

  it('the frame of a comment on a video is encoded again, without metadata', async () => {
    const { threadId } = await commentAt(person, artifactId)
    const before = await framesOf(revisionId)
    const frame = await plainFrame(64, 40)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Ann' } })
      .toBuffer()
    expect((await send(threadId, frame)).status).toBe(200)
    const [key = ''] = (await framesOf(revisionId)).filter(each => !before.includes(each))
    const metadata = await sharp(await server.blobs.read(key)).metadata()
    expect(metadata).toMatchObject({ format: 'webp', width: 64, height: 40 })
    expect(metadata.exif).toBeUndefined()
  })

  it('the frame of a comment must be a WebP, JPEG or PNG within 2,048 pixels and 2 MiB', async () => {
    const { threadId } = await commentAt(person, artifactId)
    const wide = (width: number) => plainFrame(width, 4).png().toBuffer()
    const filled = (bytes: number) => Buffer.concat([blue, Buffer.alloc(bytes - blue.length)])
    const gif = await plainFrame().gif().toBuffer()
    const noisy = await noise(1024, 1024).png({ compressionLevel: 0 }).toBuffer()
    for (const [frame, error] of [
      [await wide(limits.framePixels + 1), refusedWithHint(422, 'invalid_request', 'frame')],
      [filled(limits.frameBytes + 1), refusedWithHint(413, 'too_large')],
      [noisy, refusedWithHint(413, 'too_large')],
      [gif, refusedWithHint(422, 'invalid_request', 'frame')],
      [
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
        refusedWithHint(422, 'invalid_request', 'frame'),
      ],
      [blue.subarray(0, 30), refusedWithHint(422, 'invalid_request', 'frame')],
      [Buffer.alloc(0), refusedWithHint(422, 'invalid_request', 'frame')],
    ] as const)
      expect(await send(threadId, frame)).toMatchObject(error)
    expect(await threadOf(threadId)).toMatchObject({ hasFrame: false })
    for (const frame of [
      await wide(limits.framePixels),
      await plainFrame(4, limits.framePixels).jpeg().toBuffer(),
      filled(limits.frameBytes),
    ]) {
      const fresh = await commentAt(person, artifactId)
      expect(await send(fresh.threadId, frame)).toMatchObject({ status: 200, body: { hasFrame: true } })
    }
  })

  it('the frame of a comment that is sent in chunks is refused as soon as it exceeds 2 MiB', async () => {
    const { threadId } = await commentAt(person, artifactId)
    const endless = new ReadableStream({
      pull: controller => controller.enqueue(new Uint8Array(256 * 1024)),
    })
    const response = await fetch(`${server.url}/api/threads/${threadId}/frame`, {
      method: 'PUT',
      headers: { cookie: person.cookie, origin: server.url },
      body: endless,
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(413)
  })

  it('only the author of a comment can send its frame', async () => {
    const { threadId } = await commentAt(person, artifactId)
    const member = await joined(server, person, 'Max', 'member')
    expect(await send(threadId, blue, member)).toMatchObject(refusedWithHint(403, 'forbidden'))
    expect(await send(threadId, blue, await signUp(server))).toMatchObject(refusedWithHint(404, 'not_found'))
    const token = await agent('PUT', `/api/threads/${threadId}/frame`)
    expect(token).toMatchObject({ status: 403, body: { data: { error: 'forbidden' } } })
    expect(await threadOf(threadId)).toMatchObject({ hasFrame: false })
    const reviewer = await joined(server, person, 'Rea', 'reviewer')
    const theirs = await commentAt(reviewer, artifactId)
    expect((await send(theirs.threadId, blue, reviewer)).status).toBe(200)
  })

  it('the frame of an agent’s comment can be sent by anyone who may comment', async () => {
    const member = await joined(server, person, 'Meg', 'reviewer')
    const { threadId } = (
      await agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
        kind: 'timestamp',
        timestampMs: 300,
        body: 'Here.',
      })
    ).body
    expect(await send(threadId, blue, member)).toMatchObject({
      status: 200,
      body: { hasFrame: true, frameBy: { name: 'Meg' } },
    })
    expect((await agent('PUT', `/api/threads/${threadId}/frame`)).status).toBe(403)
  })

  it('only a comment with a video time can have a frame', async () => {
    const image = await upload(agent, reviewId, png)
    const whole = await commentAt(person, artifactId, { kind: 'artifact', timestampMs: undefined })
    const point = { kind: 'point', geometry: { x: 0, y: 0 }, timestampMs: undefined }
    const onImage = await commentAt(person, image.artifactId, point)
    const onReview = await person.call<Thread>('POST', `/v1/reviews/${reviewId}/threads`, { body: 'All.' })
    for (const { threadId } of [whole, onImage, onReview.body])
      expect(await send(threadId, blue)).toMatchObject(refusedWithHint(409, 'conflict'))
  })

  it('a comment keeps its first frame; further frames get 200, but are not stored', async () => {
    const own = await uploadVideo(agent, reviewId, 'Raced')
    const { threadId } = await commentAt(person, own.artifactId)
    const frames = await Promise.all(
      ['#0000ff', '#ff0000', '#00ff00', '#ffffff'].map(color => plainFrame(64, 40, color).png().toBuffer()),
    )
    const sent = await Promise.all(frames.map(frame => send(threadId, frame)))
    expect(sent.map(each => each.status)).toEqual([200, 200, 200, 200])
    const shown = (await see(threadId)).data
    expect(await framesOf(own.revisionId)).toHaveLength(1)
    await send(threadId, await plainFrame(64, 40, '#123456').png().toBuffer())
    expect((await see(threadId)).data).toEqual(shown)
    expect(await framesOf(own.revisionId)).toHaveLength(1)
  })

  it('the frame of a comment on a video is deleted together with its thread or its artifact', async () => {
    const own = await uploadVideo(agent, reviewId, 'Deleted')
    const [first, second] = [await commentAt(person, own.artifactId), await commentAt(person, own.artifactId)]
    for (const { threadId } of [first, second]) await send(threadId, blue)
    expect(await framesOf(own.revisionId)).toHaveLength(2)
    expect((await person.call('DELETE', `/api/threads/${first.threadId}`)).status).toBe(204)
    expect(await framesOf(own.revisionId)).toHaveLength(1)
    expect((await see(second.threadId)).status).toBe(200)
    expect((await person.call('DELETE', `/api/artifacts/${own.artifactId}`)).status).toBe(204)
    expect(await blobsOf(server, own.revisionId)).toEqual([])
  })

  it('the frame of a comment on an earlier revision is not shown for the latest revision', async () => {
    const own = await uploadVideo(agent, reviewId, 'Two revisions')
    const { threadId } = await commentAt(person, own.artifactId)
    await send(threadId, blue)
    expect((await see(threadId, '?on=latest')).status).toBe(404)
    expect((await see(threadId, '?on=both')).status).toBe(409)
  })

  it('a new frame of a comment changes the list of threads, but does not end a wait request', async () => {
    const own = await newReview(agent, projectId)
    const video = await uploadVideo(agent, own)
    const { threadId } = await commentAt(person, video.artifactId)
    const list = () => agent<{ cursor: string; threads: Thread[] }>('GET', `/v1/reviews/${own}/threads`)
    const before = await list()
    await send(threadId, blue)
    const after = await list()
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
    expect(after.body.threads).toMatchObject([{ threadId, hasFrame: true }])
    const waited = await agent('GET', `/v1/reviews/${own}/wait?since=${before.body.cursor}&seconds=0`)
    expect(waited.body).toMatchObject({ changed: false, threads: [] })
  })
})

describe('a comment on a video without a frame', () => {
  it('for a video without frame and poster, the picture error says how to download the video', async () => {
    const { artifactId: own } = await uploadVideo(agent, reviewId, 'Without a poster')
    const { threadId } = await commentAt(person, own)
    const download = `/v1/artifacts/${own}/download?revision=1`
    const hint = 'Download it with GET /v1/artifacts/{id}/download, and look at the time that a thread names.'
    for (const path of [`/v1/threads/${threadId}/picture`, `/v1/artifacts/${own}/picture`])
      expect(await agent('GET', path)).toMatchObject({ status: 404, body: { data: { hint } } })
    expect((await fetch(server.url + download, { headers: { authorization } })).status).toBe(200)
  })

  it('without a frame, the picture of a video comment is the whole poster without marks', async () => {
    const poster = await plainFrame(1280, 800).png().toBuffer()
    const { artifactId: own } = await uploadVideo(agent, reviewId, 'With a poster', poster)
    const { threadId } = await commentAt(person, own, { kind: 'point', geometry: { x: 0.1, y: 0.1 } })
    expect(await colorsOf((await see(threadId)).data)).toMatchObject({ width: 1024, height: 640, orange: 0 })
    const all = await fetch(`${server.url}/v1/artifacts/${own}/picture`, { headers: { authorization } })
    expect(await colorsOf(Buffer.from(await all.arrayBuffer()))).toMatchObject({ width: 1024, orange: 0 })
    await send(threadId, blue)
    expect(await colorsOf((await see(threadId)).data)).toMatchObject({ width: 320, height: 200 })
    expect(await colorsOf((await see(threadId, '?on=latest')).data)).toMatchObject({ width: 1024, orange: 0 })
  })
})
