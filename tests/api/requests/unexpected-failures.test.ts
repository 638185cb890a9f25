import { rename, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { declareUpload, put } from '../../support/reviews/uploads'
import { startServer } from '../../support/server/server'
import { preloading } from '../../support/server/preload'
import { pngImage } from '../../support/media/samples'

describe('an unexpected failure', () => {
  it('the response to an unexpected failure contains no details except the request id', async () => {
    const broken = await startServer({}, { deployment: 'standalone' })
    const ann = await signUp(broken)
    const call = await ann.agent()
    const reviewId = await newReview(call, await ann.project())
    const png = await pngImage(64, 48)
    const declare = async () => (await declareUpload(call, reviewId, { bytes: png.length })).body
    const declared = await declare()
    const arrived = await declare()
    await put(arrived.uploadUrl, png)
    await rename(`${broken.dataDir}/blobs`, `${broken.dataDir}/elsewhere`)
    await writeFile(`${broken.dataDir}/blobs`, 'no folder')
    const response = await put(declared.uploadUrl, png)
    const flat = (await response.json()) as { hint: string }
    expect([response.status, flat]).toEqual([
      500,
      {
        error: 'internal_error',
        message: 'The server failed unexpectedly.',
        hint: expect.stringMatching(/request id .* It is [\w-]{36}\./) as string,
      },
    ])
    expect(flat.hint.slice(-37, -1)).toBe(response.headers.get('x-request-id'))
    expect(broken.log()).toContain(flat.hint.slice(-37, -1))
    const completed = await call('POST', `/v1/artifacts/${arrived.artifactId}/complete`)
    expect(completed).toMatchObject({
      status: 500,
      body: { data: { error: 'internal_error', requestId: expect.any(String) as string } },
    })
    expect(JSON.stringify(completed.body)).not.toContain(broken.dataDir)
    expect(broken.log()).toContain(completed.body.data.requestId)
    expect(broken.log()).toContain('/v1/uploads/…')
    expect(broken.log()).not.toContain(declared.uploadToken)
    expect((await call('GET', `/v1/reviews/${reviewId}`)).status).toBe(200)
    await broken.stop()
  })

  it('an uncaught failure ends only the request that caused it, and is logged', async () => {
    const faulty = await startServer(preloading('uncaught'), { deployment: 'standalone' })
    const ann = await signUp(faulty)
    const call = await ann.agent()
    const png = await pngImage(64, 48)
    const reviewId = await newReview(call, await ann.project())
    const { uploadUrl } = (await declareUpload(call, reviewId, { bytes: png.length })).body
    const send = (headers: Record<string, string>) =>
      fetch(uploadUrl, {
        method: 'PUT',
        headers: { 'content-type': 'image/png', ...headers },
        body: new Uint8Array(png),
      })
    const response = await send({ 'x-throw': 'yes' })
    expect([response.status, await response.json()]).toMatchObject([
      500,
      { data: { error: 'internal_error' } },
    ])
    expect(faulty.log()).toContain('a fault of the test')
    expect(faulty.log()).toContain(response.headers.get('x-request-id'))
    expect((await send({})).status).toBe(200)
    await faulty.stop()
  })
})
