import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { CompletionResult } from '#shared/contract/upload'
import type { ReviewPayload } from '#shared/contract/review'
import { blobsOf } from '../../support/data/blobs-of'
import type { Call } from '../../support/server/client'
import { newReview } from '../../support/reviews/review'
import { declareUpload, put, upload } from '../../support/reviews/uploads'
import { runningCalls, runSql } from '../../support/data/database'
import { ownFixture, sharedFixture } from '../../support/server/fixture'
import { mediaProcesses } from '../../support/server/processes'
import { noise, pngImage, sample } from '../../support/media/samples'
import type { TestServer } from '../../support/server/server'

const { server, agent, projectId } = await sharedFixture()
const reviewId = await newReview(agent, projectId)
const area = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 }
const png = await pngImage(80, 40)

async function uploaded(data = png, by: Call = agent, of = reviewId) {
  const { body } = await declareUpload(by, of, { bytes: data.length })
  await put(body.uploadUrl, data)
  const complete = (more: object) =>
    by<CompletionResult>('POST', `/v1/artifacts/${body.artifactId}/complete`, {
      revisionId: body.revisionId,
      ...more,
    })
  return { ...body, complete }
}

/** Returns whether the middle of a picture is black, and the rest of it is not. */
async function isRedacted(data: Buffer): Promise<boolean> {
  const { data: pixels, info } = await sharp(data).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels
  return Math.max(...pixels.subarray(middle, middle + 3)) < 8 && pixels.some(value => value > 100)
}

/** Returns the key of the unredacted file while a redaction runs, otherwise null. */
async function unredactedKeyOf(of: TestServer, revisionId: string): Promise<string | null | undefined> {
  const text = 'SELECT unredacted_key AS key FROM revision WHERE id = ?'
  return (await runSql<{ key: string | null }>(of, text, [revisionId]))[0]?.key
}

const originalOf = async (by: Call, of: TestServer, artifactId: string, token: string) =>
  fetch(`${of.url}/v1/artifacts/${artifactId}/download`, { headers: { authorization: token } })

describe('a completion with `redact`', () => {
  it('completing an upload with `redact` neither publishes nor stores the redacted content', async () => {
    const target = await uploaded()
    const [original = ''] = await blobsOf(server, target.revisionId)
    const { status, body } = await target.complete({ redact: [area] })
    expect(status).toBe(200)
    await fetch(`${body.embedUrl}?w=320`)
    const keys = await blobsOf(server, target.revisionId)
    expect(keys).not.toContain(original)
    expect(keys).toHaveLength(3)
    for (const key of keys) expect([key, await isRedacted(await server.blobs.read(key))]).toEqual([key, true])
    const stored = await server.blobs.read(keys.find(each => each.includes('/original-')) ?? '')
    expect(body.artifact.currentRevision).toMatchObject({ bytes: stored.length, width: 80, height: 40 })
    expect(await isRedacted(Buffer.from(await (await fetch(body.embedUrl ?? '')).arrayBuffer()))).toBe(true)
  })

  it('`redact` accepts 1 to 50 areas inside the picture, and the error names an invalid field', async () => {
    const target = await uploaded()
    const refused = async (redact: unknown) => {
      const { status, body } = await target.complete({ redact })
      return [status, (body as unknown as { data: { field: string } }).data.field]
    }
    expect(await refused([])).toEqual([422, 'redact'])
    expect(await refused(Array.from({ length: 51 }, () => area))).toEqual([422, 'redact'])
    expect(await refused([area, { ...area, width: 0.76 }])).toEqual([422, 'redact.1.width'])
    expect(await refused([{ ...area, height: 0 }])).toEqual([422, 'redact.0.height'])
    expect(await refused([{ ...area, x: 20 }])).toEqual([422, 'redact.0.x'])
    const most = await target.complete({ redact: Array.from({ length: 50 }, () => area) })
    expect(most.status).toBe(200)
    const edge = await (await uploaded()).complete({ redact: [{ x: 0, y: 0, width: 1, height: 1 }] })
    expect(edge.status).toBe(200)
  })

  it('`redact` is refused for a video, and the bytes of the video are deleted', async () => {
    const video = await readFile(sample('plain.mp4'))
    const { body: target } = await declareUpload(agent, reviewId, {
      kind: 'video',
      mime: 'video/mp4',
      bytes: video.length,
    })
    await put(target.uploadUrl, video)
    const complete = (body: object) => agent('POST', `/v1/artifacts/${target.artifactId}/complete`, body)
    expect(await complete({ redact: [area] })).toMatchObject({
      status: 422,
      body: {
        data: {
          error: 'invalid_request',
          field: 'redact',
          hint: expect.stringContaining('The bytes were deleted') as string,
        },
      },
    })
    expect(await blobsOf(server, target.revisionId)).toEqual([])
    expect((await complete({})).status).toBe(409)
  })

  it('a refused completion of an upload deletes the bytes only if it had `redact`', async () => {
    const [redacted, plain] = [await uploaded(), await uploaded()]
    const posterUploadToken = 'x'.repeat(30)
    const refusals = [
      await redacted.complete({ redact: [area], posterUploadToken }),
      await plain.complete({ posterUploadToken }),
    ]
    for (const each of refusals)
      expect(each).toMatchObject({ status: 422, body: { data: { field: 'posterUploadToken' } } })
    expect(await blobsOf(server, redacted.revisionId)).toEqual([])
    expect(await blobsOf(server, plain.revisionId)).toHaveLength(1)
  })

  it('repeating `redact` gets the same response; other areas get 409 after the completion', async () => {
    const target = await uploaded()
    const first = await target.complete({ redact: [area] })
    expect((await target.complete({ redact: [area] })).body).toEqual(first.body)
    expect((await target.complete({})).status).toBe(200)
    expect(await target.complete({ redact: [{ ...area, x: 0 }] })).toMatchObject({
      status: 409,
      body: { data: { error: 'conflict', field: 'redact' } },
    })
    const open = await upload(agent, reviewId, png)
    const late = await agent('POST', `/v1/artifacts/${open.artifactId}/complete`, { redact: [area] })
    expect(late).toMatchObject({ status: 409, body: { data: { field: 'redact' } } })
  })

  it('completing an upload with `redact` succeeds only if the published picture is redacted', async () => {
    const target = await uploaded(await noise(600, 600).png().toBuffer())
    const calls = [{ redact: [area] }, {}, { redact: [area] }, {}, { redact: [area] }]
    const responses = await Promise.all(calls.map(each => target.complete(each)))
    // A call without areas can succeed only before all calls with areas, which then get 409.
    for (const { status } of responses) expect([200, 409]).toContain(status)
    const redacted = responses.filter((_, index) => calls[index]?.redact)
    const embedUrl = responses.find(each => each.status === 200)?.body.embedUrl ?? ''
    const shown = await isRedacted(Buffer.from(await (await fetch(embedUrl)).arrayBuffer()))
    expect(new Set(redacted.map(each => each.status))).toEqual(new Set([shown ? 200 : 409]))
  })

  it('`redact` stops a completion that began earlier from publishing the unredacted picture', async () => {
    // Uploads two pictures to start both media processes, so that the test can suspend them before they
    // receive the next picture.
    await Promise.all([upload(agent, reviewId, png), upload(agent, reviewId, png)])
    const large = await noise(600, 600).png().toBuffer()
    const statuses: number[] = []
    // Tries again if the first call read its revision too late: then the call already knows the areas, and
    // redacts the picture.
    while (statuses.length < 5 && !statuses.includes(409)) {
      const target = await uploaded(large)
      const processes = server.pids.flatMap(mediaProcesses)
      for (const pid of processes) process.kill(pid, 'SIGSTOP')
      const key = { 'idempotency-key': `before-redaction-${target.revisionId}` }
      const path = `/v1/artifacts/${target.artifactId}/complete`
      const before = agent('POST', path, {}, key)
      await expect.poll(() => runningCalls(server)).toBe(1)
      const redacting = target.complete({ redact: [area] })
      await expect.poll(() => unredactedKeyOf(server, target.revisionId)).toContain(target.revisionId)
      for (const pid of processes) process.kill(pid, 'SIGCONT')
      const { status, body } = await redacting
      expect(status).toBe(200)
      expect(await isRedacted(Buffer.from(await (await fetch(body.embedUrl ?? '')).arrayBuffer()))).toBe(true)
      statuses.push((await before).status)
    }
    expect(statuses.at(-1)).toBe(409)
  })

  it('`redact` leaves nothing of the original when the server is killed at any moment', async () => {
    const own = await ownFixture()
    onTestFinished(() => own.server.stop())
    const token = `Bearer ${await own.person.token()}`
    const of = await newReview(own.agent, own.projectId)
    const large = await noise(1200, 1200).png().toBuffer()
    const isStored = async (revisionId: string) => Boolean(await unredactedKeyOf(own.server, revisionId))
    const decodes = () => mediaProcesses(own.server.pid).length > 0
    const files = (revisionId: string) => blobsOf(own.server, revisionId)
    const hasNewFile = async (revisionId: string) => (await files(revisionId)).length !== 1
    const isRemoved = async (revisionId: string, original: string) =>
      !(await files(revisionId)).includes(original)
    const moments: [string, (revisionId: string, original: string) => boolean | Promise<boolean>][] = [
      ['the areas are stored', isStored],
      ['a media process has started', decodes],
      ['a new file exists', hasNewFile],
      ['the original is deleted', isRemoved],
    ]
    let isAnyInterrupted = false
    for (const [moment, isReached] of moments) {
      const target = await uploaded(large, own.agent, of)
      const { revisionId } = target
      const [original = ''] = await files(revisionId)
      const completing = target.complete({ redact: [area] }).catch(() => null)
      await expect.poll(() => isReached(revisionId, original), { interval: 1 }).toBe(true)
      await own.server.kill()
      await completing
      await own.server.restart()
      const { artifacts } = (await own.agent<ReviewPayload>('GET', `/v1/reviews/${of}`)).body
      const isComplete = artifacts.some(
        each => each.id === target.artifactId && each.currentRevision?.completedAt,
      )
      isAnyInterrupted ||= !isComplete
      // Completes the upload once more, because the server may have been killed before it stored the areas.
      const again = await target.complete({ redact: [area] })
      expect([moment, again.status]).toEqual([moment, 200])
      const download = await originalOf(own.agent, own.server, target.artifactId, token)
      expect(await isRedacted(Buffer.from(await download.arrayBuffer()))).toBe(true)
      for (const key of await blobsOf(own.server, target.revisionId))
        expect([moment, await isRedacted(await own.server.blobs.read(key))]).toEqual([moment, true])
    }
    expect(isAnyInterrupted).toBe(true)
  }, 120_000)
})
