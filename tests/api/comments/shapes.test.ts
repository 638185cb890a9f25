import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import type { PendingComment, SubmittedReview } from '#shared/contract/pending-comment'
import type { Thread } from '#shared/contract/thread'
import type { Call } from '../../support/server/client'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { sharedFixture } from '../../support/server/fixture'
import { callTool, connectMcp } from '../../support/cli/mcp'
import { pngImage } from '../../support/media/samples'

const { server, person, agent, projectId } = await sharedFixture()
const reviewId = await newReview(agent, projectId)
const large = await pngImage(2000, 1000)
const { artifactId } = await upload(agent, reviewId, large)

const first = { kind: 'rectangle', geometry: { x: 0.1, y: 0.1, width: 0.2, height: 0.1 } }
const arrow = { kind: 'arrow', geometry: { x1: 0.4, y1: 0.4, x2: 0.6, y2: 0.6 } }
const point = { kind: 'point', geometry: { x: 0.9, y: 0.9 } }
const annotate = (more: object, as: Call = person.call) =>
  as<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, { ...first, body: 'These.', ...more })

describe('several shapes in one comment', () => {
  it('each shape of a comment has a kind, a geometry in fractions, and its position in pixels', async () => {
    const { status, body } = await annotate({ shapes: [arrow, point] })
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...first, pixels: { x: 200, y: 100, width: 400, height: 100 } })
    const shapes = [
      { ...arrow, pixels: { x1: 800, y1: 400, x2: 1200, y2: 600 } },
      { ...point, pixels: { x: 1800, y: 900 } },
    ]
    expect(body.shapes).toEqual(shapes)
    expect((await agent<Thread>('GET', `/v1/threads/${body.threadId}`)).body.shapes).toEqual(shapes)
    const mcp = await connectMcp(server, await person.token())
    const { data } = await callTool(mcp, 'read_feedback', { reviewId })
    const drawn = shapes.map(({ kind, pixels }) => ({ kind, pixels }))
    expect(data.threads).toContainEqual(expect.objectContaining({ threadId: body.threadId, shapes: drawn }))
    await mcp.close()
    expect((await annotate({})).body.shapes).toEqual([])
    expect((await annotate({ shapes: null })).body.shapes).toEqual([])
  })

  it(`a comment has at most ${limits.furtherShapes} shapes after the first`, async () => {
    const some = (length: number) => Array.from({ length }, () => point)
    expect((await annotate({ shapes: some(limits.furtherShapes) })).status).toBe(201)
    expect(await annotate({ shapes: some(limits.furtherShapes + 1) })).toMatchObject({
      status: 422,
      body: { data: { field: 'shapes' } },
    })
  })

  it.each([
    ['pixel coordinates', [arrow, { kind: 'point', geometry: { x: 640, y: 0 } }], 'shapes.1.geometry.x'],
    ['a geometry of another kind', [{ ...arrow, kind: 'ellipse' }], 'shapes.0.geometry.x1'],
    ['no geometry', [{ kind: 'point' }], 'shapes.0.geometry'],
    ['a kind that is not drawn', [{ kind: 'artifact' }], 'shapes.0.kind'],
    ['something else', 'arrow', 'shapes'],
  ])('shapes of a comment are refused with %s; the error names the field', async (_, shapes, field) => {
    expect(await annotate({ shapes })).toMatchObject({ status: 422, body: { data: { field } } })
  })

  it('a comment without a first shape cannot have further shapes', async () => {
    const without = { kind: 'artifact', geometry: undefined, shapes: [point] }
    expect(await annotate(without)).toMatchObject({ status: 422, body: { data: { field: 'shapes' } } })
    const { threadId } = (await annotate({ kind: 'artifact', geometry: undefined })).body
    expect(await person.call('PATCH', `/api/threads/${threadId}`, { shapes: [point] })).toMatchObject({
      status: 422,
      body: { data: { field: 'shapes' } },
    })
  })

  it('the first shape and the further shapes of a comment can be changed separately', async () => {
    const { threadId } = (await annotate({ shapes: [arrow] })).body
    const edit = async (body: object) =>
      (await person.call<Thread>('PATCH', `/api/threads/${threadId}`, body)).body
    const moved = { kind: 'arrow', geometry: { x1: 0.5, y1: 0.4, x2: 0.7, y2: 0.6 } }
    expect(await edit({ shapes: [moved] })).toMatchObject({ geometry: first.geometry, shapes: [moved] })
    const geometry = { ...first.geometry, x: 0.2 }
    expect(await edit({ geometry })).toMatchObject({ geometry, shapes: [moved] })
    expect((await edit({ shapes: [] })).shapes).toEqual([])
  })

  it('the picture of a thread contains all of its shapes', async () => {
    const pictureOf = async (shapes: object[]) => {
      const { threadId } = (await annotate({ kind: 'point', geometry: { x: 0.5, y: 0.5 }, shapes })).body
      const response = await fetch(`${server.url}/v1/threads/${threadId}/picture`, {
        headers: { cookie: person.cookie },
      })
      const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      let orange = 0
      for (let i = 0; i < data.length; i += 3)
        if ((data[i] ?? 0) > 230 && (data[i + 1] ?? 0) < 130 && (data[i + 2] ?? 0) < 90) orange++
      return { width: info.width, height: info.height, orange }
    }
    const one = await pictureOf([])
    const two = await pictureOf([{ kind: 'point', geometry: { x: 0.7, y: 0.5 } }])
    expect(one).toMatchObject({ width: 480, height: 480 })
    expect(two.width).toBeGreaterThan(400 + 480 / 2)
    expect(two.orange).toBeGreaterThan(1.8 * one.orange)
  })

  it('the CSV export and a share link contain all shapes of a comment', async () => {
    const own = await newReview(agent, projectId)
    const done = await upload(agent, own, large)
    const body = { ...first, shapes: [point], body: 'These.' }
    await person.call('POST', `/v1/artifacts/${done.artifactId}/annotations`, body)
    const table = await fetch(`${server.url}/api/reviews/${own}/export/csv`, {
      headers: { cookie: person.cookie },
    })
    const csv = await table.text()
    expect(csv).toContain('"[{""kind"":""point"",""geometry"":{""x"":0.9,""y"":0.9}}]"')
    const link = await agent<{ url: string }>('POST', `/v1/reviews/${own}/share-links`, {})
    const token = new URL(link.body.url).pathname.split('/').at(-1) ?? ''
    const shared = await agent<{ threads: Thread[] }>('GET', `/api/share/${token}`)
    expect(shared.body.threads[0]?.shapes).toMatchObject([point])
  })

  it('a pending comment stores its shapes until it is sent', async () => {
    const added = await person.call<PendingComment>('POST', `/api/reviews/${reviewId}/pending-comments`, {
      ...first,
      artifactId,
      shapes: [arrow],
      body: 'Later.',
    })
    expect(added.body.place).toMatchObject({ ...first, shapes: [arrow] })
    const { body } = await person.call<SubmittedReview>('POST', `/api/reviews/${reviewId}/submit`, {
      pendingCommentIds: [added.body.id],
    })
    expect(body.sent[0]?.thread).toMatchObject({ ...first, shapes: [arrow] })
  })
})
