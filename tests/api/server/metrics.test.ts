import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { caller } from '../../support/server/client'
import { emailOf, signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { watch } from '../../support/server/events'
import { ownFixture } from '../../support/server/fixture'
import { succeed } from '../../support/server/operate'
import { sharedServer } from '../../support/server/server'

const token = 'a-token-of-metrics'
// Starts a server of its own, because the metrics count all requests to the server.
const { server, person, agent, projectId, png } = await ownFixture({
  METRICS_TOKEN: token,
  RATE_LIMITS: 'on',
})
const without = await sharedServer()
afterAll(() => server.stop())

const scrape = (authorization = `Bearer ${token}`) =>
  fetch(`${server.url}/api/metrics`, { headers: { authorization } })

/** Returns the value of one line of the metrics, by its name and labels. */
async function valueOf(line: string): Promise<number | undefined> {
  const text = await (await scrape()).text()
  const found = text.split('\n').find(each => each.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length))
}

const requests = (operation: string, status: number) =>
  `exhibit_http_requests_total{operation="${operation}",status="${status}"}`

describe('GET /api/metrics', () => {
  it('GET /api/metrics responds 404 unless METRICS_TOKEN is set', async () => {
    for (const method of ['GET', 'POST']) {
      const [there, nowhere] = await Promise.all(
        ['/api/metrics', '/api/nowhere'].map(path =>
          caller(without)(method, path, undefined, { authorization: `Bearer ${token}` }),
        ),
      )
      expect([there?.status, there?.body.data.message]).toEqual([404, nowhere?.body.data.message])
    }
  })

  it('GET /api/metrics requires the token as a bearer credential', async () => {
    const agentToken = await person.token()
    for (const wrong of ['', 'Bearer', `Basic ${token}`, `Bearer ${token}x`, token, `Bearer ${agentToken}`]) {
      const response = await scrape(wrong)
      expect([wrong, response.status, response.headers.get('www-authenticate')]).toEqual([
        wrong,
        401,
        'Bearer realm="exhibit"',
      ])
      expect(await response.text()).not.toContain('exhibit_')
    }
    expect((await fetch(`${server.url}/api/metrics`)).status).toBe(401)
  })

  it('GET /api/metrics returns the text format of Prometheus, and supports only GET and HEAD', async () => {
    const response = await scrape()
    expect([
      response.status,
      response.headers.get('content-type'),
      response.headers.get('cache-control'),
    ]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8', 'no-store'])
    const text = await response.text()
    expect(text).toContain('# TYPE exhibit_http_request_duration_seconds histogram\n')
    expect(text).toContain('# TYPE nodejs_eventloop_lag_p99_seconds gauge\n')
    expect(text).toMatch(/\nexhibit_build_info\{version="\d+\.\d+\.\d+",commit="[^"]*"\} 1\n/)
    expect(text).toContain('# TYPE process_resident_memory_bytes gauge\n')
    const posted = await fetch(`${server.url}/api/metrics`, { method: 'POST' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  it('the metrics count requests by operation and status, and count all pages under one label', async () => {
    const counted: [path: string, operation: string, status: number][] = [
      ['/api/health', 'readHealth', 200],
      ['/v1/reviews/rev_unknown', 'readReview', 401],
      ['/e/unknown', 'readCapability', 404],
      ['/v1/nowhere', 'unknown', 404],
      ['/oauth/nowhere', 'unknown', 404],
      ['/llms.txt', 'document', 200],
      ['/favicon.svg', 'file', 200],
      ['/sign-in', 'page', 200],
      ['/api/auth/get-session', 'auth', 200],
    ]
    for (const [path, operation, status] of counted) {
      const before = (await valueOf(requests(operation, status))) ?? 0
      const headers = { accept: path === '/sign-in' ? 'text/html' : '*/*' }
      await (await fetch(`${server.url}${path}`, { headers })).text()
      await expect.poll(() => valueOf(requests(operation, status))).toBe(before + 1)
    }
    const text = await (await scrape()).text()
    expect(text).not.toMatch(/rev_|\/v1\/|nowhere/)
    expect(
      await valueOf('exhibit_http_request_duration_seconds_count{operation="readHealth"}'),
    ).toBeGreaterThan(0)
  })

  it('metrics measure writes, evidence, media jobs, the cache, event streams and the sweep', async () => {
    const reviewId = await newReview(agent, projectId)
    const received = 'exhibit_evidence_bytes_total{direction="received"}'
    const before = (await valueOf(received)) ?? 0
    const { embedUrl } = await upload(agent, reviewId, png)
    expect(await valueOf(received)).toBe(before + png.length)
    const bytes = async () => (await (await fetch(embedUrl ?? '')).arrayBuffer()).byteLength
    const size = await bytes()
    await bytes()
    await expect
      .poll(() => valueOf('exhibit_evidence_bytes_total{direction="sent"}'))
      .toBeGreaterThanOrEqual(2 * size)
    expect(await valueOf('exhibit_blob_cache_reads_total{result="hit"}')).toBeGreaterThan(0)
    expect(await valueOf('exhibit_blob_cache_reads_total{result="miss"}')).toBeGreaterThan(0)
    expect(await valueOf('exhibit_write_batch_size_count')).toBeGreaterThan(0)
    expect(await valueOf('exhibit_write_queue_length')).toBe(0)
    expect(await (await scrape()).text()).toMatch(
      /exhibit_media_job_duration_seconds_count\{job="\w+",outcome="done"\} [1-9]/,
    )
    await expect
      .poll(() => valueOf('exhibit_sweep_last_success_timestamp_seconds'))
      .toBeGreaterThan(Date.now() / 1000 - 600)
    const stream = await watch(`${server.url}/api/reviews/${reviewId}/events`, { cookie: person.cookie })
    await expect.poll(() => valueOf('exhibit_event_streams')).toBe(1)
    stream.close()
    await expect.poll(() => valueOf('exhibit_event_streams')).toBe(0)
    expect(
      await valueOf('exhibit_http_request_duration_seconds_count{operation="watchReview"}'),
    ).toBeUndefined()
  })

  it('metrics measure the database, the free space, the stored evidence and failed sign-ins', async () => {
    expect(await valueOf('exhibit_database_bytes')).toBeGreaterThan(100_000)
    expect(await valueOf('exhibit_database_open_seconds')).toBeGreaterThan(0)
    expect(await valueOf('exhibit_database_connections_waiting')).toBe(0)
    expect(await valueOf('exhibit_data_free_bytes')).toBeGreaterThan(1_000_000)
    expect(await valueOf('exhibit_evidence_stored_bytes')).toBeTypeOf('number')
    const failures = (await valueOf('exhibit_sign_in_failures_total')) ?? 0
    const wrong = { email: await emailOf(person), password: 'not-their-password' }
    expect((await caller(server)('POST', '/api/auth/sign-in/email', wrong)).status).toBe(401)
    expect(await valueOf('exhibit_sign_in_failures_total')).toBe(failures + 1)
  })

  it('the metrics contain the time of the last complete backup, or 0 if there is none', async () => {
    const name = 'exhibit_backup_last_success_timestamp_seconds'
    expect(await valueOf(name)).toBe(0)
    const folder = await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), 'exhibit-metrics-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await succeed(['backup', join(folder, 'backup')], { DATA_DIR: server.dataDir })
    expect(await valueOf(name)).toBeGreaterThan(Date.now() / 1000 - 600)
  })

  it('the metrics count the requests that were refused because of a rate limit', async () => {
    const ann = await signUp(server)
    const call = await ann.agent()
    let status = 0
    for (let i = 0; i < 61; i++) ({ status } = await call('POST', '/v1/projects', { name: 'x' }))
    expect(status).toBe(429)
    expect(await valueOf('exhibit_rate_limited_total{limit="write"}')).toBe(1)
  })
})
