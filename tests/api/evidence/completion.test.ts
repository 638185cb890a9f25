import { readFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { SubmittedEvidence } from '#shared/contract/submitted-evidence'
import type { DeclarationResult, CompletionResult } from '#shared/contract/upload'
import type { ReviewPayload } from '#shared/contract/review'
import { newReview } from '../../support/reviews/review'
import { declareUpload, put, revise, upload } from '../../support/reviews/uploads'
import { picture, sample } from '../../support/media/samples'
import { base } from '../../media-truth/files/mp4'
import { fileOf, formOf } from '../../support/server/forms'
import { eventKindsOf } from '../../support/data/database'
import { sharedFixture } from '../../support/server/fixture'
import { blobsOf } from '../../support/data/blobs-of'
import { refused } from '../../support/server/refusals'

const { server, agent, projectId, png } = await sharedFixture()
const reviewId = await newReview(agent, projectId)

const declare = async (more: Record<string, unknown> = {}) =>
  declareUpload(agent, reviewId, { bytes: png.length, ...more })

/** Declares an upload of these bytes as a PNG, uploads them and completes the upload. */
async function completing(data: Buffer, more: Record<string, unknown> = {}) {
  const { body } = await declare({ bytes: data.length, ...more })
  await put(body.uploadUrl, data)
  return { ...body, response: await agent('POST', `/v1/artifacts/${body.artifactId}/complete`) }
}

describe('the completion of an upload', () => {
  const huge = async () => {
    const bytes = Buffer.from(png)
    bytes.writeUInt32BE(50_000, 16)
    bytes.writeUInt32BE(50_000, 20)
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
    return bytes
  }
  it.each([
    ['a JPEG declared as PNG', () => picture(8, 8).jpeg().toBuffer(), 'image/jpeg, not image/png'],
    [
      'HTML named PNG',
      async () => Buffer.from('<!doctype html><script>alert(1)</script>'),
      'an HTML document',
    ],
    [
      'SVG named PNG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'an SVG document',
    ],
    [
      'an executable',
      async () => Buffer.from('\u007FELF\u0002\u0001\u0001aaaaaaaaaaaaaaaaaa', 'latin1'),
      'an ELF executable',
    ],
    ['a shell script', async () => Buffer.from('#!/bin/sh\nrm -rf /\n'), 'an executable script'],
    ['a truncated image', async () => png.subarray(0, Math.floor(png.length * 0.6)), 'truncated or corrupt'],
    ['a picture that claims 50,000 × 50,000', huge, '50000 × 50000'],
  ])('completing %s is refused, deletes its bytes and rejects its artifact', async (_, data, message) => {
    const { response, artifactId, revisionId } = await completing(await data())
    expect(response).toMatchObject(refused(422, 'invalid_request', 'mime'))
    expect(response.body.data.message).toContain(message)
    const review = (await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).body
    expect(review.artifacts.find(each => each.id === artifactId)).toMatchObject({
      status: 'rejected',
      revisions: [],
      currentRevision: null,
    })
    expect(await blobsOf(server, revisionId)).toEqual([])
  })

  it('a failed completion keeps the current revision, and the failed index is not reused', async () => {
    const done = await upload(agent, reviewId, png)
    const bad = Buffer.from('<html></html>')
    const declared = await agent<DeclarationResult>('POST', `/v1/artifacts/${done.artifactId}/revisions`, {
      mime: 'image/png',
      bytes: bad.length,
      title: 'Never',
    })
    await put(declared.body.uploadUrl, bad)
    expect((await agent('POST', `/v1/artifacts/${done.artifactId}/complete`)).status).toBe(422)
    const after = (await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).body.artifacts.find(
      each => each.id === done.artifactId,
    )
    expect(after).toMatchObject({ status: 'ready', title: 'Dashboard', currentRevision: { index: 1 } })
    expect((await revise(agent, done.artifactId, png)).revisionIndex).toBe(3)
  })

  it.each([
    [{ width: 0 }, 'width'],
    [{ height: 100_001 }, 'height'],
    [{ durationMs: -1 }, 'durationMs'],
    [{ revisionId: 'x' }, 'revisionId'],
    [{ posterUploadToken: 'nope' }, 'posterUploadToken'],
  ])('completing an upload with the body %o is refused', async (body, field) => {
    const { body: target } = await declare()
    await put(target.uploadUrl, png)
    expect(await agent('POST', `/v1/artifacts/${target.artifactId}/complete`, body)).toMatchObject(
      refused(422, 'invalid_request', field),
    )
    expect(
      (await agent('POST', `/v1/artifacts/${target.artifactId}/complete`, { width: 100_000, height: 1 }))
        .status,
    ).toBe(200)
  })
})

describe('the warnings of a completion', () => {
  const completed = async (body: object, data = png, more: Record<string, unknown> = {}) => {
    const { body: target } = await declare({ bytes: data.length, ...more })
    await put(target.uploadUrl, data)
    const complete = () =>
      agent<CompletionResult>('POST', `/v1/artifacts/${target.artifactId}/complete`, body)
    const first = (await complete()).body.warnings
    expect((await complete()).body.warnings).toEqual(first)
    return first
  }

  it('completing an upload returns no warning if width and height are right, or not stated', async () => {
    expect(await completed({ width: 64, height: 48 })).toEqual([])
    expect(await completed({})).toEqual([])
  })

  it('completing an upload of a picture warns of a wrong width and of a wrong height', async () => {
    expect(await completed({ width: 65, height: 48 })).toEqual([
      {
        code: 'size_mismatch',
        field: 'width',
        message: 'The width was sent as 65 pixels, but the file has 64.',
      },
    ])
    expect(await completed({ width: 63, height: 47 })).toMatchObject([
      { field: 'width' },
      { field: 'height' },
    ])
  })

  it('completing an upload warns of a video length that is wrong by more than a second', async () => {
    const video = await readFile(sample('plain.mp4'))
    const of = (durationMs: number) => completed({ durationMs }, video, { kind: 'video', mime: 'video/mp4' })
    const [found] = await of(3_600_000)
    expect(found).toMatchObject({ code: 'duration_mismatch', field: 'durationMs' })
    const measured = Number(/has (\d+) ms/.exec(found?.message ?? '')?.[1])
    expect(await of(measured + 1000)).toEqual([])
    expect(await of(measured + 1001)).toMatchObject([{ code: 'duration_mismatch' }])
  })
})

describe('tracks of a video that are not shown', () => {
  const subtitles = base('subtitles.mp4')

  it('completing an upload once or again warns of video tracks that are not shown', async () => {
    const { body: target } = await declare({ bytes: subtitles.length, kind: 'video', mime: 'video/mp4' })
    await put(target.uploadUrl, subtitles)
    const complete = () => agent<CompletionResult>('POST', `/v1/artifacts/${target.artifactId}/complete`, {})
    for (const { body } of [await complete(), await complete()])
      expect(body.warnings).toEqual([
        {
          code: 'dropped_tracks',
          field: 'mime',
          message: 'Tracks of the video are not shown: 2 of text. The original has them.',
        },
      ])
  })

  it('POST /v1/evidence warns of video tracks that are not shown', async () => {
    const parts = { files: [fileOf(subtitles, 'film.mp4')], projectId, externalRef: 'subtitles' }
    const { body } = await agent<SubmittedEvidence>('POST', '/v1/evidence', formOf(parts))
    expect(body.files[0]?.warnings).toMatchObject([{ code: 'dropped_tracks', field: 'files' }])
  })
})

it('completing an upload warns if it shows the same picture as the previous revision', async () => {
  const first = await upload(agent, reviewId, png)
  const reencoded = await sharp(png).png({ compressionLevel: 0 }).toBuffer()
  const second = await revise(agent, first.artifactId, reencoded)
  expect([first.warnings, second.warnings]).toMatchObject([[], [{ code: 'unchanged', field: 'revisionId' }]])
  const again = await agent<CompletionResult>('POST', `/v1/artifacts/${first.artifactId}/complete`, {
    revisionId: second.revisionId,
  })
  expect(again.body.warnings).toEqual(second.warnings)
  const third = await revise(agent, first.artifactId, await picture(64, 48).negate().png().toBuffer())
  expect(third.warnings).toEqual([])
})

describe('repeated and concurrent completions', () => {
  it('concurrent completions of an upload get the same response, and store only one event', async () => {
    const reviewId = await newReview(agent, projectId)
    const declared = await declareUpload(agent, reviewId, { bytes: png.length })
    await put(declared.body.uploadUrl, png)
    const responses = await Promise.all(
      Array.from({ length: 6 }, () =>
        agent<CompletionResult>('POST', `/v1/artifacts/${declared.body.artifactId}/complete`),
      ),
    )
    expect(responses.map(each => each.status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(new Set(responses.map(each => each.body.embedUrl)).size).toBe(1)
    expect((await fetch(responses[0]?.body.embedUrl ?? '')).status).toBe(200)
    const published = (await eventKindsOf(server, declared.body.revisionId)).filter(
      kind => kind === 'artifact.completed',
    )
    expect(published).toHaveLength(1)
  })
})
