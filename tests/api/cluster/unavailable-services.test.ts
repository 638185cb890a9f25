import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call, Failure } from '../../support/server/client'
import { newReview, threadsOf } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { startPostgres, type PostgresServer } from '../../support/deployment/postgres-server'
import { startStallingProxy, type StallingProxy } from '../../support/deployment/stalling-proxy'
import { s3Credentials, startS3, type TestS3 } from '../../support/deployment/s3'
import { watch } from '../../support/server/events'
import { ownFixture, type Fixture } from '../../support/server/fixture'
import { callersOfNodes } from '../../support/server/nodes'
import { timeLimit } from '../../support/time-limit'
import { noise } from '../../support/media/samples'

let postgres: PostgresServer
let network: StallingProxy
let s3: TestS3
let fixture: Fixture
let nodes: [Call, Call]
let reviewId: string
beforeAll(async () => {
  postgres = await startPostgres()
  s3 = await startS3()
  const database = new URL(await postgres.createDatabase())
  network = await startStallingProxy(Number(database.port))
  database.port = String(network.port)
  fixture = await ownFixture({
    DATABASE_URL: database.href,
    BLOB_URL: s3.address('away'),
    ...s3Credentials,
  })
  nodes = await callersOfNodes(fixture)
  reviewId = await newReview(fixture.agent, fixture.projectId)
})
afterAll(async () => {
  await fixture.server.stop()
  network.stop()
  await s3.stop()
  await postgres.stop()
})

const comment = (call: Call, body = 'x') =>
  call<Failure>('POST', `/v1/reviews/${reviewId}/threads`, { kind: 'review', body })

/** Expects that a call is refused within 10 seconds, with an error that names the unavailable service. */
async function expectUnavailable(
  run: () => Promise<{ status: number; headers: Headers; body: Failure }>,
  service = 'database',
) {
  const began = Date.now()
  const { status, headers, body } = await run()
  expect([status, body.data.error]).toEqual([503, 'unavailable'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(body.data.hint).not.toBe('')
  expect(body.data.message).toBe(`The ${service} of this server does not respond.`)
  expect(Date.now() - began).toBeLessThan(timeLimit(10_000))
}

/** Returns the lines of the log about failures that the unavailable database caused. */
const errorLines = () =>
  fixture.server
    .log()
    .split('\n')
    .filter(line => line.includes('"level":"error"') && line.includes('database'))
    .map(line => JSON.parse(line) as { time: string; error: string; skipped?: number })

describe('a PostgreSQL outage', () => {
  it('every node responds 503 during a PostgreSQL outage, and recovers without a restart', async () => {
    const before = (await threadsOf(nodes[0], reviewId)).length
    await postgres.halt()
    for (const call of nodes) {
      await expectUnavailable(() => comment(call))
      await expectUnavailable(() => call('GET', `/v1/reviews/${reviewId}`))
      expect((await call('GET', '/api/health')).status).toBe(200)
      const ready = await call('GET', '/api/ready')
      expect([ready.status, ready.body.data.reasons]).toEqual([503, ['database']])
    }
    // Many concurrent requests fail as fast as a single request.
    await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        expectUnavailable(() => comment(i % 2 === 0 ? nodes[0] : nodes[1])),
      ),
    )
    await postgres.resume()
    for (const call of nodes) {
      await expect.poll(async () => (await call('GET', '/api/ready')).status).toBe(200)
      expect((await comment(call)).status).toBe(201)
    }
    expect(await threadsOf(nodes[0], reviewId)).toHaveLength(before + 2)
  })

  it('without PostgreSQL, each node logs at most one error a second, without SQL', async () => {
    await postgres.halt()
    const failed = Array.from({ length: 30 }, () => expectUnavailable(() => comment(nodes[0])))
    await Promise.all(failed)
    // After lines were skipped, the next line of the log contains the number of skipped lines.
    await expect
      .poll(async () => {
        await expectUnavailable(() => comment(nodes[0]))
        return errorLines().some(({ skipped }) => skipped !== undefined)
      })
      .toBe(true)
    const lines = errorLines()
    // The log contains all lines of one node before the lines of the other node, so one pause can be
    // negative.
    const pauses = lines.slice(1).map((line, i) => Date.parse(line.time) - Date.parse(lines[i]?.time ?? ''))
    expect(pauses.filter(pause => pause >= 0 && pause < 990)).toEqual([])
    for (const { error } of lines) expect(error).toMatch(/^the database does not respond: [^\n]+$/)
    await postgres.resume()
    await expect.poll(async () => (await comment(nodes[0])).status).toBe(201)
  })

  it('every node responds 503 within 10 seconds if PostgreSQL does not even refuse connections', async () => {
    expect((await comment(nodes[0])).status).toBe(201)
    network.stall()
    await Promise.all(
      nodes.flatMap(call => [
        // Sends several writes at the same time: a write must not wait until earlier writes have failed.
        ...Array.from({ length: 6 }, () => expectUnavailable(() => comment(call))),
        expectUnavailable(() => call('GET', `/v1/reviews/${reviewId}`)),
      ]),
    )
    network.proceed()
    for (const call of nodes) await expect.poll(async () => (await comment(call)).status).toBe(201)
  })

  it('event streams stay open during a PostgreSQL outage, and then send the changes', async () => {
    const { server, person } = fixture
    const streams = await Promise.all(
      server.nodeUrls.map(url => watch(`${url}/api/reviews/${reviewId}/events`, { cookie: person.cookie })),
    )
    for (const stream of streams) await expect.poll(stream.lastId).not.toBe('')
    await postgres.halt()
    await expectUnavailable(() => comment(nodes[0]))
    await postgres.resume()
    await expect.poll(async () => (await comment(nodes[0])).status).toBe(201)
    for (const stream of streams) {
      await expect.poll(() => stream.events.at(-1)?.event).toBe('changed')
      stream.close()
    }
  })
})

describe('an S3 outage', () => {
  it('every node responds 503 for evidence during an S3 outage, and recovers without a restart', async () => {
    // The file is too large for the caches of the nodes, so the nodes must read it from S3.
    const png = await noise(1200, 1200).png().toBuffer()
    const done = await upload(fixture.agent, reviewId, png)
    await s3.pause()
    for (const call of nodes) {
      await expectUnavailable(() => call('GET', `/v1/artifacts/${done.artifactId}/download`), 'blob store')
      expect((await comment(call)).status).toBe(201)
      const ready = await call<{ degraded: string[] }>('GET', '/api/ready')
      expect([ready.status, ready.body.degraded]).toEqual([200, ['blobs']])
    }
    await s3.resume()
    for (const call of nodes)
      await expect
        .poll(async () => (await call('GET', `/v1/artifacts/${done.artifactId}/download`)).status)
        .toBe(200)
  })
})
