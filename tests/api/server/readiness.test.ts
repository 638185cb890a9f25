import { rename } from 'node:fs/promises'
import { afterAll, describe, expect, it } from 'vitest'
import type { Output } from '#shared/contract'
import { caller } from '../../support/server/client'
import { newReview } from '../../support/reviews/review'
import { ownFixture } from '../../support/server/fixture'

// Starts a server of its own, because the tests move its blob folder and stop it.
const { server, agent, projectId } = await ownFixture()
afterAll(() => server.stop())

describe('GET /api/ready', () => {
  it('GET /api/ready reports without credentials that the database and the blob store respond', async () => {
    const body = { ready: true, degraded: [] }
    expect(await caller(server)('GET', '/api/ready')).toMatchObject({ status: 200, body })
    expect((await fetch(`${server.url}/api/ready`, { method: 'HEAD' })).status).toBe(200)
  })

  it('GET /api/ready reports a missing blob folder; only requests for evidence fail then', async () => {
    const blobs = `${server.dataDir}/blobs`
    const state = async () => {
      const { status, body } = await caller(server)<Output<'readReady'>>('GET', '/api/ready')
      return { status, degraded: body.degraded }
    }
    await rename(blobs, `${blobs}.away`)
    await expect.poll(state).toEqual({ status: 200, degraded: ['blobs'] })
    expect(await newReview(agent, projectId)).toMatch(/^rev_/)
    await rename(`${blobs}.away`, blobs)
    await expect.poll(state).toEqual({ status: 200, degraded: [] })
    expect(server.log().match(/"message":"a service does not respond"/g)).toHaveLength(1)
  })

  /** Waits until the server accepts no connections. */
  const closed = () =>
    expect
      .poll(() =>
        fetch(`${server.url}/api/health`).then(
          () => 'open',
          () => 'closed',
        ),
      )
      .toBe('closed')

  it('GET /api/ready responds 503 after SIGTERM; other requests work during SHUTDOWN_DELAY', async () => {
    // The system sends SIGHUP to a process when its terminal is closed.
    process.kill(server.pid, 'SIGHUP')
    await closed()
    await server.restart({ SHUTDOWN_DELAY: '4' })
    const ready = caller(server)
    expect((await ready('GET', '/api/ready')).status).toBe(200)
    process.kill(server.pid, 'SIGTERM')
    await expect
      .poll(async () => (await ready('GET', '/api/ready')).body.data?.reasons, { interval: 10 })
      .toEqual(['draining'])
    expect((await ready('GET', '/api/health')).status).toBe(200)
    expect(await newReview(agent, projectId)).toMatch(/^rev_/)
    await closed()
  })
})
