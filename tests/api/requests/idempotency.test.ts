import { describe, expect, it } from 'vitest'
import type { DeclarationResult } from '#shared/contract/upload'
import type { CreatedReview } from '#shared/contract/review'
import { contract } from '#shared/contract'
import type { Operation } from '#shared/contract/kit/operation'
import type { Thread } from '#shared/contract/thread'
import { DAY, MINUTE, SECOND } from '#shared/time'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { allRows, runSql } from '../../support/data/database'
import { fixtureOn, sharedFixture } from '../../support/server/fixture'
import { sharedServerWithClock } from '../../support/server/server'

const { server, person, agent, projectId, png } = await sharedFixture()

describe('Idempotency-Key', () => {
  it('twenty concurrent calls with one Idempotency-Key have one effect and the same result', async () => {
    const key = { 'idempotency-key': 'twenty' }
    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        agent<CreatedReview>('POST', '/v1/reviews', { title: 'Once', projectId }, key),
      ),
    )
    const made = responses.filter(each => each.status === 201)
    expect(made).toHaveLength(1)
    for (const other of responses.filter(each => each.status !== 201)) {
      if (other.status === 200)
        expect([other.headers.get('idempotent-replay'), other.body]).toEqual(['true', made[0]?.body])
      else expect(other).toMatchObject({ status: 409, body: { data: { error: 'idempotency_in_progress' } } })
    }
    const replay = await agent('POST', '/v1/reviews', { projectId, title: 'Once' }, key)
    expect([replay.status, replay.headers.get('idempotent-replay'), replay.body]).toEqual([
      200,
      'true',
      made[0]?.body,
    ])
  })

  it('an Idempotency-Key belongs to one body and one caller, and can be reused after a failure', async () => {
    const key = { 'idempotency-key': 'other' }
    expect((await agent('POST', '/v1/reviews', { title: '', projectId }, key)).status).toBe(422)
    expect(
      (await agent('POST', '/v1/reviews', { title: 'A', projectId: 'prj_01AAAAAAAAAAAAAAAAAAAAAAAA' }, key))
        .status,
    ).toBe(404)
    expect((await agent('POST', '/v1/reviews', { title: 'A', projectId }, key)).status).toBe(201)
    expect(await agent('POST', '/v1/reviews', { title: 'B', projectId }, key)).toMatchObject({
      status: 409,
      body: { data: { error: 'idempotency_key_reuse' } },
    })
    expect((await (await person.agent())('POST', '/v1/reviews', { title: 'B', projectId }, key)).status).toBe(
      201,
    )
  })

  it('an Idempotency-Key may have 255 characters, not 256', async () => {
    expect(
      (await agent('POST', '/v1/reviews', { title: 'A', projectId }, { 'idempotency-key': 'k'.repeat(255) }))
        .status,
    ).toBe(201)
    expect(
      (await agent('POST', '/v1/reviews', { title: 'A', projectId }, { 'idempotency-key': 'k'.repeat(256) }))
        .status,
    ).toBe(422)
  })

  it('no stored response of an Idempotency-Key contains a readable upload token', async () => {
    const reviewId = await newReview(agent, projectId)
    const { body } = await agent<DeclarationResult>(
      'POST',
      '/v1/artifacts/uploads',
      { reviewId, kind: 'image', title: 'A', mime: 'image/png', bytes: 5 },
      { 'idempotency-key': 'secret' },
    )
    const stored = JSON.stringify(await allRows(server))
    expect([stored.includes(reviewId), stored.includes(body.uploadToken)]).toEqual([true, false])
  })

  it('seven operations support Idempotency-Key and replay with 200; other operations ignore it', async () => {
    const honored = Object.values(contract as Record<string, Operation>)
      .filter(row => row.idempotent)
      .map(row => `${row.method} ${row.path}`)
    expect(honored.sort()).toEqual([
      'POST /v1/artifacts/uploads',
      'POST /v1/artifacts/{id}/complete',
      'POST /v1/artifacts/{id}/revisions',
      'POST /v1/evidence',
      'POST /v1/projects',
      'POST /v1/reviews',
      'POST /v1/reviews/{id}/rounds',
    ])
    const reviewId = await newReview(agent, projectId)
    const done = await upload(agent, reviewId, png)
    const declaration = { title: 'x', mime: 'image/png', bytes: png.length }
    // The tests in api/evidence/one-call and api/reviews/rounds-in-one-call cover forms.
    const calls: [path: string, body: object, first: number][] = [
      ['/v1/projects', { name: 'Once' }, 201],
      ['/v1/reviews', { title: 'Once', projectId }, 201],
      ['/v1/artifacts/uploads', { ...declaration, reviewId, kind: 'image' }, 201],
      [`/v1/artifacts/${done.artifactId}/revisions`, declaration, 201],
      [`/v1/artifacts/${done.artifactId}/complete`, { revisionId: done.revisionId }, 200],
    ]
    for (const [path, body, status] of calls) {
      const call = (sent: object = body) => agent('POST', path, sent, { 'idempotency-key': 'k' })
      const [first, second, other] = [await call(), await call(), await call({ ...body, extra: 1 })]
      expect([path, first.status, first.headers.get('idempotent-replay')]).toEqual([path, status, null])
      expect([path, second.status, second.headers.get('idempotent-replay'), second.body]).toEqual([
        path,
        200,
        'true',
        first.body,
      ])
      expect(other).toMatchObject({ status: 409, body: { data: { error: 'idempotency_key_reuse' } } })
    }
    const { artifactId } = await upload(agent, reviewId, png)
    for (const empty of [undefined, {}])
      expect(
        (await agent('POST', `/v1/artifacts/${artifactId}/complete`, empty, { 'idempotency-key': 'empty' }))
          .status,
      ).toBe(200)
    const deep = `{"title":"x","projectId":"${projectId}","x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
    expect(await agent('POST', '/v1/reviews', deep, { 'idempotency-key': 'deep' })).toMatchObject({
      status: 400,
      body: { data: { error: 'bad_request' } },
    })
    const note = () =>
      agent<Thread>(
        'POST',
        `/v1/reviews/${reviewId}/threads`,
        { kind: 'review', body: 'x' },
        { 'idempotency-key': 'k' },
      )
    expect((await note()).body.threadId).not.toBe((await note()).body.threadId)
  })

  it('an Idempotency-Key is stored for 24 hours', async () => {
    const { server, agent, projectId } = await fixtureOn(await sharedServerWithClock())
    const key = { 'idempotency-key': 'daily' }
    const create = () => agent<CreatedReview>('POST', '/v1/reviews', { title: 'A', projectId }, key)
    const first = await create()
    await server.advance(DAY - 5 * SECOND)
    expect([(await create()).body.review.id, (await create()).status]).toEqual([first.body.review.id, 200])
    await server.advance(10 * SECOND)
    const later = await create()
    expect([later.status, later.body.review.id === first.body.review.id]).toEqual([201, false])
  })

  it('the Idempotency-Key of a call that a crash interrupted can be reused after a minute', async () => {
    const { server, agent, projectId } = await fixtureOn(await sharedServerWithClock())
    const key = { 'idempotency-key': 'crash' }
    await agent('POST', '/v1/reviews', { title: 'A', projectId }, key)
    // Changes the row to the state that it has if the process is killed before its response.
    await runSql(
      server,
      'UPDATE idempotency SET result = NULL, expires_at = expires_at - ? ' +
        'WHERE expires_at = (SELECT max(expires_at) FROM idempotency)',
      [DAY - MINUTE],
    )
    expect((await agent('POST', '/v1/reviews', { title: 'A', projectId }, key)).status).toBe(409)
    await server.advance(61 * SECOND)
    expect((await agent('POST', '/v1/reviews', { title: 'A', projectId }, key)).status).toBe(201)
  })
})
