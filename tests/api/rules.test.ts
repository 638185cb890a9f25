import { readFile, rename, writeFile } from 'node:fs/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { contract } from '#shared/contract'
import type { Operation } from '#shared/contract/kit/operation'
import type { DeclarationResult } from '#shared/contract/artifact'
import type { CreatedReview } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import { idPrefixes } from '#shared/ids'
import { caller, newReview, put, signUp, upload } from '../support/client'
import { startServer } from '../support/server'
import { startStage } from '../support/stage'

const { server, person, agent, projectId, png } = await startStage({ UNCLAIMED_WORKSPACES: 'on' })
afterAll(() => server.stop())

describe('the Idempotency-Key header', () => {
  it('is honoured on exactly five operations, replayed with 200 and Idempotent-Replay, and ignored on the others', async () => {
    const honoured = Object.values(contract as Record<string, Operation>)
      .filter(row => row.idempotent)
      .map(row => `${row.method} ${row.path}`)
    expect(honoured.sort()).toEqual([
      'POST /v1/artifacts/uploads',
      'POST /v1/artifacts/{id}/complete',
      'POST /v1/artifacts/{id}/revisions',
      'POST /v1/projects',
      'POST /v1/reviews',
    ])
    const reviewId = await newReview(agent, projectId)
    const done = await upload(agent, reviewId, png)
    const declaration = { title: 'x', mime: 'image/png', bytes: png.length }
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
})

describe('ids and references', () => {
  it('are prefixed ULIDs; a malformed one in a path is a missing resource', async () => {
    const created = await agent<CreatedReview>('POST', '/v1/reviews', { title: 'x', projectId })
    const ulid = '[0-9A-HJKMNP-TV-Z]{26}'
    expect(created.body.review.id).toMatch(new RegExp(`^rev_${ulid}$`))
    expect(created.body.project).toMatchObject({
      id: expect.stringMatching(new RegExp(`^prj_${ulid}$`)) as string,
      workspaceId: expect.stringMatching(new RegExp(`^ws_${ulid}$`)) as string,
    })
    expect(idPrefixes).toMatchObject({
      workspace: 'ws',
      project: 'prj',
      review: 'rev',
      artifact: 'art',
      revision: 'rvs',
      thread: 'thr',
      comment: 'cmt',
      token: 'tok',
      shareLink: 'shl',
      user: 'usr',
    })
    for (const id of [
      'xyz',
      created.body.review.id.replace('rev_', 'art_'),
      'rev_',
      'rev_a-b',
      'rev_a%2Fb',
      `rev_${'A'.repeat(100)}`,
    ])
      expect([id, await agent('GET', `/v1/reviews/${id}`)]).toMatchObject([
        id,
        { status: 404, body: { data: { error: 'not_found' } } },
      ])
  })

  it('of projects are slugs made of their names, and two may share one', async () => {
    const name = 'Ünïcode & Co. — Web!'
    const [first, second] = [
      await agent<{ project: { slug: string } }>('POST', '/v1/projects', { name }),
      await agent<{ project: { slug: string } }>('POST', '/v1/projects', { name }),
    ]
    expect([first.status, first.body.project.slug, second.body.project.slug]).toEqual([
      201,
      'unicode-co-web',
      'unicode-co-web',
    ])
  })
})

describe('secrets', () => {
  it('are kept hashed or sealed: none can be read in the files of the server', async () => {
    const agentToken = await person.token()
    const reviewId = await newReview(agent, projectId)
    const share = (await agent<{ token: string }>('POST', `/v1/reviews/${reviewId}/share-links`)).body.token
    const invitation = (
      await person.call<{ token: string }>('POST', `/api/workspaces/${person.workspaceId}/invitations`, {
        role: 'member',
      })
    ).body.token
    const bootstrapped = (await caller(server)<{ token: string; claimUrl: string }>('POST', '/v1/bootstrap'))
      .body
    const declared = (
      await agent<DeclarationResult>(
        'POST',
        '/v1/artifacts/uploads',
        { reviewId, kind: 'image', title: 'x', mime: 'image/png', bytes: 5 },
        { 'idempotency-key': 'secret' },
      )
    ).body
    const files = await Promise.all(
      ['exhibit.sqlite', 'exhibit.sqlite-wal'].map(name => readFile(`${server.dataDir}/${name}`, 'latin1')),
    )
    // What is stored in clear can be found this way.
    expect(files.some(file => file.includes(reviewId))).toBe(true)
    for (const secret of [
      agentToken,
      share,
      invitation,
      bootstrapped.token,
      bootstrapped.claimUrl.split('/').at(-1) ?? '',
      declared.uploadToken,
      'correct horse battery',
    ])
      expect(files.some(file => file.includes(secret))).toBe(false)
  })
})

describe('originals', () => {
  it('are of a revision from 1 on', async () => {
    const done = await upload(agent, await newReview(agent, projectId), png)
    const status = async (query: string) =>
      (await agent('GET', `/v1/artifacts/${done.artifactId}/download${query}`)).status
    expect([
      await status(''),
      await status('?revision=1'),
      await status('?revision=2'),
      await status('?revision=0'),
      await status('?revision=x'),
    ]).toEqual([200, 200, 404, 422, 422])
  })
})

describe('reads', () => {
  it('are not limited, nor are they stopped by a spent allowance of writes', async () => {
    const limited = await startServer({ RATE_LIMITS: 'on' })
    const ann = await signUp(limited)
    const call = await ann.agent()
    for (let i = 0; i < 61; i++) await call('POST', '/v1/projects', { name: 'x' })
    expect((await call('POST', '/v1/projects', { name: 'x' })).status).toBe(429)
    for (let i = 0; i < 70; i++) expect((await call('GET', '/v1/projects')).status).toBe(200)
    // An allowance is a caller's own.
    expect((await (await ann.agent())('POST', '/v1/projects', { name: 'x' })).status).toBe(201)
    await limited.stop()
  })
})

describe('an unexpected failure', () => {
  it('says nothing of the inside; a request id leads to the log, and reads go on', async () => {
    const broken = await startServer()
    const ann = await signUp(broken)
    const call = await ann.agent()
    const reviewId = await newReview(call, await ann.project())
    const declare = async () =>
      (
        await call<DeclarationResult>('POST', '/v1/artifacts/uploads', {
          reviewId,
          kind: 'image',
          title: 'x',
          mime: 'image/png',
          bytes: png.length,
        })
      ).body
    const declared = await declare()
    const arrived = await declare()
    await put(arrived.uploadUrl, png)
    await rename(`${broken.dataDir}/blobs`, `${broken.dataDir}/elsewhere`)
    await writeFile(`${broken.dataDir}/blobs`, 'no folder')
    const answer = await put(declared.uploadUrl, png)
    const flat = (await answer.json()) as { hint: string }
    expect([answer.status, flat]).toEqual([
      500,
      {
        error: 'internal_error',
        message: 'The server failed unexpectedly.',
        hint: expect.stringMatching(/request id .* It is [\w-]{36}\./) as string,
      },
    ])
    expect(broken.log()).toContain(flat.hint.slice(-37, -1))
    const completed = await call('POST', `/v1/artifacts/${arrived.artifactId}/complete`)
    expect(completed).toMatchObject({
      status: 500,
      body: { data: { error: 'internal_error', requestId: expect.any(String) as string } },
    })
    expect(JSON.stringify(completed.body)).not.toContain(broken.dataDir)
    expect(broken.log()).toContain((completed.body.data as unknown as { requestId: string }).requestId)
    expect(broken.log()).toContain('/v1/uploads/…')
    expect(broken.log()).not.toContain(declared.uploadToken)
    expect((await call('GET', `/v1/reviews/${reviewId}`)).status).toBe(200)
    await broken.stop()
  })
})
