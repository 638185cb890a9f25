import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { SubmittedEvidence } from '#shared/contract/submitted-evidence'
import { limits } from '#shared/contract/kit/limits'
import { blobsOf } from '../../support/data/blobs-of'
import { runSql, type TestDatabase } from '../../support/data/database'
import { newReview } from '../../support/reviews/review'
import { declareUpload, put, upload } from '../../support/reviews/uploads'
import { ownFixture, sharedFixture } from '../../support/server/fixture'
import { fileOf, formOf } from '../../support/server/forms'
import { pngImage, sample } from '../../support/media/samples'
import { uploadVideo } from '../../support/reviews/frames'
import type { TestServer } from '../../support/server/server'
import { sweepAfter } from '../../support/server/sweep'

const { server, agent, projectId, png } = await sharedFixture()
const reviewId = await newReview(agent, projectId)

interface Sums {
  original: string | null
  poster: string | null
}

const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex')

/** Returns the checksums in the database row of a revision. */
async function statedOf(database: TestDatabase, revisionId: string): Promise<Sums> {
  const text = 'SELECT original_hash AS original, poster_original_hash AS poster FROM revision WHERE id = ?'
  const [row] = await runSql<Sums>(database, text, [revisionId])
  return row ?? { original: '', poster: '' }
}

/** Computes the checksums of the stored files of a revision. */
async function storedOf({ databaseUrl, dataDir, blobs }: TestServer, revisionId: string): Promise<Sums> {
  const text = 'SELECT original_key AS original, poster_original_key AS poster FROM revision WHERE id = ?'
  const [row] = await runSql<Sums>({ databaseUrl, dataDir }, text, [revisionId])
  const sumOf = async (key: string | null | undefined) => (key ? sha256(await blobs.read(key)) : null)
  return { original: await sumOf(row?.original), poster: await sumOf(row?.poster) }
}

describe('the SHA-256 of an original', () => {
  it('the SHA-256 of an upload and of its poster is stored', async () => {
    const { revisionId } = await upload(agent, reviewId, png)
    expect(await statedOf(server, revisionId)).toEqual({ original: sha256(png), poster: null })
    const video = await uploadVideo(agent, reviewId, 'With a poster', png)
    const film = await readFile(sample('plain.mp4'))
    expect(await statedOf(server, video.revisionId)).toEqual({ original: sha256(film), poster: sha256(png) })
  })

  it('after a cut-off transfer, the stored SHA-256 is the checksum of the repeated transfer', async () => {
    const { body } = await declareUpload(agent, reviewId, { title: 'Again', bytes: png.length })
    expect((await put(body.uploadUrl, png.subarray(0, 40))).status).toBe(422)
    expect((await put(body.uploadUrl, png)).status).toBe(200)
    expect(await statedOf(server, body.revisionId)).toEqual({ original: sha256(png), poster: null })
  })

  it('the SHA-256 of a file and of a poster in a form is stored', async () => {
    const film = await readFile(sample('plain.mp4'))
    const parts = { files: fileOf(film, 'walk.mp4'), poster: fileOf(png, 'poster.png') }
    const form = formOf({ ...parts, externalRef: 'checksums', projectId })
    const { status, body } = await agent<SubmittedEvidence>('POST', '/v1/evidence', form)
    expect(status).toBe(201)
    const stated = await statedOf(server, body.files[0]?.revisionId ?? '')
    expect(stated).toEqual({ original: sha256(film), poster: sha256(png) })
  })

  it('for uploads and forms, the stored SHA-256 is the checksum of the redacted picture', async () => {
    const redact = [{ x: 0.25, y: 0.25, width: 0.5, height: 0.5 }]
    const { body } = await declareUpload(agent, reviewId, { title: 'Secret', bytes: png.length })
    await put(body.uploadUrl, png)
    const { revisionId } = body
    expect(
      (await agent('POST', `/v1/artifacts/${body.artifactId}/complete`, { revisionId, redact })).status,
    ).toBe(200)
    const parts = { files: fileOf(await pngImage(90, 60), 'secret.png'), items: JSON.stringify([{ redact }]) }
    const form = formOf({ ...parts, externalRef: 'redacted', projectId })
    const sent = await agent<SubmittedEvidence>('POST', '/v1/evidence', form)
    for (const id of [revisionId, sent.body.files[0]?.revisionId ?? '']) {
      const stated = await statedOf(server, id)
      expect(stated.original).toMatch(/^[\da-f]{64}$/)
      expect(stated.original).not.toBe(sha256(png))
      expect(stated).toEqual(await storedOf(server, id))
    }
  })
})

it('a file is stored again if its original is missing, although its checksum is known', async () => {
  const picture = await pngImage(95, 61)
  const send = async () => {
    const form = formOf({ files: fileOf(picture, 'lost.png'), externalRef: 'lost', projectId })
    return (await agent<SubmittedEvidence>('POST', '/v1/evidence', form)).body.files[0]
  }
  const first = await send()
  expect((await send())?.outcome).toBe('unchanged')
  const keys = (await blobsOf(server, first?.revisionId ?? '')).filter(key => key.includes('/original-'))
  for (const key of keys) await server.blobs.remove(key)
  expect(keys).toHaveLength(1)
  expect((await send())?.outcome).toBe('revised')
})

describe('the sweep', () => {
  it('the sweep adds the checksums that originals of earlier versions lack', async () => {
    const own = await ownFixture({ LOG_LEVEL: 'info' })
    onTestFinished(() => own.server.stop())
    const review = await newReview(own.agent, own.projectId)
    const first = await upload(own.agent, review, png)
    const video = await uploadVideo(own.agent, review, 'Film', png)
    const ids = [first.revisionId, video.revisionId]
    const before = await Promise.all(ids.map(id => statedOf(own.server, id)))
    await runSql(own.server, 'UPDATE revision SET original_hash = NULL, poster_original_hash = NULL')
    await sweepAfter(own.server, 0)
    expect(await Promise.all(ids.map(id => statedOf(own.server, id)))).toEqual(before)
    expect(own.server.log()).toMatch(/"checksums of originals added".*"revisions":2/)
  })
})

describe('POST /v1/evidence/check', () => {
  type Answer = { unchanged?: boolean[]; data?: { error: string; field: string | null } }
  const check = async (id: string, files: object[], call = agent) => {
    const { status, body } = await call<Answer>('POST', '/v1/evidence/check', { reviewId: id, files })
    return { status, ...body }
  }
  const fileWith = (artifactId: string, data: Buffer, more = {}) => ({
    artifactId,
    sha256: sha256(data),
    bytes: data.length,
    ...more,
  })

  it('a request with only the hashes of files returns which of the files need not be sent', async () => {
    const [old, fresh] = [await pngImage(21, 20), await pngImage(22, 20)]
    const sent = await agent<SubmittedEvidence>(
      'POST',
      '/v1/evidence',
      formOf({ before: fileOf(old, 'cart-before.png'), after: fileOf(fresh, 'cart-after.png'), reviewId }),
    )
    const artifactId = sent.body.files[0]?.artifactId ?? ''
    const asked = [
      fileWith(artifactId, fresh),
      fileWith(artifactId, old),
      fileWith(artifactId, old, { isBefore: true }),
      fileWith(artifactId, fresh, { isBefore: true }),
      fileWith(artifactId, png),
      { ...fileWith(artifactId, fresh), bytes: fresh.length + 1 },
    ]
    expect(await check(reviewId, asked)).toEqual({
      status: 200,
      unchanged: [true, false, true, false, false, false],
    })
    await runSql(server, 'UPDATE revision SET original_hash = NULL WHERE artifact_id = ?', [artifactId])
    expect((await check(reviewId, asked.slice(0, 2))).unchanged).toEqual([true, false])
  })

  it('a request with hashes rejects evidence of another review and too many files', async () => {
    const other = await upload(agent, await newReview(agent, projectId), png)
    const refused = await check(reviewId, [fileWith(other.artifactId, png)])
    expect([refused.status, refused.data?.field]).toEqual([404, 'files.0.artifactId'])
    const own = await upload(agent, reviewId, png)
    const files = Array.from({ length: limits.checkedFiles + 1 }, () => fileWith(own.artifactId, png))
    expect((await check(reviewId, files)).data?.field).toBe('files')
    const most = await check(reviewId, files.slice(1))
    expect([most.status, new Set(most.unchanged)]).toEqual([200, new Set([true])])
  })
})
