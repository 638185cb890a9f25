import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { CompletionResult } from '#shared/contract/upload'
import type { Thread } from '#shared/contract/thread'
import { newReview } from '../../support/reviews/review'
import { declareUpload, put, upload } from '../../support/reviews/uploads'
import { pngImage, sample } from '../../support/media/samples'
import { refusedWithHint } from '../../support/server/refusals'
import { base } from '../../media-truth/files/mp4'
import { sharedFixture } from '../../support/server/fixture'

const { server, agent, person, projectId } = await sharedFixture()
const png = await pngImage(320, 200)

/** Downloads the original of an artifact. */
async function originalOf(artifactId: string) {
  const headers = { authorization: `Bearer ${await person.token()}` }
  const response = await fetch(`${server.url}/v1/artifacts/${artifactId}/download`, { headers })
  return { headers: response.headers, data: Buffer.from(await response.arrayBuffer()) }
}

describe('the upload of a video', () => {
  it('a video is accepted with its poster, and gets its size and length from the file', async () => {
    const reviewId = await newReview(agent, projectId)
    const video = await readFile(sample('plain.mp4'))
    const declared = await declareUpload(agent, reviewId, {
      kind: 'video',
      title: 'Resize',
      mime: 'video/mp4',
      bytes: video.length,
      poster: { mime: 'image/png', bytes: png.length },
    })
    const target = declared.body
    expect(target.poster?.uploadUrl).toContain('/v1/uploads/')
    expect(await (await put(target.poster?.uploadUrl ?? '', png)).json()).toMatchObject({
      ok: true,
      purpose: 'poster',
      revisionId: target.revisionId,
    })
    await put(target.uploadUrl, video)
    const done = await agent<CompletionResult>('POST', `/v1/artifacts/${target.artifactId}/complete`, {
      durationMs: 1900,
      posterUploadToken: target.poster?.uploadToken,
    })
    expect(done.body.artifact.currentRevision).toMatchObject({ width: 320, height: 200, durationMs: 1900 })
    expect(done.body.markdown).toBe(`[![▶ Resize](${done.body.posterUrl})](${done.body.artifact.url})`)
    const poster = await fetch(done.body.posterUrl ?? '')
    expect([poster.status, poster.headers.get('content-type')]).toEqual([200, 'image/jpeg'])

    const moment = await agent<Thread>('POST', `/v1/artifacts/${target.artifactId}/annotations`, {
      kind: 'timestamp',
      timestampMs: 1500,
      body: 'Flickers.',
    })
    expect(moment).toMatchObject({ status: 201, body: { timestampMs: 1500, geometry: null } })
  })

  it('a QuickTime file is shown as MP4, and its original keeps its bytes and type', async () => {
    const movie = base('h264.mov')
    const reviewId = await newReview(agent, projectId)
    const done = await upload(agent, reviewId, movie, {
      kind: 'video',
      mime: 'video/quicktime',
      title: 'Phone',
    })
    expect(done.artifact.currentRevision).toMatchObject({ mime: 'video/quicktime', width: 96, height: 64 })
    const shown = await fetch(done.embedUrl ?? '')
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'video/mp4'])
    expect(Buffer.from(await shown.arrayBuffer()).toString('latin1', 4, 8)).toBe('ftyp')
    const original = await originalOf(done.artifactId)
    expect(original.headers.get('content-type')).toBe('video/quicktime')
    expect(original.headers.get('content-disposition')).toContain('Phone r1.mov')
    expect(movie.equals(original.data)).toBe(true)
  })

  it('a QuickTime file with a codec that browsers do not play is refused with its name', async () => {
    const reviewId = await newReview(agent, projectId)
    const movie = base('prores.mov')
    const { body } = await declareUpload(agent, reviewId, {
      kind: 'video',
      mime: 'video/quicktime',
      bytes: movie.length,
    })
    await put(body.uploadUrl, movie)
    const done = await agent('POST', `/v1/artifacts/${body.artifactId}/complete`, {})
    expect(done).toMatchObject(refusedWithHint(422, 'invalid_request', 'mime'))
    expect(JSON.stringify(done.body)).toContain('the codec ProRes')
  })

  it('the Markdown of a video without a poster is a plain link', async () => {
    const reviewId = await newReview(agent, projectId)
    const done = await upload(agent, reviewId, await readFile(sample('live.webm')), {
      kind: 'video',
      mime: 'video/webm',
      title: 'Live',
    })
    expect(done.posterUrl).toBeNull()
    expect(done.artifact.currentRevision?.durationMs).toBeGreaterThan(1900)
    expect(done.markdown).toBe(`[▶ Live](${done.artifact.url})`)
  })
})
