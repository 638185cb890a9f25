import { request } from 'node:http'
import { createConnection } from 'node:net'
import { crc32 } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import type { DeclarationResult } from '#shared/contract/artifact'
import type { ReviewPayload } from '#shared/contract/review'
import { caller, newReview, put, revise, upload, type Failure } from '../support/client'
import { picture } from '../support/samples'
import { startStage } from '../support/stage'

const { server, person, agent, projectId, png } = await startStage()
afterAll(() => server.stop())
const reviewId = await newReview(agent, projectId)

const declare = async (more: Record<string, unknown> = {}) =>
  agent<DeclarationResult>('POST', '/v1/artifacts/uploads', {
    reviewId,
    kind: 'image',
    title: 'A',
    mime: 'image/png',
    bytes: png.length,
    ...more,
  })
const refused = (status: number, error: string, field?: string | null) => ({
  status,
  body: { statusCode: status, data: { error, ...(field !== undefined && { field }) } },
})

/** Declares these bytes as a PNG, sends and completes them. */
async function completing(data: Buffer, more: Record<string, unknown> = {}) {
  const { body } = await declare({ bytes: data.length, ...more })
  await put(body.uploadUrl, data)
  return { ...body, answer: await agent('POST', `/v1/artifacts/${body.artifactId}/complete`) }
}

describe('a declaration', () => {
  it.each([
    ['no title', { title: undefined }, 'title'],
    ['a blank title', { title: '  ' }, 'title'],
    ['a title of 201 characters', { title: 'x'.repeat(201) }, 'title'],
    ['no bytes', { bytes: 0 }, 'bytes'],
    ['an image over 50 MiB', { bytes: 52_428_801 }, 'bytes'],
    ['a video over 500 MiB', { kind: 'video', mime: 'video/mp4', bytes: 524_288_001 }, 'bytes'],
    ['a type that is not accepted', { mime: 'image/svg+xml' }, 'mime'],
    ['a type of the other kind', { kind: 'video', mime: 'image/png' }, 'mime'],
    ['a poster on an image', { poster: { mime: 'image/png', bytes: 10 } }, 'poster'],
    ['a viewport without height', { viewport: { width: 10 } }, 'viewport.height'],
    ['a description of 2,001 characters', { description: 'x'.repeat(2001) }, 'description'],
    ['a round key of 101 characters', { roundKey: 'x'.repeat(101) }, 'roundKey'],
    ['a malformed review id', { reviewId: 'art_1' }, 'reviewId'],
  ])('with %s is refused, and the field named', async (_, more, field) => {
    const answer = await declare(more)
    expect(answer).toMatchObject(refused(422, 'invalid_request', field))
    expect((answer.body as unknown as Failure).data.hint).toBeTruthy()
  })

  it('at the very limits is taken', async () => {
    const answers = await Promise.all([
      declare({
        title: 'x'.repeat(200),
        description: 'x'.repeat(2000),
        scenario: 'x'.repeat(200),
        route: `/${'x'.repeat(499)}`,
        commit: 'x'.repeat(100),
      }),
      declare({ bytes: 52_428_800 }),
      declare({ kind: 'video', mime: 'video/mp4', bytes: 524_288_000 }),
    ])
    expect(answers.map(each => each.status)).toEqual([201, 201, 201])
  })

  it('into a round that is over is refused', async () => {
    const own = await newReview(agent, projectId, 'Rounds')
    await declare({ reviewId: own, roundKey: 'one' })
    await declare({ reviewId: own, roundKey: 'two' })
    expect(await declare({ reviewId: own, roundKey: 'one' })).toMatchObject(
      refused(409, 'round_closed', 'roundKey'),
    )
    expect((await declare({ reviewId: own, roundKey: 'two' })).status).toBe(201)
  })
})

describe('an upload', () => {
  it('of too many bytes is refused with 413, of too few with 422, and the address stays usable', async () => {
    const { body } = await declare()
    const long = await put(body.uploadUrl, Buffer.alloc(png.length + 1))
    expect([long.status, await long.json()]).toMatchObject([413, { error: 'too_large' }])
    const streamed = await put(body.uploadUrl, new Blob([Buffer.alloc(png.length + 5000)]).stream())
    expect(streamed.status).toBe(413)
    const short = await put(body.uploadUrl, png.subarray(1))
    expect([short.status, await short.json()]).toMatchObject([422, { error: 'invalid_request' }])
    const right = await put(body.uploadUrl, png)
    expect([right.status, await right.json()]).toEqual([
      200,
      { ok: true, bytes: png.length, purpose: 'original', revisionId: body.revisionId },
    ])
  })

  it('to a used address is refused with 409, to an unknown one with 404, flat and in JSON', async () => {
    const { body } = await declare()
    await put(body.uploadUrl, png)
    const used = await put(body.uploadUrl, png)
    expect([used.status, await used.json()]).toMatchObject([409, { error: 'already_used' }])
    const unknown = await put(`${server.url}/v1/uploads/${'x'.repeat(32)}`, png, {
      headers: { accept: 'text/html' },
    })
    expect(unknown.status).toBe(404)
    expect(Object.keys((await unknown.json()) as object)).toEqual(['error', 'message', 'hint'])
  })

  it('has one winner when two arrive at once', async () => {
    const { body } = await declare()
    const answers = await Promise.all([
      put(body.uploadUrl, png),
      put(body.uploadUrl, png),
      put(body.uploadUrl, png),
    ])
    expect(answers.map(each => each.status).sort()).toEqual([200, 409, 409])
    expect((await agent('POST', `/v1/artifacts/${body.artifactId}/complete`)).status).toBe(200)
  })

  it('that is cut in the middle leaves no file behind and the address usable', async () => {
    const data = Buffer.concat([png, Buffer.alloc(2_000_000)])
    const { body } = await declare({ bytes: data.length })
    const logged = server.log()
    const { hostname, port, pathname } = new URL(body.uploadUrl)
    await new Promise<void>(resolve => {
      const socket = createConnection(Number(port), hostname, () => {
        socket.write(
          `PUT ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: ${data.length}\r\n\r\n`,
        )
        socket.write(data.subarray(0, 1_000_000), () =>
          setTimeout(() => {
            socket.destroy()
            resolve()
          }, 200),
        )
      })
    })
    await expect
      .poll(async () => (await import('node:fs/promises')).readdir(`${server.dataDir}/blobs/.temporary`))
      .toEqual([])
    expect((await put(body.uploadUrl, data)).status).toBe(200)
    // Whoever goes away has made no mistake, and the server none either.
    expect(server.log()).toBe(logged)
  })

  it('is missing at completion: 409, and nothing is lost', async () => {
    const { body } = await declare()
    expect(await agent('POST', `/v1/artifacts/${body.artifactId}/complete`)).toMatchObject(
      refused(409, 'upload_missing'),
    )
    await put(body.uploadUrl, png)
    expect((await agent('POST', `/v1/artifacts/${body.artifactId}/complete`)).status).toBe(200)
  })
})

describe('a completion', () => {
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
  ])('of %s is refused, the bytes deleted, the artifact rejected', async (_, data, message) => {
    const { answer, artifactId, revisionId } = await completing(await data())
    expect(answer).toMatchObject(refused(422, 'invalid_request', 'mime'))
    expect(answer.body.data.message).toContain(message)
    const review = (await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).body
    expect(review.artifacts.find(each => each.id === artifactId)).toMatchObject({
      status: 'rejected',
      revisions: [],
      currentRevision: null,
    })
    const { readdir } = await import('node:fs/promises')
    expect(await readdir(`${server.dataDir}/blobs/originals`)).not.toContain(revisionId)
  })

  it('that fails leaves the earlier revision standing, and its index is never used again', async () => {
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
  ])('with %o is refused', async (body, field) => {
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

describe('a note', () => {
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
    ['half an arrow', { kind: 'arrow', geometry: { x1: 0, y1: 0, x2: 1 } }, 'geometry.y2'],
    ['a timestamp on an image', { kind: 'timestamp', timestampMs: 10 }, 'kind'],
    ['geometry on the whole artifact', { kind: 'artifact', geometry: { x: 0, y: 0 } }, 'geometry'],
    ['an empty body', { kind: 'artifact', body: '' }, 'body'],
    ['a body of 10,001 characters', { kind: 'artifact', body: 'x'.repeat(10_001) }, 'body'],
    ['an unknown kind', { kind: 'circle' }, 'kind'],
  ])('with %s is refused, the field named, nothing stored', async (_, more, field) => {
    const own = await newReview(agent, projectId)
    const done = await upload(agent, own, png)
    expect(
      await agent('POST', `/v1/artifacts/${done.artifactId}/annotations`, { body: 'x', ...more }),
    ).toMatchObject(refused(422, 'invalid_request', field))
    expect((await agent<{ count: number }>('GET', `/v1/reviews/${own}/threads?status=all`)).body.count).toBe(
      0,
    )
  })

  it('may touch the edges and have 10,000 characters', async () => {
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

describe('a request', () => {
  it('with malformed JSON gets 400, with another type 415, with too much 413', async () => {
    expect(await agent('POST', '/v1/reviews', '{"title":')).toMatchObject(refused(400, 'bad_request'))
    expect(await agent('POST', '/v1/reviews', '[]')).toMatchObject(refused(400, 'bad_request'))
    expect(
      await agent('POST', '/v1/reviews', 'title=x', { 'content-type': 'application/x-www-form-urlencoded' }),
    ).toMatchObject(refused(415, 'unsupported_media_type'))
    expect(
      await agent('POST', '/v1/reviews', JSON.stringify({ title: 'x'.repeat(1_100_000) })),
    ).toMatchObject(refused(413, 'too_large'))
  })

  it('without a credential gets 401, with an unknown token 401, also beside a good cookie', async () => {
    const nobody = caller(server)
    expect(await nobody('GET', `/v1/reviews/${reviewId}`)).toMatchObject(refused(401, 'unauthorized'))
    expect(
      await nobody('GET', `/v1/reviews/${reviewId}`, undefined, { authorization: 'Bearer svc_unknown' }),
    ).toMatchObject(refused(401, 'unauthorized'))
    expect(
      await person.call('GET', `/v1/reviews/${reviewId}`, undefined, { authorization: 'Bearer svc_unknown' }),
    ).toMatchObject(refused(401, 'unauthorized'))
  })

  it('to an unknown path or with another method is answered in JSON, whatever Accept says', async () => {
    const html = { accept: 'text/html' }
    expect(await agent('GET', '/v1/nothing', undefined, html)).toMatchObject(refused(404, 'not_found'))
    expect(await agent('GET', '/api/nothing', undefined, html)).toMatchObject(refused(404, 'not_found'))
    const wrong = await agent('DELETE', '/v1/reviews', undefined, html)
    expect(wrong).toMatchObject(refused(405, 'method_not_allowed'))
    expect(wrong.headers.get('allow')).toBe('POST')
    expect(await agent('GET', '/v1/reviews/rev_!!')).toMatchObject(refused(404, 'not_found'))
    expect(await agent('GET', '/v1/reviews/art_01ABC')).toMatchObject(refused(404, 'not_found'))
  })

  it('says what to send instead, and names a field only where there is one', async () => {
    const said = async (body: unknown, path = '/v1/reviews') => {
      const { data } = (await agent('POST', path, body)).body
      return [data.field, data.message]
    }
    expect(await said({})).toEqual(['title', '"title" is required.'])
    expect(await said({ title: null, projectId })).toEqual(['title', '"title" must be a string, not null.'])
    expect(
      await said(
        { reviewId, kind: 'audio', title: 'x', mime: 'image/png', bytes: 1 },
        '/v1/artifacts/uploads',
      ),
    ).toEqual(['kind', '"kind" must be one of "image", "video".'])
    expect(
      await said(
        { reviewId, kind: 'image', title: 'x', mime: 'image/png', bytes: 0 },
        '/v1/artifacts/uploads',
      ),
    ).toEqual(['bytes', '"bytes" must be at least 1.'])
    expect(
      await said(
        { reviewId, kind: 'image', title: 'x', mime: 'image/png', bytes: 1.5 },
        '/v1/artifacts/uploads',
      ),
    ).toEqual(['bytes', '"bytes" must be a whole number, not number.'])
    const done = await upload(agent, reviewId, png)
    expect(
      await said(
        { body: 'x', kind: 'arrow', geometry: 'left' },
        `/v1/artifacts/${done.artifactId}/annotations`,
      ),
    ).toEqual(['geometry', '"geometry" must be an object, not string.'])
    expect((await agent('PATCH', `/v1/artifacts/${done.artifactId}`, {})).body.data).toMatchObject({
      field: null,
      message: 'The request must have at least one of title, description, variationGroup.',
    })
  })

  it('to sign-in is held to the same size, methods and shape, whatever its Host', async () => {
    const nobody = caller(server)
    const path = '/api/auth/sign-in/email'
    expect(await nobody('POST', path, JSON.stringify({ email: 'x'.repeat(1_100_000) }))).toMatchObject(
      refused(413, 'too_large'),
    )
    expect(await nobody('POST', path, {})).toMatchObject({
      status: 422,
      body: { data: { error: 'invalid_request', field: 'email', message: '"email" is required.' } },
    })
    for (const name of [' ', 'x'.repeat(101)])
      expect(
        await nobody('POST', '/api/auth/sign-up/email', {
          name,
          email: 'long@example.com',
          password: 'correct horse battery',
        }),
      ).toMatchObject(refused(422, 'invalid_request', 'name'))
    expect(await nobody('POST', '/api/auth/device/token', { grant_type: 'x' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    })
    const other = await nobody('OPTIONS', path)
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
    expect((await fetch(`${server.url}/api/auth/get-session`, { method: 'HEAD' })).status).toBe(200)
    for (const unknown of ['/api/auth', '/api/authentic', '/api/_internal'])
      expect([unknown, await nobody('GET', unknown, undefined, { accept: 'text/html' })]).toMatchObject([
        unknown,
        refused(404, 'not_found'),
      ])
    const strange = await new Promise<number | undefined>((resolve, reject) => {
      request(
        `${server.url}${path}`,
        { method: 'POST', headers: { 'host': '[', 'content-type': 'application/json' } },
        answer => resolve(answer.resume().statusCode),
      )
        .on('error', reject)
        .end(JSON.stringify({ email: 'nobody@example.com', password: 'correct horse battery' }))
    })
    expect(strange).toBe(401)
  })

  it('for a public document may be a HEAD, and never leads to a page', async () => {
    const nobody = caller(server)
    for (const path of ['/openapi.json', '/docs/api.md', '/docs/cli.md']) {
      expect([path, (await fetch(server.url + path, { method: 'HEAD' })).status]).toEqual([path, 200])
      expect([path, await nobody('POST', path, undefined, { accept: 'text/html' })]).toMatchObject([
        path,
        refused(405, 'method_not_allowed'),
      ])
    }
    expect(await nobody('GET', '/docs/nothing.md')).toMatchObject(refused(404, 'not_found'))
  })

  it('with an unknown value of a known query parameter gets 422; unknown fields are ignored', async () => {
    expect(await agent('GET', `/v1/reviews/${reviewId}/threads?status=closed`)).toMatchObject(
      refused(422, 'invalid_request', 'status'),
    )
    expect((await agent('POST', '/v1/reviews', { title: 'x', projectId, surprise: true })).status).toBe(201)
  })
})
