import { describe, expect, it } from 'vitest'
import type { AuditEvent } from '#shared/contract/event'
import type { ReviewPayload } from '#shared/contract/review'
import { DAY } from '#shared/time'
import { caller } from '../../support/server/client'
import { signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { pngImage } from '../../support/media/samples'
import { bootstrapOn } from '../../support/people/bootstrap'
import { clockServer, paidServer } from '../../support/people/servers'

const server = await clockServer()
const owner = await signUp(server, 'Owner')

const png = await pngImage(32, 32)

const bootstrap = (body?: unknown) => bootstrapOn(server, body)

describe('claiming', () => {
  it('claiming a workspace makes the person its owner on the free plan, and keeps its tokens', async () => {
    const { body, agent, code } = await bootstrap({ project: 'Acme' })
    const reviewId = await newReview(agent, body.project.id)
    const ann = await signUp(server, 'Ann')
    expect(await ann.call('GET', `/api/claim/${code}`)).toMatchObject({
      status: 200,
      body: { projects: [body.project], reviewCount: 1 },
    })
    expect(await ann.call('POST', '/api/claim', { code })).toMatchObject({
      status: 200,
      body: { workspace: { id: body.workspaceId, plan: 'free', role: 'owner' }, projects: [body.project] },
    })
    expect((await ann.call('GET', `/v1/reviews/${reviewId}`)).status).toBe(200)
    expect((await agent('GET', `/v1/reviews/${reviewId}`)).status).toBe(200)
    expect((await ann.call<{ workspace: { id: string } }>('GET', '/api/me')).body.workspace.id).toBe(
      body.workspaceId,
    )
    const { events } = (
      await ann.call<{ events: AuditEvent[] }>('GET', `/api/workspaces/${body.workspaceId}/events`)
    ).body
    expect(events.filter(each => each.kind.startsWith('workspace.')).reverse()).toMatchObject([
      { kind: 'workspace.created', actor: { type: 'anonymous' } },
      { kind: 'workspace.claimed', actor: { id: ann.id }, subjectId: body.workspaceId },
    ])
    expect((await ann.call('POST', '/api/claim', { code })).status).toBe(404)
    expect((await owner.call('POST', '/api/claim', { code })).status).toBe(404)
    expect((await owner.call('GET', `/api/claim/${code}`)).status).toBe(404)
  })

  it('only one of 12 concurrent claims of a workspace succeeds', async () => {
    const { code } = await bootstrap()
    const people = await Promise.all(Array.from({ length: 4 }, () => signUp(server)))
    const responses = await Promise.all(
      people.flatMap(each => [1, 2, 3].map(() => each.call('POST', '/api/claim', { code }))),
    )
    expect(responses.map(each => each.status).sort()).toEqual([200, ...Array<number>(11).fill(404)])
  })

  it('only people can claim a workspace, and the error for a missing code names the field', async () => {
    const { agent, code } = await bootstrap()
    expect((await agent('POST', '/api/claim', { code })).status).toBe(403)
    expect((await caller(server)('POST', '/api/claim', { code })).status).toBe(401)
    expect(await owner.call('POST', '/api/claim', {})).toMatchObject({
      status: 422,
      body: { data: { field: 'code' } },
    })
    expect((await owner.call('POST', '/api/claim', { code: 'unknown' })).status).toBe(404)
  })

  it('media that expired on the unclaimed plan is shown again after the workspace is claimed', async () => {
    // Only this server deletes media according to the plan. The server of the other tests does not.
    const { server: paid } = await paidServer()
    const { body, agent, code } = await bootstrapOn(paid)
    const done = await upload(agent, await newReview(agent, body.project.id), png)
    const state = async () =>
      (await agent<ReviewPayload>('GET', `/v1/reviews/${done.review.id}`)).body.artifacts[0]?.currentRevision
        ?.mediaState
    await paid.advance(5 * DAY)
    expect(await state()).toBe('expired')
    await (await signUp(paid)).call('POST', '/api/claim', { code })
    expect(await state()).toBe('active')
    expect((await fetch(done.downloadUrl ?? '')).status).toBe(200)
  })
})
