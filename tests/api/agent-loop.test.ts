import { readFile } from 'node:fs/promises'
import { afterAll, describe, expect, it } from 'vitest'
import sharp from 'sharp'
import type { DeclarationResult } from '#shared/contract/artifact'
import type { CompletionResult, CreatedReview, ReviewPayload } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import { newReview, put, revise, upload, type Failure } from '../support/client'
import { picture, pixels, sample } from '../support/samples'
import { startStage } from '../support/stage'

const { server, person, agent, projectId } = await startStage()
afterAll(() => server.stop())
const png = await picture(320, 200).png().toBuffer()

const threads = (reviewId: string, status = 'open') =>
  agent<{ count: number; threads: Thread[] }>('GET', `/v1/reviews/${reviewId}/threads?status=${status}`)

describe('the agent loop', () => {
  it('goes from a review to a verified answer', async () => {
    const created = await agent<CreatedReview>('POST', '/v1/reviews', {
      title: 'Totals wrap',
      projectId,
      prRef: '#1284',
      branch: 'fix/totals',
      commit: '9f31c2e',
    })
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      reused: false,
      review: { status: 'open', prRef: '#1284' },
      artifacts: [],
      threadCounts: { total: 0 },
    })
    const reviewId = created.body.review.id

    const done = await upload(agent, reviewId, png, {
      route: '/dashboard',
      viewport: { width: 320, height: 200, deviceScaleFactor: 2 },
    })
    expect(done).toMatchObject({
      revisionIndex: 1,
      status: 'ready',
      artifact: {
        status: 'ready',
        route: '/dashboard',
        currentRevision: { width: 320, height: 200, bytes: png.length },
      },
    })
    expect(done.markdown).toBe(`[![Dashboard](${done.embedUrl})](${done.artifact.url})`)

    const note = await person.call<Thread>('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
      kind: 'rectangle',
      geometry: { x: 0.1, y: 0.1, width: 0.3, height: 0.2 },
      body: 'Too wide.',
    })
    expect(note).toMatchObject({
      status: 201,
      body: {
        status: 'open',
        revision: 1,
        comment: 'Too wide.',
        comments: [{ author: { type: 'human', name: 'Ann' } }],
      },
    })

    expect((await threads(reviewId)).body).toMatchObject({
      count: 1,
      threads: [
        {
          threadId: note.body.threadId,
          kind: 'rectangle',
          artifact: { title: 'Dashboard', route: '/dashboard' },
        },
      ],
    })
    const id = note.body.threadId
    expect(await agent('POST', `/v1/threads/${id}/replies`, { body: 'On it.' })).toMatchObject({
      status: 201,
      body: { status: 'open' },
    })
    const addressed = await agent<Thread>('POST', `/v1/threads/${id}/address`, {
      body: 'Pinned three columns.',
    })
    expect(addressed).toMatchObject({ status: 200, body: { status: 'addressed' } })
    expect(addressed.body.comments.map(each => each.author.type)).toEqual(['human', 'agent', 'agent'])

    const second = await revise(agent, done.artifactId, await picture(320, 201).png().toBuffer(), {
      roundKey: 'round-2',
      roundSummary: 'after review',
    })
    expect(second).toMatchObject({
      revisionIndex: 2,
      artifact: { currentRevision: { index: 2, height: 201 } },
    })

    expect(await person.call('POST', `/v1/threads/${id}/resolve`)).toMatchObject({
      status: 200,
      body: { status: 'resolved' },
    })
    expect(await agent('POST', `/v1/threads/${id}/address`)).toMatchObject({
      status: 200,
      body: { status: 'resolved' },
    })
    expect(
      await person.call('POST', `/api/reviews/${reviewId}/status`, { status: 'verified' }),
    ).toMatchObject({ status: 200, body: { status: 'verified', decidedBy: 'Ann' } })

    const read = await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)
    expect(read.body).toMatchObject({
      review: { status: 'verified' },
      threadCounts: { resolved: 1, total: 1 },
      rounds: [{ number: 1, summary: 'after review' }],
    })
    expect(read.body.artifacts[0]?.revisions.map(each => each.roundId)).toEqual([
      null,
      read.body.rounds[0]?.id,
    ])
    expect(read.body.seenItemIds).toBeUndefined()
  })

  it('reuses the review of an externalRef, also when callers race', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        agent<CreatedReview>('POST', '/v1/reviews', { title: 'Race', projectId, externalRef: 'pr-77' }),
      ),
    )
    expect(new Set(answers.map(each => each.body.review.id)).size).toBe(1)
    expect(answers.filter(each => each.status === 201)).toHaveLength(1)
    expect(answers.filter(each => each.body.reused)).toHaveLength(11)
  })

  it('takes a video with its poster, fills in what the file says, and lets the agent have the last word', async () => {
    const reviewId = await newReview(agent, projectId)
    const video = await readFile(sample('plain.mp4'))
    const declared = await agent<DeclarationResult>('POST', '/v1/artifacts/uploads', {
      reviewId,
      kind: 'video',
      title: 'Resize',
      mime: 'video/mp4',
      bytes: video.length,
      poster: { mime: 'image/png', bytes: png.length },
    })
    const target = declared.body
    expect(target.poster?.uploadUrl).toContain('/v1/uploads/')
    expect(await (await put(target.poster?.uploadUrl ?? '', png)).json()).toMatchObject({
      ok: true,
      purpose: 'poster',
      revisionId: target.revisionId,
    })
    await put(target.uploadUrl, video)
    const done = await agent<CompletionResult>('POST', `/v1/artifacts/${target.artifactId}/complete`, {
      durationMs: 1900,
      posterUploadToken: target.poster?.uploadToken,
    })
    expect(done.body.artifact.currentRevision).toMatchObject({ width: 320, height: 200, durationMs: 1900 })
    expect(done.body.markdown).toBe(`[![▶ Resize](${done.body.posterUrl})](${done.body.artifact.url})`)
    const poster = await fetch(done.body.posterUrl ?? '')
    expect([poster.status, poster.headers.get('content-type')]).toEqual([200, 'image/jpeg'])

    const moment = await agent<Thread>('POST', `/v1/artifacts/${target.artifactId}/annotations`, {
      kind: 'timestamp',
      timestampMs: 1500,
      body: 'Flickers.',
    })
    expect(moment).toMatchObject({ status: 201, body: { timestampMs: 1500, geometry: null } })
  })

  it('shows a video without a poster as a plain link', async () => {
    const reviewId = await newReview(agent, projectId)
    const done = await upload(agent, reviewId, await readFile(sample('live.webm')), {
      kind: 'video',
      mime: 'video/webm',
      title: 'Live',
    })
    expect(done.posterUrl).toBeNull()
    expect(done.artifact.currentRevision?.durationMs).toBeGreaterThan(1900)
    expect(done.markdown).toBe(`[▶ Live](${done.artifact.url})`)
  })

  it('ends the Markdown of a review with a link to annotate, as JSON and as text', async () => {
    const reviewId = await newReview(agent, projectId, 'Titles *with* [markup] @somebody')
    await upload(agent, reviewId, png)
    const { body } = await agent<{ url: string; markdown: string }>('GET', `/v1/reviews/${reviewId}/markdown`)
    expect(body.markdown.endsWith(`[Annotate and comment](${body.url})`)).toBe(true)
    expect(body.markdown).toContain('Titles \\*with\\* \\[markup\\] @\u200Bsomebody')
    const text = await agent<string>('GET', `/v1/reviews/${reviewId}/markdown?format=text`)
    expect(text.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(text.body).toBe(body.markdown)
  })

  it('keeps notes pinned to their revision, and pins to a historical one on request', async () => {
    const reviewId = await newReview(agent, projectId)
    const first = await upload(agent, reviewId, png)
    await revise(agent, first.artifactId, png)
    const now = await agent<Thread>('POST', `/v1/artifacts/${first.artifactId}/annotations`, {
      geometry: { x: 0.5, y: 0.5 },
      body: 'Now',
    })
    const then = await agent<Thread>('POST', `/v1/reviews/${reviewId}/threads`, {
      kind: 'point',
      artifactId: first.artifactId,
      revisionId: first.revisionId,
      geometry: { x: 0, y: 1 },
      body: 'Then',
    })
    expect([now.body.revision, then.body.revision]).toEqual([2, 1])
  })

  it('answers a second completion like the first, and completes once when callers race', async () => {
    const reviewId = await newReview(agent, projectId)
    const declared = await agent<DeclarationResult>('POST', '/v1/artifacts/uploads', {
      reviewId,
      kind: 'image',
      title: 'A',
      mime: 'image/png',
      bytes: png.length,
    })
    await put(declared.body.uploadUrl, png)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        agent<CompletionResult>('POST', `/v1/artifacts/${declared.body.artifactId}/complete`),
      ),
    )
    expect(answers.map(each => each.status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(new Set(answers.map(each => each.body.embedUrl)).size).toBe(1)
    expect((await fetch(answers[0]?.body.embedUrl ?? '')).status).toBe(200)
  })

  it('gives the original back byte for byte, any revision of it', async () => {
    const reviewId = await newReview(agent, projectId)
    const first = await upload(agent, reviewId, png, { title: 'Dash/board: "ü"' })
    const other = await picture(64, 64).png().toBuffer()
    await revise(agent, first.artifactId, other)
    const get = async (query = '') => {
      const token = (
        await person.call<{ token: string }>('POST', '/api/tokens', {
          name: 'reader',
          workspaceId: person.workspaceId,
          capabilities: ['artifact:read'],
        })
      ).body.token
      return fetch(`${server.url}/v1/artifacts/${first.artifactId}/download${query}`, {
        headers: { authorization: `Bearer ${token}` },
      })
    }
    expect(Buffer.from(await (await get()).arrayBuffer()).equals(other)).toBe(true)
    const old = await get('?revision=1')
    expect(Buffer.from(await old.arrayBuffer()).equals(png)).toBe(true)
    expect(old.headers.get('content-type')).toBe('image/png')
    expect(old.headers.get('content-disposition')).toBe(
      'attachment; filename="Dash board u r1.png"; filename*=UTF-8\'\'Dash%20board%20%C3%BC%20r1.png',
    )
    expect((await get('?revision=3')).status).toBe(404)
  })
})

describe('the capability address', () => {
  it('is served under any title, also one whose file name is cut within an emoji', async () => {
    const done = await upload(agent, await newReview(agent, projectId), png, {
      title: `${'x'.repeat(119)}😀😀`,
    })
    for (const url of [done.embedUrl, done.downloadUrl]) {
      const answer = await fetch(url ?? '')
      expect([answer.status, decodeURIComponent(answer.headers.get('content-disposition') ?? '')]).toEqual([
        200,
        expect.stringContaining(`${'x'.repeat(119)}😀 r1.png`),
      ])
    }
  })

  it('serves an exact derivative without credentials, inert and cacheable', async () => {
    const done = await upload(agent, await newReview(agent, projectId), png)
    const answer = await fetch(done.embedUrl ?? '')
    const bytes = Buffer.from(await answer.arrayBuffer())
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
        ].map(name => [name, answer.headers.get(name)]),
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
    expect(answer.headers.get('set-cookie')).toBeNull()

    const etag = answer.headers.get('etag') ?? ''
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

  it('is signed with 128 bits, and every one of them counts', async () => {
    const done = await upload(agent, await newReview(agent, projectId), png)
    const [origin = '', token = ''] = done.embedUrl?.split('/e/') ?? []
    const bytes = Buffer.from(token, 'base64url')
    // Purpose, generation, a dot and the ULID of the revision come first.
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

  it('answers unknown, changed and foreign addresses with one and the same 404', async () => {
    const done = await upload(agent, await newReview(agent, projectId), png)
    const token = done.embedUrl?.split('/e/')[1] ?? ''
    const changed = `${token.slice(0, -4)}AAAA`
    const swapped = `${Buffer.from('p0').toString('base64url')}${token.slice(3)}`
    const answers = await Promise.all(
      ['nonsense', changed, swapped, token.slice(0, 20)].map(async each => {
        const answer = await fetch(`${server.url}/e/${each}`)
        return { status: answer.status, body: (await answer.json()) as Failure }
      }),
    )
    expect(new Set(answers.map(each => JSON.stringify(each))).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 404, body: { data: { error: 'not_found' } } })
  })
})
