import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import sharp from 'sharp'
import type { DeclarationResult } from '#shared/contract/artifact'
import type { CreatedReview, ReviewPayload } from '#shared/contract/review'
import { DAY, HOUR, SECOND } from '#shared/time'
import { caller, newReview, put, upload, type Call, type Person } from '../support/client'
import type { TestServer } from '../support/server'
import { startStage } from '../support/stage'

let server: TestServer
let person: Person
let agent: Call
let projectId: string
let png: Buffer

beforeEach(async () => {
  ;({ server, person, agent, projectId, png } = await startStage())
})
afterEach(() => server.stop())

describe('time', () => {
  it('ends an upload address after one hour, not before', async () => {
    const reviewId = await newReview(agent, projectId)
    const declare = async () =>
      (
        await agent<DeclarationResult>('POST', '/v1/artifacts/uploads', {
          reviewId,
          kind: 'image',
          title: 'A',
          mime: 'image/png',
          bytes: png.length,
        })
      ).body
    const [early, late] = [await declare(), await declare()]
    await server.advance(HOUR - 5 * SECOND)
    expect((await put(early.uploadUrl, png)).status).toBe(200)
    await server.advance(10 * SECOND)
    const answer = await put(late.uploadUrl, png)
    expect([answer.status, await answer.json()]).toMatchObject([410, { error: 'expired' }])
  })

  it('keeps an idempotency key for 24 hours', async () => {
    const key = { 'idempotency-key': 'daily' }
    const create = () => agent<CreatedReview>('POST', '/v1/reviews', { title: 'A', projectId }, key)
    const first = await create()
    await server.advance(DAY - 5 * SECOND)
    expect([(await create()).body.review.id, (await create()).status]).toEqual([first.body.review.id, 200])
    await server.advance(10 * SECOND)
    const later = await create()
    expect([later.status, later.body.review.id === first.body.review.id]).toEqual([201, false])
  })

  it('frees the mark of a call that a crash cut off after a minute', async () => {
    const { default: Database } = await import('better-sqlite3')
    const key = { 'idempotency-key': 'crash' }
    await agent('POST', '/v1/reviews', { title: 'A', projectId }, key)
    const file = new Database(`${server.dataDir}/exhibit.sqlite`)
    // As a process that was killed before its answer leaves it.
    file.prepare('UPDATE idempotency SET answer = NULL, expires_at = ?').run(Date.now() + 60 * SECOND)
    file.close()
    expect((await agent('POST', '/v1/reviews', { title: 'A', projectId }, key)).status).toBe(409)
    await server.advance(61 * SECOND)
    expect((await agent('POST', '/v1/reviews', { title: 'A', projectId }, key)).status).toBe(201)
  })

  it("hides media after the plan's visible window: a card instead, no download, and all words stay", async () => {
    const reviewId = await newReview(agent, projectId)
    const done = await upload(agent, reviewId, png)
    await agent('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
      geometry: { x: 0, y: 0 },
      body: 'Stays.',
    })
    await server.advance(14 * DAY - HOUR)
    const nearly = await fetch(done.embedUrl ?? '')
    expect(nearly.status).toBe(200)
    const age = Number(/max-age=(\d+)/.exec(nearly.headers.get('cache-control') ?? '')?.[1])
    expect(age).toBeGreaterThan(3500)
    expect(age).toBeLessThanOrEqual(3600)
    await server.advance(HOUR)
    const card = await fetch(done.embedUrl ?? '')
    expect([card.status, card.headers.get('content-type'), card.headers.get('cache-control')]).toEqual([
      200,
      'image/png',
      'public, max-age=60',
    ])
    expect(await sharp(Buffer.from(await card.arrayBuffer())).metadata()).toMatchObject({
      width: 800,
      height: 450,
    })
    expect((await fetch(`${done.embedUrl}?w=320`)).status).toBe(200)
    expect((await fetch(done.downloadUrl ?? '')).status).toBe(404)
    expect((await agent('GET', `/v1/artifacts/${done.artifactId}/download`)).status).toBe(404)
    const { body } = await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)
    expect([body.artifacts[0]?.currentRevision?.mediaState, body.threadCounts.open]).toEqual(['expired', 1])
  })

  it('ends a share link, an agent token and a session', async () => {
    const reviewId = await newReview(agent, projectId)
    const shared = (
      await agent<{ token: string }>('POST', `/v1/reviews/${reviewId}/share-links`, { expiresInHours: 1 })
    ).body
    const minted = (
      await person.call<{ token: string }>('POST', '/api/tokens', {
        name: 'brief',
        workspaceId: person.workspaceId,
        capabilities: ['artifact:read'],
        expiresInDays: 1,
      })
    ).body
    const brief = caller(server, { authorization: `Bearer ${minted.token}` })
    await server.advance(HOUR - 5 * SECOND)
    expect((await caller(server)('GET', `/api/share/${shared.token}`)).status).toBe(200)
    await server.advance(10 * SECOND)
    expect((await caller(server)('GET', `/api/share/${shared.token}`)).status).toBe(404)
    expect((await brief('GET', '/v1/projects')).status).toBe(200)
    await server.advance(DAY)
    expect((await brief('GET', '/v1/projects')).status).toBe(401)
    expect((await person.call('GET', '/api/me')).status).toBe(200)
    await server.advance(8 * DAY)
    expect((await person.call('GET', '/api/me')).status).toBe(401)
  })
})
