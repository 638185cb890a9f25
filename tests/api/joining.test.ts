import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReviewPayload } from '#shared/contract/review'
import { plans } from '#shared/plans'
import { DAY } from '#shared/time'
import { caller, newReview, requestSignUp, signUp, upload, type Person } from '../support/client'
import { picture } from '../support/samples'
import { startServer, type TestServer } from '../support/server'

let server: TestServer
let owner: Person
let png: Buffer

beforeAll(async () => {
  server = await startServer({ UNCLAIMED_WORKSPACES: 'true' })
  owner = await signUp(server, 'Owner')
  png = await picture(32, 32).png().toBuffer()
})
afterAll(() => server.stop())

interface Bootstrapped {
  workspaceId: string
  project: { id: string; name: string; slug: string }
  token: string
  claimUrl: string
  retentionDays: number
  warning: string
}
const bootstrap = async (body?: unknown) => {
  const answer = await caller(server)<Bootstrapped>('POST', '/v1/bootstrap', body)
  return {
    ...answer,
    agent: caller(server, { authorization: `Bearer ${answer.body.token}` }),
    code: answer.body.claimUrl?.split('/').at(-1) ?? '',
  }
}

describe('beginning without an account', () => {
  it('gives a workspace, a project, a token that works and a claim address; each call makes a new one', async () => {
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

  it('takes a project name of 120 characters, not of 121', async () => {
    expect((await bootstrap({ project: 'a'.repeat(120) })).status).toBe(201)
    expect(await bootstrap({ project: 'a'.repeat(121) })).toMatchObject({
      status: 422,
      body: { data: { field: 'project' } },
    })
  })

  it("keeps the unclaimed plan's ceilings though billing is off: 1 project, 3 reviews", async () => {
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

  it('is 403 with the device login as the way on, unless the operator turned it on', async () => {
    const closed = await startServer()
    const answer = await caller(closed)('POST', '/v1/bootstrap')
    await closed.stop()
    expect(answer).toMatchObject({ status: 403, body: { data: { error: 'forbidden' } } })
    expect(answer.body.data.hint).toContain('/api/auth/device/code')
  })

  it('is limited to 5 an hour for each address', async () => {
    const limited = await startServer({ UNCLAIMED_WORKSPACES: 'on', RATE_LIMITS: 'on' })
    const answers = []
    for (let i = 0; i < 6; i++) answers.push(await caller(limited)('POST', '/v1/bootstrap'))
    await limited.stop()
    expect(answers.map(each => each.status)).toEqual([201, 201, 201, 201, 201, 429])
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(3000)
  })
})

describe('claiming', () => {
  it('makes the caller owner on the free plan, once, and the token goes on working', async () => {
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
    expect((await ann.call('POST', '/api/claim', { code })).status).toBe(404)
    expect((await owner.call('POST', '/api/claim', { code })).status).toBe(404)
    expect((await owner.call('GET', `/api/claim/${code}`)).status).toBe(404)
  })

  it('has one winner when 12 people race', async () => {
    const { code } = await bootstrap()
    const people = await Promise.all(Array.from({ length: 4 }, () => signUp(server)))
    const answers = await Promise.all(
      people.flatMap(each => [1, 2, 3].map(() => each.call('POST', '/api/claim', { code }))),
    )
    expect(answers.map(each => each.status).sort()).toEqual([200, ...Array<number>(11).fill(404)])
  })

  it('is for people, and names the field', async () => {
    const { agent, code } = await bootstrap()
    expect((await agent('POST', '/api/claim', { code })).status).toBe(403)
    expect((await caller(server)('POST', '/api/claim', { code })).status).toBe(401)
    expect(await owner.call('POST', '/api/claim', {})).toMatchObject({
      status: 422,
      body: { data: { field: 'code' } },
    })
    expect((await owner.call('POST', '/api/claim', { code: 'unknown' })).status).toBe(404)
  })

  it('brings media back that the unclaimed window had hidden', async () => {
    const clock = await startServer({ UNCLAIMED_WORKSPACES: 'on' })
    const { body } = await caller(clock)<Bootstrapped>('POST', '/v1/bootstrap')
    const agent = caller(clock, { authorization: `Bearer ${body.token}` })
    const done = await upload(agent, await newReview(agent, body.project.id), png)
    const state = async () =>
      (await agent<ReviewPayload>('GET', `/v1/reviews/${done.review.id}`)).body.artifacts[0]?.currentRevision
        ?.mediaState
    await clock.advance(5 * DAY)
    expect(await state()).toBe('expired')
    await (await signUp(clock)).call('POST', '/api/claim', { code: body.claimUrl.split('/').at(-1) })
    expect(await state()).toBe('active')
    expect((await fetch(done.downloadUrl ?? '')).status).toBe(200)
    await clock.stop()
  })
})

interface Invited {
  id: string
  url: string
  token: string
  role: string
}
const invite = async (from: Person, role: string, more = {}) =>
  (await from.call<Invited>('POST', `/api/workspaces/${from.workspaceId}/invitations`, { role, ...more }))
    .body

describe('invitations', () => {
  it('let a person join in a role, once', async () => {
    const ann = await signUp(server, 'Ann')
    const { token, url } = await invite(owner, 'reviewer')
    expect(url).toBe(`${server.url}/invite/${token}`)
    expect(await caller(server)('GET', `/api/invite/${token}`)).toMatchObject({
      status: 200,
      body: { workspace: { name: "Owner's workspace" }, role: 'reviewer', invitedBy: 'Owner' },
    })
    expect(await ann.call('POST', `/api/invite/${token}`)).toMatchObject({
      status: 200,
      body: { workspace: { id: owner.workspaceId, role: 'reviewer' } },
    })
    expect((await (await signUp(server)).call('POST', `/api/invite/${token}`)).status).toBe(404)
    expect((await caller(server)('GET', `/api/invite/${token}`)).status).toBe(404)
  })

  it('have one winner when people race', async () => {
    const { token } = await invite(owner, 'member')
    const people = await Promise.all(Array.from({ length: 5 }, () => signUp(server)))
    const answers = await Promise.all(people.map(each => each.call('POST', `/api/invite/${token}`)))
    expect(answers.map(each => each.status).sort()).toEqual([200, 404, 404, 404, 404])
  })

  it('are made, listed and taken back by owners alone; others do not see them', async () => {
    const member = await signUp(server, 'Member')
    await member.call('POST', `/api/invite/${(await invite(owner, 'member')).token}`)
    const path = `/api/workspaces/${owner.workspaceId}`
    expect((await member.call('POST', `${path}/invitations`, { role: 'member' })).status).toBe(403)
    const open = await invite(owner, 'reviewer', { expiresInDays: 1 })
    const list = async (who: Person) =>
      (await who.call<{ invitations: { id: string }[] }>('GET', `${path}/members`)).body.invitations.map(
        each => each.id,
      )
    expect([await list(owner), await list(member)]).toEqual([expect.arrayContaining([open.id]), []])
    expect((await member.call('DELETE', `/api/invitations/${open.id}`)).status).toBe(403)
    expect((await (await signUp(server)).call('DELETE', `/api/invitations/${open.id}`)).status).toBe(404)
    expect((await owner.call('DELETE', `/api/invitations/${open.id}`)).status).toBe(204)
    expect((await owner.call('DELETE', `/api/invitations/${open.id}`)).status).toBe(404)
    expect((await member.call('POST', `/api/invite/${open.token}`)).status).toBe(404)
    expect(await owner.call('POST', `${path}/invitations`, { role: 'owner' })).toMatchObject({
      status: 422,
      body: { data: { field: 'role' } },
    })
    expect(
      (await owner.call('POST', `${path}/invitations`, { role: 'member', expiresInDays: 31 })).status,
    ).toBe(422)
  })

  it('end when their time is up', async () => {
    const clock = await startServer()
    const ann = await signUp(clock)
    const { token } = await invite(ann, 'member', { expiresInDays: 1 })
    await clock.advance(DAY - 5000)
    expect((await caller(clock)('GET', `/api/invite/${token}`)).status).toBe(200)
    await clock.advance(10_000)
    expect((await caller(clock)('GET', `/api/invite/${token}`)).status).toBe(404)
    await clock.stop()
  })
})

describe('roles', () => {
  it('a reviewer looks, annotates, resolves and decides, and manages nothing', async () => {
    const agent = await owner.agent()
    const projectId = await owner.project()
    const done = await upload(agent, await newReview(agent, projectId), png)
    const reviewer = await signUp(server, 'Reviewer')
    await reviewer.call('POST', `/api/invite/${(await invite(owner, 'reviewer')).token}`)
    const note = await reviewer.call<{ threadId: string }>(
      'POST',
      `/v1/artifacts/${done.artifactId}/annotations`,
      { geometry: { x: 0, y: 0 }, body: 'x' },
    )
    expect(note.status).toBe(201)
    expect((await reviewer.call('POST', `/v1/threads/${note.body.threadId}/resolve`)).status).toBe(200)
    expect(
      (await reviewer.call('POST', `/api/reviews/${done.review.id}/status`, { status: 'verified' })).status,
    ).toBe(200)
    const refused: [string, string, unknown?][] = [
      ['POST', '/api/tokens', { name: 'x', workspaceId: owner.workspaceId, capabilities: ['artifact:read'] }],
      ['POST', '/api/projects', { name: 'x', workspaceId: owner.workspaceId }],
      ['DELETE', `/api/projects/${projectId}`],
      ['DELETE', `/api/reviews/${done.review.id}`],
      ['DELETE', `/api/artifacts/${done.artifactId}`],
      ['PATCH', `/v1/artifacts/${done.artifactId}`, { title: 'x' }],
      ['POST', `/v1/reviews/${done.review.id}/share-links`],
      ['PATCH', `/api/workspaces/${owner.workspaceId}`, { name: 'x' }],
      ['GET', `/api/workspaces/${owner.workspaceId}/events`],
      ['GET', `/api/tokens?workspaceId=${owner.workspaceId}`],
    ]
    for (const [method, path, body] of refused)
      expect([path, (await reviewer.call(method, path, body)).status]).toEqual([path, 403])
  })

  it('are changed by owners; the last owner stays; people leave', async () => {
    const ann = await signUp(server, 'Ann')
    const bob = await signUp(server, 'Bob')
    await bob.call('POST', `/api/invite/${(await invite(ann, 'member')).token}`)
    const at = (who: Person) => `/api/workspaces/${ann.workspaceId}/members/${who.id}`
    expect((await bob.call('PATCH', at(bob), { role: 'owner' })).status).toBe(403)
    expect((await bob.call('DELETE', at(ann))).status).toBe(403)
    expect(await ann.call('PATCH', at(ann), { role: 'member' })).toMatchObject({
      status: 409,
      body: { data: { error: 'conflict' } },
    })
    expect((await ann.call('DELETE', at(ann))).status).toBe(409)
    expect(await ann.call('PATCH', at(bob), { role: 'owner' })).toMatchObject({
      status: 200,
      body: { userId: bob.id, role: 'owner' },
    })
    const leaving = await Promise.all([ann.call('DELETE', at(ann)), bob.call('DELETE', at(bob))])
    expect(leaving.map(each => each.status).sort()).toEqual([204, 409])
    expect(
      (await ann.call('PATCH', at({ ...bob, id: 'usr_01AAAAAAAAAAAAAAAAAAAAAAAA' }), { role: 'member' }))
        .status,
    ).toBe(404)
  })
})

describe('closed sign-up', () => {
  it('takes the first account and invited people, nobody else', async () => {
    const closed = await startServer({ SIGN_UPS: 'invite' })
    const race = await Promise.all(['A', 'B', 'C'].map(name => requestSignUp(closed, name)))
    expect(race.map(each => each.status).sort()).toEqual([200, 403, 403])
    const refused = race.find(each => each.status === 403)
    expect(await refused?.json()).toMatchObject({ statusCode: 403, data: { error: 'forbidden' } })
    const winner = race.find(each => each.ok)
    const call = caller(closed, {
      cookie:
        winner?.headers
          .getSetCookie()
          .map(each => each.split(';')[0])
          .join('; ') ?? '',
    })
    const me = await call<{ workspace: { id: string } }>('GET', '/api/me')
    const invited = await call<Invited>('POST', `/api/workspaces/${me.body.workspace.id}/invitations`, {
      role: 'member',
    })
    expect((await requestSignUp(closed, 'D', { invitation: 'made up' })).status).toBe(403)
    expect((await requestSignUp(closed, 'E', { invitation: invited.body.token })).status).toBe(200)
    await closed.stop()
  })
})

describe('the workspace last used', () => {
  it('is remembered, and null until one of several was chosen', async () => {
    const ann = await signUp(server, 'Ann')
    const second = (
      await ann.call<{ workspace: { id: string } }>('POST', '/api/workspaces', { name: 'Second' })
    ).body.workspace.id
    const current = async () =>
      (await ann.call<{ workspace: { id: string } | null }>('GET', '/api/me')).body.workspace?.id ?? null
    expect(await current()).toBeNull()
    expect((await ann.call('PATCH', '/api/me', { workspaceId: second })).status).toBe(200)
    expect(await current()).toBe(second)
    expect((await ann.call('PATCH', '/api/me', { workspaceId: owner.workspaceId })).status).toBe(404)
    expect(
      await ann.call('POST', '/api/tokens', { name: 'x', capabilities: ['artifact:read'] }),
    ).toMatchObject({ status: 422, body: { data: { field: 'workspaceId' } } })
    expect(await ann.call('POST', '/api/projects', { name: 'x' })).toMatchObject({
      status: 422,
      body: { data: { field: 'workspaceId' } },
    })
  })
})
