import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { Thread } from '#shared/contract/thread'
import type { CompletionResult } from '#shared/contract/upload'
import { limits } from '#shared/contract/kit/limits'
import { newReview } from '../../support/reviews/review'
import { declareUpload, put, upload } from '../../support/reviews/uploads'
import { runSql } from '../../support/data/database'
import { sample } from '../../support/media/samples'
import { sharedFixture } from '../../support/server/fixture'

const stage = await sharedFixture()
const { agent, projectId, png } = stage
const { server } = stage
const video = await readFile(sample('plain.mp4'))
const reviewId = await newReview(agent, projectId)

/** Uploads the recording. `durationMs` is the length that the agent states. */
async function recording(durationMs?: number) {
  const { body } = await declareUpload(agent, reviewId, {
    kind: 'video',
    mime: 'video/mp4',
    bytes: video.length,
  })
  await put(body.uploadUrl, video)
  const done = (
    await agent<CompletionResult>('POST', `/v1/artifacts/${body.artifactId}/complete`, { durationMs })
  ).body
  const note = (fields: object) =>
    agent<Thread>('POST', `/v1/artifacts/${body.artifactId}/annotations`, { body: 'Flickers.', ...fields })
  const noteAt = (timestampMs: number) => note({ kind: 'timestamp', timestampMs })
  return {
    artifactId: body.artifactId,
    durationMs: done.artifact.currentRevision?.durationMs ?? 0,
    revisionId: done.revisionId,
    note,
    noteAt,
  }
}

const refusedOn = (field: string) => ({
  status: 422,
  body: { data: { error: 'invalid_request', field, hint: expect.any(String) as string } },
})

describe('a range of a video', () => {
  it('a range on a video ends after its start, and at most a second after the end of the video', async () => {
    const { durationMs, note } = await recording()
    const last = durationMs + limits.timestampSlackMs
    for (const endMs of [1, durationMs, last])
      expect(await note({ kind: 'timestamp', timestampMs: 0, endMs })).toMatchObject({
        status: 201,
        body: { timestampMs: 0, endMs },
      })
    expect(await note({ kind: 'timestamp', timestampMs: 500, endMs: null })).toMatchObject({
      status: 201,
      body: { timestampMs: 500, endMs: null },
    })
    for (const [timestampMs, endMs] of [
      [500, 500],
      [500, 499],
      [0, last + 1],
      [0, 12.5],
      [0, -1],
    ])
      expect(await note({ kind: 'timestamp', timestampMs, endMs })).toMatchObject(refusedOn('endMs'))
  })

  it('a range of a video needs a start time', async () => {
    const { note } = await recording()
    expect(await note({ kind: 'timestamp', endMs: 500 })).toMatchObject(refusedOn('timestampMs'))
    expect(await note({ kind: 'artifact', endMs: 500 })).toMatchObject(refusedOn('endMs'))
  })

  it('a comment on an image cannot have a time range', async () => {
    const { artifactId } = await upload(agent, reviewId, png)
    const point = { body: 'x', kind: 'point', geometry: { x: 0.5, y: 0.5 } }
    const path = `/v1/artifacts/${artifactId}/annotations`
    expect(await agent('POST', path, { ...point, timestampMs: 0, endMs: 5 })).toMatchObject(
      refusedOn('timestampMs'),
    )
    expect(await agent('POST', path, { ...point, endMs: 5 })).toMatchObject(refusedOn('endMs'))
  })
})

describe('a mark on a video', () => {
  it.each([
    ['point', { x: 0.5, y: 0.5 }],
    ['rectangle', { x: 0.1, y: 0.2, width: 0.3, height: 0.4 }],
    ['ellipse', { cx: 0.5, cy: 0.5, rx: 0.1, ry: 0.1 }],
    ['arrow', { x1: 0, y1: 0, x2: 1, y2: 1 }],
    [
      'freehand',
      {
        points: [
          [0, 0],
          [1, 1],
        ],
      },
    ],
  ])(
    'a %s on a video can be at one time or on a range, and has a position in pixels',
    async (kind, geometry) => {
      const { note } = await recording()
      const at = await note({ kind, geometry, timestampMs: 200 })
      expect(at).toMatchObject({
        status: 201,
        body: { kind, geometry, timestampMs: 200, endMs: null, size: { width: 320, height: 200 } },
      })
      expect(at.body.pixels).not.toBeNull()
      expect(await note({ kind, geometry, timestampMs: 200, endMs: 900 })).toMatchObject({
        status: 201,
        body: { kind, geometry, timestampMs: 200, endMs: 900 },
      })
    },
  )

  it('a mark on a video needs a video time, and a geometry inside the picture', async () => {
    const { note } = await recording()
    const geometry = { x: 0.5, y: 0.5 }
    expect(await note({ kind: 'point', geometry })).toMatchObject(refusedOn('timestampMs'))
    expect(await note({ kind: 'point', timestampMs: 200 })).toMatchObject(refusedOn('geometry.x'))
    expect(await note({ kind: 'point', timestampMs: 200, geometry: { x: 640, y: 0 } })).toMatchObject(
      refusedOn('geometry.x'),
    )
    expect(await note({ kind: 'timestamp', timestampMs: 200, geometry })).toMatchObject(refusedOn('geometry'))
  })

  it('moving a mark on a video does not change its video time', async () => {
    const { note } = await recording()
    const { threadId } = (
      await note({ kind: 'point', geometry: { x: 0, y: 0 }, timestampMs: 200, endMs: 400, frameMs: 300 })
    ).body
    const geometry = { x: 1, y: 1 }
    expect(await stage.person.call('PATCH', `/api/threads/${threadId}`, { geometry })).toMatchObject({
      status: 200,
      body: { geometry, timestampMs: 200, endMs: 400, frameMs: 300 },
    })
  })
})

describe('the frame of a mark on a range', () => {
  const mark = { kind: 'point', geometry: { x: 0.5, y: 0.5 } }
  const range = { timestampMs: 200, endMs: 900 }

  it('`frameMs` of a mark on a range is null or a time from the start to the end of the range', async () => {
    const { note } = await recording()
    for (const frameMs of [200, 201, 899, 900])
      expect(await note({ ...mark, ...range, frameMs })).toMatchObject({ status: 201, body: { frameMs } })
    for (const frameMs of [null, undefined])
      expect(await note({ ...mark, ...range, frameMs })).toMatchObject({
        status: 201,
        body: { frameMs: null },
      })
    for (const frameMs of [199, 901, -1, 300.5])
      expect(await note({ ...mark, ...range, frameMs })).toMatchObject(refusedOn('frameMs'))
  })

  it('`frameMs` of a mark on a range is stored with the thread', async () => {
    const { note } = await recording()
    const { threadId } = (await note({ ...mark, ...range, frameMs: 600 })).body
    expect((await agent<Thread>('GET', `/v1/threads/${threadId}`)).body.frameMs).toBe(600)
  })

  it('`frameMs` is refused for a mark without a range or without a geometry', async () => {
    const { artifactId, note } = await recording()
    const image = await upload(agent, reviewId, png)
    const refused = refusedOn('frameMs')
    expect(await note({ ...mark, timestampMs: 200, frameMs: 200 })).toMatchObject(refused)
    expect(await note({ kind: 'timestamp', ...range, frameMs: 600 })).toMatchObject(refused)
    expect(await note({ kind: 'artifact', frameMs: 600 })).toMatchObject(refused)
    expect(
      await agent('POST', `/v1/artifacts/${image.artifactId}/annotations`, {
        ...mark,
        body: 'x',
        frameMs: 0,
      }),
    ).toMatchObject(refused)
    const path = `/v1/reviews/${reviewId}/threads`
    expect(await agent('POST', path, { kind: 'review', body: 'x', frameMs: 0 })).toMatchObject(refused)
    expect(
      await agent('POST', path, { ...mark, ...range, artifactId, body: 'x', frameMs: 600 }),
    ).toMatchObject({ status: 201, body: { frameMs: 600 } })
  })
})

describe('a comment at one time of a video', () => {
  it('if a video is longer than stated, a timestamp is valid up to a second after its end', async () => {
    const file = (await recording()).durationMs
    const short = await recording(Math.floor(file / 2))
    expect(short.durationMs).toBe(Math.floor(file / 2))
    expect((await short.noteAt(file)).status).toBe(201)
    expect((await short.noteAt(file + limits.timestampSlackMs)).status).toBe(201)
    expect(await short.noteAt(file + limits.timestampSlackMs + 1)).toMatchObject(refusedOn('timestampMs'))
  })

  it('if a video is shorter than stated, a timestamp may be a second after the stated length', async () => {
    const long = await recording(60_000)
    expect((await long.noteAt(60_000 + limits.timestampSlackMs)).status).toBe(201)
    expect((await long.noteAt(60_000 + limits.timestampSlackMs + 1)).status).toBe(422)
  })

  it('a timestamp has no upper limit if the length of the revision’s file was not stored', async () => {
    const old = await recording(500)
    await runSql(server, 'UPDATE revision SET file_duration_ms = NULL WHERE id = ?', [old.revisionId])
    expect((await old.noteAt(3_600_000)).status).toBe(201)
  })
})
