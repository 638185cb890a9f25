import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { CompletionResult } from '#shared/contract/upload'
import { picture } from '../../support/media/samples'
import { newReview } from '../../support/reviews/review'
import { declareUpload, put, upload } from '../../support/reviews/uploads'
import { sharedFixture } from '../../support/server/fixture'
import { refusedWithHint } from '../../support/server/refusals'

const { server, agent, person, projectId } = await sharedFixture()
const reviewId = await newReview(agent, projectId)
const avif = await picture(80, 40).avif({ quality: 90 }).toBuffer()
const mime = 'image/avif'

/** Downloads the original of an artifact. */
async function originalOf(artifactId: string) {
  const headers = { authorization: `Bearer ${await person.token()}` }
  const response = await fetch(`${server.url}/v1/artifacts/${artifactId}/download`, { headers })
  return { headers: response.headers, data: Buffer.from(await response.arrayBuffer()) }
}

describe('an AVIF picture', () => {
  it('an AVIF is shown as WebP, and its original keeps its bytes and type', async () => {
    const done = await upload(agent, reviewId, avif, { mime, title: 'Cart' })
    expect(done.artifact.currentRevision).toMatchObject({ mime, width: 80, height: 40 })
    const shown = await fetch(done.embedUrl ?? '')
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const small = await fetch(`${done.embedUrl}?w=320`)
    expect(await sharp(Buffer.from(await small.arrayBuffer())).metadata()).toMatchObject({ width: 80 })
    const original = await originalOf(done.artifactId)
    expect(original.headers.get('content-type')).toBe(mime)
    expect(original.headers.get('content-disposition')).toContain('.avif')
    expect(avif.equals(original.data)).toBe(true)
  })

  it('an AVIF is still an AVIF after areas of it were redacted', async () => {
    const { body } = await declareUpload(agent, reviewId, { mime, bytes: avif.length, title: 'Redacted' })
    await put(body.uploadUrl, avif)
    const redact = [{ x: 0.25, y: 0.25, width: 0.5, height: 0.5 }]
    const done = await agent<CompletionResult>('POST', `/v1/artifacts/${body.artifactId}/complete`, {
      redact,
    })
    expect(done.body.artifact.currentRevision).toMatchObject({ mime })
    const original = await originalOf(body.artifactId)
    const middle = { left: 30, top: 15, width: 20, height: 10 }
    const pixels = await sharp(original.data).extract(middle).raw().toBuffer()
    expect((await sharp(original.data).metadata()).mediaType).toBe(mime)
    expect(Math.max(...pixels)).toBeLessThan(24)
  })

  it('a HEIC picture that is declared as AVIF is refused, and the error names its type', async () => {
    const heic = Buffer.concat([
      Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1'),
      Buffer.alloc(40),
    ])
    const { body } = await declareUpload(agent, reviewId, { mime, bytes: heic.length, title: 'Phone' })
    await put(body.uploadUrl, heic)
    const done = await agent('POST', `/v1/artifacts/${body.artifactId}/complete`, {})
    expect(done).toMatchObject(refusedWithHint(422, 'invalid_request', 'mime'))
    expect(JSON.stringify(done.body)).toContain('a HEIC image')
    expect(JSON.stringify(done.body)).toContain('Export it as PNG or JPEG.')
  })
})
