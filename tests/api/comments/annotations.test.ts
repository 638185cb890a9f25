import { describe, expect, it } from 'vitest'
import type { ErrorEnvelope } from '#shared/contract/kit/errors'
import type { Thread } from '#shared/contract/thread'
import type { DeclarationResult } from '#shared/contract/upload'
import { signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { eventKindsOf } from '../../support/data/database'
import { sharedFixture } from '../../support/server/fixture'
import { refused } from '../../support/server/refusals'

const { server, agent, projectId, png, person } = await sharedFixture()
const reviewId = await newReview(agent, projectId)

const outsider = await signUp(server, 'Outsider')

describe('an annotation (a comment with a mark)', () => {
  it.each([
    ['pixel coordinates', { geometry: { x: 640, y: 400 } }, 'geometry.x'],
    ['no geometry for a point', {}, 'geometry.x'],
    [
      'a rectangle over the edge',
      { kind: 'rectangle', geometry: { x: 0.8, y: 0.1, width: 0.3, height: 0.1 } },
      'geometry.width',
    ],
    [
      'a rectangle without size',
      { kind: 'rectangle', geometry: { x: 0.1, y: 0.1, width: 0, height: 0.1 } },
      'geometry.width',
    ],
    [
      'an ellipse over the edge',
      { kind: 'ellipse', geometry: { cx: 0.2, cy: 0.5, rx: 0.3, ry: 0.1 } },
      'geometry.rx',
    ],
    ['half an arrow', { kind: 'arrow', geometry: { x1: 0, y1: 0, x2: 1 } }, 'geometry.y2'],
    ['a freehand line of one point', { kind: 'freehand', geometry: { points: [[0, 0]] } }, 'geometry.points'],
    [
      'a freehand line of 257 points',
      { kind: 'freehand', geometry: { points: Array.from({ length: 257 }, () => [0, 0]) } },
      'geometry.points',
    ],
    [
      'a freehand point of x alone',
      { kind: 'freehand', geometry: { points: [[0, 0], [1]] } },
      'geometry.points.1',
    ],
    ['a timestamp on an image', { kind: 'timestamp', timestampMs: 10 }, 'kind'],
    ['geometry on the whole artifact', { kind: 'artifact', geometry: { x: 0, y: 0 } }, 'geometry'],
    [
      'the geometry of a rectangle and no kind, which is a point,',
      { geometry: { x: 0.1, y: 0.1, width: 0.2, height: 0.2 } },
      'geometry.width',
    ],
    ['the geometry of an arrow and no kind', { geometry: { x1: 0, y1: 0, x2: 1, y2: 1 } }, 'geometry.x1'],
    ['the geometry of a line and no kind', { geometry: { x: 0, y: 0, points: [[0, 0]] } }, 'geometry.points'],
    ['the kind in the geometry', { geometry: { kind: 'rectangle', x: 0, y: 0 } }, 'geometry.kind'],
    [
      'a further shape with members of another kind',
      {
        geometry: { x: 0, y: 0 },
        shapes: [{ kind: 'point', geometry: { x: 0, y: 0, rx: 0.1 } }],
      },
      'shapes.0.geometry.rx',
    ],
    ['an empty body', { kind: 'artifact', body: '' }, 'body'],
    ['a body of 10,001 characters', { kind: 'artifact', body: 'x'.repeat(10_001) }, 'body'],
    ['an unknown kind', { kind: 'circle' }, 'kind'],
  ])('an annotation with %s is refused, and the error names the field', async (_, more, field) => {
    const own = await newReview(agent, projectId)
    const done = await upload(agent, own, png)
    expect(
      await agent('POST', `/v1/artifacts/${done.artifactId}/annotations`, { body: 'x', ...more }),
    ).toMatchObject(refused(422, 'invalid_request', field))
    expect((await agent<{ count: number }>('GET', `/v1/reviews/${own}/threads?status=all`)).body.count).toBe(
      0,
    )
  })

  it('the error for an annotation with the geometry of another kind states the right geometry', async () => {
    const done = await upload(agent, reviewId, png)
    const path = `/v1/artifacts/${done.artifactId}/annotations`
    const geometry = { kind: 'rectangle', x: 0.1, y: 0.1, width: 0.2, height: 0.2 }
    const messages = []
    for (const given of [{ ...geometry, kind: undefined }, geometry]) {
      const { body } = await agent<ErrorEnvelope>('POST', path, { body: 'x', geometry: given })
      messages.push([body.data.message, body.data.hint])
    }
    const kinds = 'point, rectangle, ellipse, arrow, freehand'
    expect(messages).toEqual([
      [
        '"geometry.width" does not go with kind "point", whose geometry is { x, y }.',
        `Send kind next to geometry: ${kinds}. ` +
          'The geometry of kind "rectangle" is { x, y, width, height }.',
      ],
      [
        '"geometry.kind" does not go with kind "point", whose geometry is { x, y }.',
        `Send kind next to geometry: ${kinds}. The geometry itself has no kind.`,
      ],
    ])
  })

  it('the geometry of an annotation may contain its kind, null members and unknown members', async () => {
    const done = await upload(agent, reviewId, png)
    const geometry = { kind: 'point', x: 0.5, y: 0.5, width: null, color: 'red' }
    const path = `/v1/artifacts/${done.artifactId}/annotations`
    expect(await agent('POST', path, { body: 'x', geometry })).toMatchObject({
      status: 201,
      body: { kind: 'point', geometry: { x: 0.5, y: 0.5 } },
    })
  })

  it('a mark may touch the edges of an image, and its comment may have 10,000 characters', async () => {
    const done = await upload(agent, reviewId, png)
    const path = `/v1/artifacts/${done.artifactId}/annotations`
    expect(
      (
        await agent('POST', path, {
          body: 'x'.repeat(10_000),
          kind: 'rectangle',
          geometry: { x: 0.7, y: 0, width: 0.3, height: 1 },
        })
      ).status,
    ).toBe(201)
    expect(
      await agent('POST', path, {
        body: 'x',
        kind: 'ellipse',
        geometry: { cx: 0.5, cy: 0.5, rx: 0.5, ry: 0.5, color: 'red' },
      }),
    ).toMatchObject({
      status: 201,
      body: { kind: 'ellipse', geometry: { cx: 0.5, cy: 0.5, rx: 0.5, ry: 0.5 } },
    })
    const points = Array.from({ length: 256 }, (_, index) => [index / 255, index % 2])
    expect(await agent('POST', path, { body: 'x', kind: 'freehand', geometry: { points } })).toMatchObject({
      status: 201,
      body: { kind: 'freehand', geometry: { points } },
    })
    expect(
      (await agent('POST', path, { body: 'x', kind: 'arrow', geometry: { x1: 0, y1: 0, x2: 1, y2: 1 } }))
        .status,
    ).toBe(201)
    expect(
      await agent('POST', `/v1/reviews/${reviewId}/threads`, {
        body: 'x',
        kind: 'point',
        geometry: { x: 0, y: 0 },
      }),
    ).toMatchObject(refused(422, 'invalid_request', 'artifactId'))
    expect((await agent('POST', `/v1/reviews/${reviewId}/threads`, { body: 'On all of it.' })).status).toBe(
      201,
    )
  })
})

describe('the target of a thread', () => {
  it('a thread cannot be on an artifact of another review in the same project', async () => {
    const other = await upload(agent, await newReview(agent, projectId), png)
    expect(
      await agent('POST', `/v1/reviews/${reviewId}/threads`, {
        kind: 'artifact',
        artifactId: other.artifactId,
        body: 'x',
      }),
    ).toMatchObject(refused(404, 'not_found', 'artifactId'))
  })

  it('a thread can only be on a completed revision of its artifact', async () => {
    const [target, other] = [await upload(agent, reviewId, png), await upload(agent, reviewId, png)]
    const declared = await agent<DeclarationResult>('POST', `/v1/artifacts/${target.artifactId}/revisions`, {
      mime: 'image/png',
      bytes: png.length,
    })
    const note = (revisionId?: string) =>
      agent<Thread>('POST', `/v1/artifacts/${target.artifactId}/annotations`, {
        kind: 'artifact',
        body: 'x',
        revisionId,
      })
    for (const revisionId of [other.revisionId, declared.body.revisionId])
      expect(await note(revisionId)).toMatchObject(refused(404, 'not_found', 'revisionId'))
    // A declared revision becomes the current one only when its upload is complete.
    expect((await note()).body.revision).toBe(1)
  })
})

describe('a change of an annotation', () => {
  it('a person can move an annotation of an agent', async () => {
    const done = await upload(agent, await newReview(agent, projectId), png)
    const path = `/v1/artifacts/${done.artifactId}/annotations`
    const { body } = await agent<Thread>('POST', path, { geometry: { x: 0.1, y: 0.1 }, body: 'x' })
    const geometry = { x: 0.9, y: 0.2 }
    expect(await person.call('PATCH', `/api/threads/${body.threadId}`, { geometry })).toMatchObject({
      status: 200,
      body: { geometry },
    })
  })

  it('people can resolve an annotation, delete it, and move it to a geometry of its kind', async () => {
    const done = await upload(agent, await newReview(agent, projectId), png)
    const note = (
      await person.call<Thread>('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
        geometry: { x: 0.1, y: 0.1 },
        body: 'x',
      })
    ).body
    const path = `/api/threads/${note.threadId}`
    expect(
      await person.call('PATCH', path, { geometry: { x: 0.9, y: 0.2 }, status: 'resolved' }),
    ).toMatchObject({ status: 200, body: { geometry: { x: 0.9, y: 0.2 }, status: 'resolved' } })
    expect(await person.call('PATCH', path, { geometry: { x: 9, y: 0 } })).toMatchObject({
      status: 422,
      body: { data: { field: 'geometry.x' } },
    })
    expect((await person.call('PATCH', path, {})).status).toBe(422)
    expect((await agent('PATCH', path, { status: 'open' })).status).toBe(403)
    expect((await outsider.call('DELETE', path)).status).toBe(404)
    expect((await person.call('DELETE', path)).status).toBe(204)
    expect((await person.call('DELETE', path)).status).toBe(404)
    expect(await eventKindsOf(server, note.threadId)).toEqual([
      'thread.created',
      'thread.updated',
      'thread.deleted',
    ])
  })
})
