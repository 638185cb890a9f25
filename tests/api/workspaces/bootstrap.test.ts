import { describe, expect, it } from 'vitest'
import type { ApiIndex } from '#shared/contract/meta'
import { plans } from '#shared/plans'
import { caller } from '../../support/server/client'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { pngImage } from '../../support/media/samples'
import { bootstrapOn } from '../../support/people/bootstrap'
import { clockServer, limitedServer, newAddress } from '../../support/people/servers'
import { sharedServer } from '../../support/server/server'

const server = await clockServer()
const png = await pngImage(32, 32)

const bootstrap = (body?: unknown) => bootstrapOn(server, body)

describe('POST /v1/bootstrap, which creates a workspace without an account', () => {
  it('POST /v1/bootstrap is listed in GET /v1 if it is enabled', async () => {
    const { body } = await caller(server)<ApiIndex>('GET', '/v1')
    expect(body.endpoints.map(each => each.path)).toContain('/v1/bootstrap')
  })

  it('POST /v1/bootstrap returns a new workspace, project, token and claim URL for each call', async () => {
    const [first, second] = [await bootstrap({ project: 'Acme web' }), await bootstrap()]
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({
      project: { name: 'Acme web', slug: 'acme-web' },
      retentionDays: plans.unclaimed.retention.visibleDays,
    })
    expect(first.body.token).toMatch(/^svc_[\w-]{32}$/)
    expect(first.body.claimUrl).toMatch(new RegExp(`^${server.url}/claim/[\\w-]{32}$`))
    expect(second.body.workspaceId).not.toBe(first.body.workspaceId)
    const done = await upload(first.agent, await newReview(first.agent, first.body.project.id), png)
    expect((await fetch(done.embedUrl ?? '')).status).toBe(200)
    expect((await second.agent('GET', `/v1/reviews/${done.review.id}`)).status).toBe(404)
  })

  it('POST /v1/bootstrap accepts a project name of 120 characters, but not of 121', async () => {
    expect((await bootstrap({ project: 'a'.repeat(120) })).status).toBe(201)
    expect(await bootstrap({ project: 'a'.repeat(121) })).toMatchObject({
      status: 422,
      body: { data: { field: 'project' } },
    })
  })

  it('a workspace of POST /v1/bootstrap can have 1 project and 3 reviews until it is claimed', async () => {
    const { agent, body } = await bootstrap()
    for (const title of ['a', 'b', 'c'])
      expect((await agent('POST', '/v1/reviews', { title, projectId: body.project.id })).status).toBe(201)
    expect(await agent('POST', '/v1/reviews', { title: 'd', projectId: body.project.id })).toMatchObject({
      status: 402,
      body: { data: { error: 'review_limit_reached', used: 3, limit: 3, plan: 'unclaimed' } },
    })
    expect(await agent('POST', '/v1/projects', { name: 'Second' })).toMatchObject({
      status: 402,
      body: { data: { error: 'project_limit_reached', used: 1, limit: 1, plan: 'unclaimed' } },
    })
  })

  it('POST /v1/bootstrap responds 403 with the device login as the remedy if it is disabled', async () => {
    const response = await caller(await sharedServer())('POST', '/v1/bootstrap')
    expect(response).toMatchObject({ status: 403, body: { data: { error: 'forbidden' } } })
    expect(response.body.data.hint).toContain('/api/auth/device/code')
  })

  it('POST /v1/bootstrap is limited to 5 an hour for each client address', async () => {
    const call = caller(await limitedServer(), newAddress())
    const responses = []
    for (let i = 0; i < 6; i++) responses.push(await call('POST', '/v1/bootstrap'))
    expect(responses.map(each => each.status)).toEqual([201, 201, 201, 201, 201, 429])
    expect(Number(responses.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(3000)
  })
})
