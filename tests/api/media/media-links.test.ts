import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import sharp from 'sharp'
import type { ReviewPayload } from '#shared/contract/review'
import type { CompletionResult, DeclarationResult } from '#shared/contract/upload'
import { withoutRequestId, type Failure } from '../../support/server/client'
import { signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { declareUpload, put, revise, upload } from '../../support/reviews/uploads'
import { pixels, pngImage, sample } from '../../support/media/samples'
import { eventKindsOf } from '../../support/data/database'
import { sharedFixture } from '../../support/server/fixture'

const { server, agent, projectId } = await sharedFixture()
const png = await pngImage(320, 200)
const outsider = await signUp(server, 'Outsider')

describe('a media link', () => {
  it('a media link works with any title, even with a title that is cut off inside an emoji', async () => {
    const done = await upload(agent, await newReview(agent, projectId), png, {
      title: `${'x'.repeat(119)}😀😀`,
    })
    for (const url of [done.embedUrl, done.downloadUrl]) {
      const response = await fetch(url ?? '')
      expect([
        response.status,
        decodeURIComponent(response.headers.get('content-disposition') ?? ''),
      ]).toEqual([200, expect.stringContaining(`${'x'.repeat(119)}😀 r1.png`)])
    }
  })

  it('a media link serves a derivative to anyone; its headers allow caching and forbid scripts', async () => {
    const done = await upload(agent, await newReview(agent, projectId), png)
    const response = await fetch(done.embedUrl ?? '')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect((await sharp(bytes).removeAlpha().raw().toBuffer()).equals(pixels(320, 200))).toBe(true)
    expect(
      Object.fromEntries(
        [
          'content-type',
          'accept-ranges',
          'cache-control',
          'x-robots-tag',
          'x-content-type-options',
          'content-security-policy',
          'content-disposition',
        ].map(name => [name, response.headers.get(name)]),
      ),
    ).toEqual({
      'content-type': 'image/png',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=86400, immutable',
      'x-robots-tag': 'noindex, nofollow',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'content-disposition': 'inline; filename="Dashboard r1.png"; filename*=UTF-8\'\'Dashboard%20r1.png',
    })
    expect(response.headers.get('set-cookie')).toBeNull()

    const etag = response.headers.get('etag') ?? ''
    expect((await fetch(done.embedUrl ?? '', { headers: { 'if-none-match': etag } })).status).toBe(304)
    const part = await fetch(done.embedUrl ?? '', { headers: { range: 'bytes=10-19' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${bytes.length}`])
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10, 20))).toBe(true)
    const beyond = await fetch(done.embedUrl ?? '', { headers: { range: 'bytes=99999999-' } })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`])
    const head = await fetch(done.embedUrl ?? '', { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
    expect((await fetch(done.downloadUrl ?? '')).headers.get('content-disposition')).toMatch(/^attachment;/)
    const small = await fetch(`${done.embedUrl}?w=320`)
    expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })

  it('a media link is signed with 128 bits, and a change of any bit makes it invalid', async () => {
    const done = await upload(agent, await newReview(agent, projectId), png)
    const [origin = '', token = ''] = done.embedUrl?.split('/e/') ?? []
    const bytes = Buffer.from(token, 'base64url')
    // The token in a link begins with the purpose, the generation, a dot and the ULID of the revision.
    const claim = `e0.${done.revisionId.slice('rvs_'.length)}`
    expect([bytes.toString('latin1', 0, claim.length), bytes.length - claim.length]).toEqual([claim, 16])
    expect((await fetch(`${origin}/e/${token}`)).status).toBe(200)
    for (let bit = 0; bit < 128; bit++) {
      const forged = Buffer.from(bytes)
      const at = claim.length + (bit >> 3)
      forged.writeUInt8(forged.readUInt8(at) ^ (1 << (bit & 7)), at)
      expect([bit, (await fetch(`${origin}/e/${forged.toString('base64url')}`)).status]).toEqual([bit, 404])
    }
  })

  it('a media link that is unknown, changed, cut off or of another purpose gets the same 404', async () => {
    const done = await upload(agent, await newReview(agent, projectId), png)
    const token = done.embedUrl?.split('/e/')[1] ?? ''
    const changed = `${token.slice(0, -4)}AAAA`
    const swapped = `${Buffer.from('p0').toString('base64url')}${token.slice(3)}`
    const responses = await Promise.all(
      ['nonsense', changed, swapped, token.slice(0, 20)].map(async each => {
        const response = await fetch(`${server.url}/e/${each}`)
        return {
          status: response.status,
          body: withoutRequestId({ body: (await response.json()) as Failure }),
        }
      }),
    )
    expect(new Set(responses.map(each => JSON.stringify(each))).size).toBe(1)
    expect(responses[0]).toMatchObject({ status: 404, body: { data: { error: 'not_found' } } })
  })
})

const artifactOf = async (reviewId: string) =>
  (await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).body.artifacts[0]

describe('the media link to the latest revision', () => {
  it('the link to the latest revision serves each new revision; caches keep it for a minute', async () => {
    const done = await upload(agent, await newReview(agent, projectId), png)
    const url = done.artifact.latestEmbedUrl ?? ''
    const first = await fetch(url)
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'public, max-age=60'])
    const bytesOf = async (address: string) => Buffer.from(await (await fetch(address)).arrayBuffer())
    expect(await bytesOf(url)).toEqual(await bytesOf(done.embedUrl ?? ''))
    const narrow = await pngImage(160, 100)
    await agent('POST', `/v1/artifacts/${done.artifactId}/revisions`, { mime: 'image/png', bytes: 9 })
    expect((await fetch(url)).headers.get('etag')).toBe(first.headers.get('etag'))
    const second = await revise(agent, done.artifactId, narrow)
    expect(second.artifact.latestEmbedUrl).toBe(url)
    expect(await sharp(await bytesOf(url)).metadata()).toMatchObject({ width: 160, height: 100 })
    const small = await fetch(`${url}?w=320`)
    expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(await sharp(await bytesOf(done.embedUrl ?? '')).metadata()).toMatchObject({ width: 320 })
  })

  it('the link to the latest revision can be revoked, and the artifact then returns a new link', async () => {
    const done = await upload(agent, await newReview(agent, projectId), png)
    await revise(agent, done.artifactId, png)
    const url = done.artifact.latestEmbedUrl ?? ''
    expect((await fetch(url)).status).toBe(200)
    const revoke = (purpose: string) =>
      agent('DELETE', `/v1/revisions/${done.revisionId}/capabilities?purpose=${purpose}`)
    await revoke('download')
    expect((await fetch(url)).status).toBe(200)
    await revoke('embed')
    expect((await fetch(url)).status).toBe(404)
    const fresh = (await artifactOf(done.review.id))?.latestEmbedUrl ?? ''
    expect((await fetch(fresh)).status).toBe(200)
  })

  it('the link to the latest poster of a video serves each new poster until a revocation', async () => {
    const video = await readFile(sample('plain.mp4'))
    const evidence = { mime: 'video/mp4', bytes: video.length, durationMs: 1000 }
    const completed = async (declared: DeclarationResult, still: Buffer) => {
      await put(declared.uploadUrl, video)
      await put(declared.poster?.uploadUrl ?? '', still)
      const { artifactId, revisionId } = declared
      const path = `/v1/artifacts/${artifactId}/complete`
      return (await agent<CompletionResult>('POST', path, { revisionId })).body
    }
    const reviewId = await newReview(agent, projectId)
    const poster = { mime: 'image/png', bytes: png.length }
    const { body } = await declareUpload(agent, reviewId, { kind: 'video', ...evidence, poster })
    const first = await completed(body, png)
    const url = first.artifact.latestPosterUrl ?? ''
    const sizeOf = async () => sharp(Buffer.from(await (await fetch(url)).arrayBuffer())).metadata()
    expect(await sizeOf()).toMatchObject({ format: 'jpeg', width: 320, height: 200 })
    const narrow = await pngImage(160, 100)
    const path = `/v1/artifacts/${first.artifactId}/revisions`
    const next = { ...evidence, poster: { ...poster, bytes: narrow.length } }
    const second = await completed((await agent<DeclarationResult>('POST', path, next)).body, narrow)
    expect(second.artifact.latestPosterUrl).toBe(url)
    expect(await sizeOf()).toMatchObject({ format: 'jpeg', width: 160, height: 100 })
    await agent('DELETE', `/v1/revisions/${first.revisionId}/capabilities?purpose=embed`)
    expect((await fetch(url)).status).toBe(200)
    expect((await fetch(second.artifact.latestEmbedUrl ?? '')).status).toBe(404)
    await agent('DELETE', `/v1/revisions/${first.revisionId}/capabilities?purpose=poster`)
    expect((await fetch(url)).status).toBe(404)
  })

  it('an artifact has no link to an incomplete latest revision or to a missing poster', async () => {
    const reviewId = await newReview(agent, projectId)
    await declareUpload(agent, reviewId, { bytes: png.length })
    expect(await artifactOf(reviewId)).toMatchObject({ latestEmbedUrl: null, latestPosterUrl: null })
    const done = await upload(agent, await newReview(agent, projectId), png)
    expect(done.artifact.latestPosterUrl).toBeNull()
  })

  it('a share link contains no link to the latest revision, as it could not revoke that link', async () => {
    const reviewId = await newReview(agent, projectId)
    await upload(agent, reviewId, png)
    const { body } = await agent<{ token: string }>('POST', `/v1/reviews/${reviewId}/share-links`)
    const shared = await (await fetch(`${server.url}/api/share/${body.token}`)).text()
    expect(shared).toContain('embedUrl')
    expect(shared).not.toMatch(/latest(?:Embed|Poster)Url/)
  })
})

describe('revoking media links', () => {
  it('revoking the media links of one purpose ends all of them; later reads return new links', async () => {
    const done = await upload(agent, await newReview(agent, projectId), png)
    const status = async (url: string | null) => (await fetch(url ?? '')).status
    expect(
      (await agent('DELETE', `/v1/revisions/${done.revisionId}/capabilities?purpose=embed`)).status,
    ).toBe(204)
    expect([await status(done.embedUrl), await status(done.downloadUrl)]).toEqual([404, 200])
    const fresh = (await agent<ReviewPayload>('GET', `/v1/reviews/${done.review.id}`)).body.artifacts[0]
      ?.currentRevision
    expect([await status(fresh?.embedUrl ?? null), fresh?.downloadUrl]).toEqual([200, done.downloadUrl])
    expect((await agent('DELETE', `/v1/revisions/${done.revisionId}/capabilities`)).status).toBe(204)
    expect([await status(fresh?.embedUrl ?? null), await status(done.downloadUrl)]).toEqual([404, 404])
    expect((await agent('DELETE', `/v1/revisions/${done.revisionId}/capabilities?purpose=all`)).status).toBe(
      422,
    )
    expect(
      (await (await outsider.agent())('DELETE', `/v1/revisions/${done.revisionId}/capabilities`)).status,
    ).toBe(404)
    expect(
      (await eventKindsOf(server, done.revisionId)).filter(kind => kind === 'capability.revoked'),
    ).toHaveLength(2)
  })
})
