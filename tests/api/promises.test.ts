import { createConnection } from 'node:net'
import { cp, mkdtemp, readdir, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#shared/contract'
import type { DeclarationResult } from '#shared/contract/artifact'
import type { CreatedReview, ReviewPayload } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import { caller, newReview, put, signUp, upload, type Call, type Person } from '../support/client'
import { noise, picture } from '../support/samples'
import { startServer, type TestServer } from '../support/server'

let server: TestServer
let person: Person
let agent: Call
let projectId: string

beforeAll(async () => {
  server = await startServer()
  person = await signUp(server)
  agent = await person.agent()
  projectId = await person.project()
})
afterAll(() => server.stop())

describe('Idempotency-Key', () => {
  it('gives one effect and one answer to twenty calls at once', async () => {
    const key = { 'idempotency-key': 'twenty' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        agent<CreatedReview>('POST', '/v1/reviews', { title: 'Once', projectId }, key),
      ),
    )
    const made = answers.filter(each => each.status === 201)
    expect(made).toHaveLength(1)
    for (const other of answers.filter(each => each.status !== 201)) {
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

  it("refuses another body, is a caller's own, and is freed by a failure", async () => {
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

  it('may have 255 characters, not 256', async () => {
    expect(
      (await agent('POST', '/v1/reviews', { title: 'A', projectId }, { 'idempotency-key': 'k'.repeat(255) }))
        .status,
    ).toBe(201)
    expect(
      (await agent('POST', '/v1/reviews', { title: 'A', projectId }, { 'idempotency-key': 'k'.repeat(256) }))
        .status,
    ).toBe(422)
  })

  it('keeps no upload address readable in the file', async () => {
    const reviewId = await newReview(agent, projectId)
    const { body } = await agent<DeclarationResult>(
      'POST',
      '/v1/artifacts/uploads',
      { reviewId, kind: 'image', title: 'A', mime: 'image/png', bytes: 5 },
      { 'idempotency-key': 'secret' },
    )
    const files = (await readdir(server.dataDir)).filter(name => name.startsWith('exhibit.sqlite'))
    for (const name of files)
      expect((await readFile(`${server.dataDir}/${name}`)).includes(body.uploadToken)).toBe(false)
  })
})

describe('what was answered', () => {
  it('survives a kill, and an upload cut by one leaves nothing behind', async () => {
    const reviewId = await newReview(agent, projectId)
    const png = await noise(600, 600).png().toBuffer()
    const done = await upload(agent, reviewId, png)
    const half = (
      await agent<DeclarationResult>('POST', '/v1/artifacts/uploads', {
        reviewId,
        kind: 'image',
        title: 'Half',
        mime: 'image/png',
        bytes: png.length,
      })
    ).body
    const { hostname, port, pathname } = new URL(half.uploadUrl)
    const socket = createConnection(Number(port), hostname)
    socket.on('error', () => {})
    socket.write(`PUT ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: ${png.length}\r\n\r\n`)
    socket.write(png.subarray(0, png.length >> 1))
    await new Promise(resolve => setTimeout(resolve, 200))
    const note = await agent<Thread>('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
      geometry: { x: 0.1, y: 0.2 },
      body: 'Stays.',
    })
    await server.kill()
    server = await server.restart()
    expect(
      (await agent<{ threads: Thread[] }>('GET', `/v1/reviews/${reviewId}/threads`)).body.threads,
    ).toEqual([note.body])
    expect((await fetch(done.embedUrl ?? '')).status).toBe(200)
    expect(await readdir(`${server.dataDir}/blobs/originals`)).not.toContain(half.revisionId)
    expect((await put(half.uploadUrl, png)).status).toBe(200)
  })

  it('leaves one audit event for each change, in the transaction of the change', async () => {
    const reviewId = await newReview(agent, projectId)
    const done = await upload(agent, reviewId, await picture(9, 9).png().toBuffer())
    const note = await person.call<Thread>('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
      geometry: { x: 0, y: 0 },
      body: 'x',
    })
    await agent('POST', `/v1/threads/${note.body.threadId}/address`)
    await person.call('POST', `/v1/threads/${note.body.threadId}/resolve`)
    await person.call('POST', `/api/reviews/${reviewId}/status`, { status: 'verified' })
    await person.call('POST', `/api/reviews/${reviewId}/status`, { status: 'verified' })
    const file = new Database(`${server.dataDir}/exhibit.sqlite`, { readonly: true })
    const kinds = file
      .prepare('SELECT kind, actor_type AS actor FROM event WHERE review_id = ? ORDER BY id')
      .all(reviewId)
    file.close()
    expect(kinds).toEqual([
      { kind: 'review.created', actor: 'agent' },
      { kind: 'artifact.declared', actor: 'agent' },
      { kind: 'upload.received', actor: 'agent' },
      { kind: 'artifact.completed', actor: 'agent' },
      { kind: 'thread.created', actor: 'human' },
      { kind: 'comment.created', actor: 'human' },
      { kind: 'thread.addressed', actor: 'agent' },
      { kind: 'thread.resolved', actor: 'human' },
      { kind: 'review.verified', actor: 'human' },
    ])
  })
})

describe('a backup', () => {
  it('taken while agents write restores to a server in which every picture is found', async () => {
    const id = await newReview(agent, projectId)
    const png = await noise(64, 64).png().toBuffer()
    const copy = await mkdtemp(join(tmpdir(), 'exhibit-test-'))
    let writing = true
    const writer = (async () => {
      while (writing) await upload(agent, id, png)
    })()
    await new Promise(resolve => setTimeout(resolve, 300))
    const live = new Database(`${server.dataDir}/exhibit.sqlite`, { readonly: true })
    await live.backup(`${copy}/exhibit.sqlite`)
    live.close()
    await cp(`${server.dataDir}/blobs`, `${copy}/blobs`, { recursive: true })
    await cp(`${server.dataDir}/auth-secret`, `${copy}/auth-secret`)
    writing = false
    await writer
    const restored = await startServer({}, { dataDir: copy, port: 0, ahead: 0 })
    const call = caller(restored, { cookie: person.cookie })
    const { artifacts } = (await call<ReviewPayload>('GET', `/v1/reviews/${id}`)).body
    const ready = artifacts.flatMap(each => each.revisions).filter(each => each.completedAt !== null)
    expect(ready.length).toBeGreaterThan(0)
    for (const { embedUrl } of ready) expect((await fetch(embedUrl ?? '')).status).toBe(200)
    for (const each of artifacts.filter(artifact => artifact.status === 'ready'))
      expect((await call('GET', `/v1/artifacts/${each.id}/download`)).status).toBe(200)
    await restored.stop()
  })
})

describe('a lost derivative', () => {
  it('is made again from the original when it is asked for, once', async () => {
    const done = await upload(
      agent,
      await newReview(agent, projectId),
      await picture(50, 40).png().toBuffer(),
    )
    const before = Buffer.from(await (await fetch(done.embedUrl ?? '')).arrayBuffer())
    const { rm } = await import('node:fs/promises')
    await rm(`${server.dataDir}/blobs/embeds/${done.revisionId}`, { recursive: true })
    const answers = await Promise.all(Array.from({ length: 8 }, () => fetch(done.embedUrl ?? '')))
    expect(answers.map(each => each.status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(Buffer.from(await (answers[0] as Response).arrayBuffer()).equals(before)).toBe(true)
    expect(await readdir(`${server.dataDir}/blobs/embeds/${done.revisionId}`)).toHaveLength(1)
  })
})

describe('the contract', () => {
  it('is readable as Markdown: reference, command line, and the quickstart for who accepts it', async () => {
    const api = await fetch(`${server.url}/docs/api.md`)
    const text = await api.text()
    expect(api.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    for (const row of Object.values(contract).filter(each => !each.internal))
      expect(text).toContain(`### ${row.method} ${row.path}\n`)
    expect(text).toContain('| title | string, at least 1 characters, at most 200 characters | yes |')
    expect(await (await fetch(`${server.url}/docs/cli.md`)).text()).toContain(server.url)
    const quickstart = await fetch(`${server.url}/developers`, { headers: { accept: 'text/markdown' } })
    expect([quickstart.headers.get('content-type'), await quickstart.text()]).toEqual([
      'text/markdown; charset=utf-8',
      expect.stringContaining(`curl -s ${server.url}/v1/projects`),
    ])
    expect(
      (await fetch(`${server.url}/developers/`, { headers: { accept: 'text/markdown' } })).headers.get(
        'content-type',
      ),
    ).toContain('text/markdown')
    expect(
      (await fetch(`${server.url}/developers`, { headers: { accept: 'text/html' } })).headers.get(
        'content-type',
      ),
    ).toContain('text/html')
  })

  it('answers HEAD where it answers GET', async () => {
    const answer = await fetch(`${server.url}/v1`, { method: 'HEAD' })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
  })
})

describe('the settings', () => {
  it('stop the start with one line for each fault', async () => {
    const failure = await startServer({
      PORT: '99999999',
      RATE_LIMITS: 'maybe',
      AUTH_SECRET: 'short',
      PUBLIC_URL: 'ftp://x',
    }).catch((error: unknown) => error as Error)
    expect(failure).toBeInstanceOf(Error)
    const text = (failure as Error).message
    expect(text).toContain('The settings have 4 faults:')
    for (const name of [
      'PORT: ',
      'RATE_LIMITS: must be on or off',
      'AUTH_SECRET: must have at least 32 characters',
      'PUBLIC_URL: must be an http or https address',
    ])
      expect(text).toContain(name)
  })

  it('make a secret once and keep it to the owner', async () => {
    expect((await stat(`${server.dataDir}/auth-secret`)).mode & 0o777).toBe(0o600)
  })
})

describe('rate limits', () => {
  it('refuse the 61st write of a minute and the 11th sign-in, with Retry-After', async () => {
    const limited = await startServer({ RATE_LIMITS: 'on' })
    const one = await signUp(limited)
    const call = await one.agent()
    const id = await one.project()
    const statuses = []
    for (let i = 0; i < 61; i++)
      statuses.push(await call('POST', '/v1/reviews', { title: 'x', projectId: id }))
    expect(statuses.slice(0, 60).every(each => each.status === 201)).toBe(true)
    expect(statuses[60]).toMatchObject({ status: 429, body: { data: { error: 'rate_limited' } } })
    expect(Number(statuses[60]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await call('GET', '/v1/projects')).status).toBe(200)
    const signIns = []
    for (let i = 0; i < 10; i++)
      signIns.push(
        (
          await fetch(`${limited.url}/api/auth/sign-in/email`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: '{"email":"a@example.com","password":"wrong wrong"}',
          })
        ).status,
      )
    expect(signIns.at(-1)).toBe(429)
    expect(signIns[0]).toBe(401)
    await limited.stop()
  })
})
