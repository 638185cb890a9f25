import { describe, expect, it } from 'vitest'
import { contract } from '#shared/contract'
import type { Operation } from '#shared/contract/kit/operation'
import { adminFixture } from '../../support/people/servers'
import { caller, withoutRequestId, type Call } from '../../support/server/client'
import { password } from '../../support/people/sessions'
import { emailOf, joined, requestSignUp, signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { declareUpload, put, upload } from '../../support/reviews/uploads'
import { allRows } from '../../support/data/database'
import { watchRows } from '../../support/data/unchanged'
import { watch } from '../../support/server/events'
import { pauseRequest } from '../../support/server/paused-request'
import { createWriteTargets, writeExamples, type WriteTargets } from '../../support/data/write-examples'

const stage = await adminFixture()
const { server, person: owner, agent, png, adminAction } = stage
const member = await joined(server, owner, 'Mel', 'member')
const reviewer = await joined(server, owner, 'Rae', 'reviewer')
const outsider = await signUp(server, 'Outsider')

/** Every operation that needs a credential and concerns one workspace. */
const operations = Object.values(contract as Record<string, Operation>).filter(
  row =>
    !row.auth.anonymous &&
    row.action !== 'administer' &&
    (!['useAccount', 'connectClients'].includes(row.action) || row.path.includes('{id}')) &&
    !row.path.startsWith('/api/me/'),
)

/** Operations that list resources of all workspaces of a caller. They omit suspended workspaces. */
const lists = ['listCatalog', 'findReviews']
/** Operations on resources that only their author can find, so that other callers always get a 404. */
const ofAuthor = ['editPendingComment', 'discardPendingComment']

/** Returns the path and the body of an example call of an operation, with the ids of the targets. */
function exampleOf(row: Operation, on: WriteTargets): { path: string; body?: object } {
  const example = writeExamples[row.id as keyof typeof contract]
  if (example) return { path: example.path(on), body: example.body?.(on) }
  const ids: Record<string, string> = {
    reviews: on.reviewId,
    artifacts: on.artifactId,
    revisions: on.revisionId,
    threads: on.threadId,
    webhooks: on.webhookId,
    projects: on.projectId,
    workspaces: on.workspaceId,
  }
  const path = row.path.replace(/([\w-]+)\/\{id\}/, (_, kind: string) => `${kind}/${ids[kind]}`)
  return { path: row.query && !path.includes('_') ? `${path}?workspaceId=${on.workspaceId}&search=x` : path }
}

const isSuspended = { status: 403, body: { data: { error: 'suspended' } } }
const errorOf = async (response: Response) =>
  [
    response.status,
    ((await response.json()) as { data?: { error: string }; error?: string }).data?.error,
  ] as const

describe('a suspended workspace', () => {
  it('every operation on a suspended workspace responds 403 to its people and 404 to others', async () => {
    const targets = await createWriteTargets(stage, member)
    const limited = await owner.agent({ projectId: targets.projectId })
    const { body: pending } = await owner.call<{ id: string }>(
      'POST',
      `/api/reviews/${targets.reviewId}/pending-comments`,
      { body: 'x' },
    )
    expect((await adminAction(owner.workspaceId, 'suspend')).status).toBe(200)
    const expectSameRows = await watchRows(server)
    expect(operations.length).toBeGreaterThan(45)
    const own = `/api/pending-comments/${pending.id}`
    for (const [method, body] of [['PATCH', { body: 'y' }], ['DELETE']] as const)
      expect(await owner.call(method, own, body)).toMatchObject(isSuspended)
    for (const row of operations.filter(each => ![...lists, ...ofAuthor].includes(each.id))) {
      const { path, body } = exampleOf(row, targets)
      const calls: [string, Call][] = [
        ...(row.auth.human
          ? ([
              ['owner', owner.call],
              ['member', member.call],
              ['reviewer', reviewer.call],
            ] as [string, Call][])
          : []),
        ['agent', agent],
        ['limited agent', limited],
      ]
      for (const [name, call] of calls) {
        const { status, body: error } = await call(row.method, path, body)
        expect([row.id, path, name, status, error.data.error]).toEqual([row.id, path, name, 403, 'suspended'])
      }
      if (row.auth.human)
        expect([row.id, path, (await outsider.call(row.method, path, body)).status]).toEqual([
          row.id,
          path,
          404,
        ])
    }
    await expectSameRows()
    expect((await adminAction(owner.workspaceId, 'unsuspend')).status).toBe(200)
    expect((await agent('GET', `/v1/reviews/${targets.reviewId}`)).status).toBe(200)
    expect((await reviewer.call('GET', `/v1/reviews/${targets.reviewId}`)).status).toBe(200)
  })

  it('if a field of a request has an id of a suspended workspace, the error names the field', async () => {
    const kim = await signUp(server, 'Kim')
    const kims = await kim.agent()
    const reviewId = await newReview(kims, await kim.project())
    await adminAction(kim.workspaceId, 'suspend')
    expect(await declareUpload(kim.call, reviewId, { bytes: png.length })).toMatchObject({
      status: 403,
      body: { data: { error: 'suspended', field: 'reviewId' } },
    })
  })

  it('lists omit a suspended workspace, and a person without another workspace gets 403', async () => {
    const kim = await signUp(server, 'Kim')
    const project = await kim.project('Kims')
    const ids = async () =>
      (await kim.call<{ projects: { id: string }[] }>('GET', '/v1/projects')).body.projects.map(
        each => each.id,
      )
    expect(await ids()).toEqual([project])
    await adminAction(kim.workspaceId, 'suspend')
    expect(await ids()).toEqual([])
    expect((await kim.call<{ projects: object[] }>('GET', '/api/projects')).body.projects).toEqual([])
    expect(await kim.call('GET', '/api/billing')).toMatchObject(isSuspended)
    expect(await kim.call('POST', '/api/projects', { name: 'x' })).toMatchObject(isSuspended)
    const me = await kim.call<{ workspaces: { id: string }[] }>('GET', '/api/me')
    expect(me.body.workspaces.map(each => each.id)).toEqual([kim.workspaceId])
    // Another workspace of the person stays reachable, and is now the default.
    const { body } = await kim.call<{ workspace: { id: string } }>('POST', '/api/workspaces', { name: 'New' })
    const made = await kim.call<{ project: { workspaceId: string } }>('POST', '/api/projects', { name: 'x' })
    expect(made.body.project.workspaceId).toBe(body.workspace.id)
  })

  it('the links, upload URLs, invitations and claims of a suspended workspace respond 403', async () => {
    const kim = await signUp(server, 'Kim')
    const kims = await kim.agent()
    const reviewId = await newReview(kims, await kim.project())
    const done = await upload(kims, reviewId, png)
    const share = (await kims<{ token: string }>('POST', `/v1/reviews/${reviewId}/share-links`)).body.token
    const declared = (await declareUpload(kims, reviewId, { bytes: png.length })).body
    const invite = (
      await kim.call<{ token: string }>('POST', `/api/workspaces/${kim.workspaceId}/invitations`, {
        role: 'member',
      })
    ).body.token
    const anyone = caller(server)
    const media = [done.embedUrl ?? '', `${done.embedUrl}?w=320`, done.downloadUrl ?? '']
    const addresses = async () => [
      (await anyone('GET', `/api/share/${share}`)).status,
      (await fetch(`${server.url}/api/share/${share}/events`, { method: 'HEAD' })).status,
      ...(await Promise.all(media.map(async url => (await fetch(url)).status))),
      (await anyone('GET', `/api/invite/${invite}`)).status,
    ]
    expect(await addresses()).toEqual([200, 200, 200, 200, 200, 200])
    await adminAction(kim.workspaceId, 'suspend')
    expect(await addresses()).toEqual([403, 403, 403, 403, 403, 403])
    expect(await anyone('GET', `/api/share/${share}`)).toMatchObject(isSuspended)
    const cached = await fetch(done.embedUrl ?? '')
    expect(cached.headers.get('cache-control')).toBe('no-store')
    expect(await outsider.call('POST', `/api/invite/${invite}`)).toMatchObject(isSuspended)
    const sent = await put(declared.uploadUrl, png)
    expect([sent.status, await sent.json()]).toMatchObject([403, { error: 'suspended' }])
    // An unknown URL responds 404, even during the suspension.
    expect((await fetch(`${server.url}/e/${'A'.repeat(60)}`)).status).toBe(404)
    await adminAction(kim.workspaceId, 'unsuspend')
    expect(await addresses()).toEqual([200, 200, 200, 200, 200, 200])
    expect((await put(declared.uploadUrl, png)).status).toBe(200)

    const made = (await anyone<{ claimUrl: string; workspaceId: string }>('POST', '/v1/bootstrap')).body
    const code = made.claimUrl.split('/').at(-1) ?? ''
    await adminAction(made.workspaceId, 'suspend')
    expect(await outsider.call('GET', `/api/claim/${code}`)).toMatchObject(isSuspended)
    expect(await outsider.call('POST', '/api/claim', { code })).toMatchObject(isSuspended)
    await adminAction(made.workspaceId, 'unsuspend')
    expect((await outsider.call('POST', '/api/claim', { code })).status).toBe(200)
  })

  it('a suspension ends the open event streams of members and of share links', async () => {
    const kim = await signUp(server, 'Kim')
    const kims = await kim.agent()
    const reviewId = await newReview(kims, await kim.project())
    const share = (await kims<{ token: string }>('POST', `/v1/reviews/${reviewId}/share-links`)).body.token
    const streams = [
      await watch(`${server.url}/api/reviews/${reviewId}/events`, { cookie: kim.cookie }),
      await watch(`${server.url}/api/share/${share}/events`),
    ]
    for (const stream of streams) await expect.poll(stream.lastId).not.toBe('')
    await adminAction(kim.workspaceId, 'suspend')
    for (const stream of streams) {
      await stream.done
      expect(stream.events.at(-1)?.event).toBe('gone')
    }
    const again = await fetch(`${server.url}/api/reviews/${reviewId}/events`, {
      headers: { cookie: kim.cookie },
    })
    expect(await errorOf(again)).toEqual([403, 'suspended'])
  })

  it('no write is stored after the suspension of a workspace, even if many writes race with it', async () => {
    const kim = await signUp(server, 'Kim')
    const kims = await kim.agent()
    const reviewId = await newReview(kims, await kim.project())
    let confirmed = 0
    for (let round = 0; round < 3; round++) {
      const body = JSON.stringify({ kind: 'review', body: 'x' })
      const paused = await Promise.all(
        Array.from({ length: 12 }, () =>
          pauseRequest(server, 'POST', `/v1/reviews/${reviewId}/threads`, { cookie: kim.cookie }, body),
        ),
      )
      const finished = paused.map(async (each, i) => {
        if (i === round) await adminAction(kim.workspaceId, 'suspend')
        return each.finish()
      })
      const statuses = (await Promise.all(finished)).map(each => each.status)
      for (const status of statuses) expect([201, 403]).toContain(status)
      // This call is the one that was sent after the suspension was confirmed. The others may have been sent
      // before.
      expect(statuses[round]).toBe(403)
      confirmed += statuses.filter(status => status === 201).length
      const events = (await allRows(server)).event as { kind: string; workspace_id: string }[]
      const own = events.filter(each => each.workspace_id === kim.workspaceId).map(each => each.kind)
      expect(own.filter(kind => kind === 'thread.created')).toHaveLength(confirmed)
      await adminAction(kim.workspaceId, 'unsuspend')
    }
  })
})

describe('a suspended person', () => {
  it('every operation responds 403 to the sessions and the tokens of a suspended person', async () => {
    const kim = await signUp(server, 'Kim')
    const kims = await kim.agent()
    const targets = await createWriteTargets({ ...stage, person: kim, agent: kims }, member)
    const inOthers = await joined(server, owner, 'Kit', 'member')
    await adminAction(kim.id, 'suspend')
    const credentialed = Object.values(contract as Record<string, Operation>).filter(
      row => !row.auth.anonymous,
    )
    for (const row of credentialed) {
      const { path, body } = exampleOf(row, targets)
      for (const call of [kim.call, kims]) {
        const response = await call(row.method, path.replace('{code}', 'x'), body)
        expect([row.id, response.status, response.body.data.error]).toEqual([row.id, 403, 'suspended'])
      }
    }
    expect((await inOthers.call('GET', '/api/me')).status).toBe(200)
    await adminAction(kim.id, 'unsuspend')
    expect((await kim.call('GET', '/api/me')).status).toBe(200)
    expect((await kims('GET', '/v1/projects')).status).toBe(200)
  })

  it('a suspended person can only sign out, and the error at sign-in states the suspension', async () => {
    const kim = await signUp(server, 'Kim')
    const email = await emailOf(kim)
    await adminAction(kim.id, 'suspend')
    const post = (path: string, body: object, cookie = kim.cookie) =>
      fetch(`${server.url}/api/auth/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'origin': server.url, cookie },
        body: JSON.stringify(body),
      })
    const refused = await post('sign-in/email', { email, password }, '')
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { data: { error: 'account_suspended', message: expect.stringContaining('suspended') as string } },
    ])
    for (const [path, body] of [
      ['change-password', { currentPassword: password, newPassword: 'another good password' }],
      ['update-user', { name: 'Other' }],
      ['device/approve', { userCode: 'ABCDEFGH' }],
    ] as const)
      expect([path, ...(await errorOf(await post(path, body)))]).toEqual([path, 403, 'suspended'])
    const session = await fetch(`${server.url}/api/auth/get-session`, { headers: { cookie: kim.cookie } })
    expect(await errorOf(session)).toEqual([403, 'suspended'])
    // A wrong password does not reveal the suspension.
    expect((await post('sign-in/email', { email, password: 'wrong password' }, '')).status).toBe(401)
    expect((await post('sign-out', {})).status).toBe(200)
    expect((await kim.call('GET', '/api/me')).status).toBe(401)
    await adminAction(kim.id, 'unsuspend')
    expect((await post('sign-in/email', { email, password }, '')).status).toBe(200)
  })

  it('the suspension of an owner does not stop the other members of the workspace', async () => {
    const kim = await joined(server, owner, 'Kim', 'member')
    await owner.call('PATCH', `/api/workspaces/${owner.workspaceId}/members/${kim.id}`, { role: 'owner' })
    const path = `/api/workspaces/${owner.workspaceId}`
    const reviewId = await newReview(agent, await owner.project())
    const token = (
      await kim.call<{ token: string }>('POST', '/api/tokens', {
        name: 'kims',
        workspaceId: owner.workspaceId,
        capabilities: ['artifact:read', 'artifact:write'],
      })
    ).body.token
    const kims = caller(server, { authorization: `Bearer ${token}` })
    const declared = await declareUpload(kims, reviewId, { bytes: png.length })
    const invite = (await kim.call<{ token: string }>('POST', `${path}/invitations`, { role: 'member' })).body
    const stream = await watch(`${server.url}/api/reviews/${reviewId}/events`, { cookie: kim.cookie })
    await expect.poll(stream.lastId).not.toBe('')
    await adminAction(kim.id, 'suspend')
    await stream.done
    expect(stream.events.at(-1)?.event).toBe('gone')
    expect(await kims('GET', `/v1/reviews/${reviewId}`)).toMatchObject(isSuspended)
    expect((await put(declared.body.uploadUrl, png)).status).toBe(403)
    expect(await outsider.call('POST', `/api/invite/${invite.token}`)).toMatchObject(isSuspended)
    expect((await owner.call('GET', `/v1/reviews/${reviewId}`)).status).toBe(200)
    expect((await agent('GET', `/v1/reviews/${reviewId}`)).status).toBe(200)
    const members = await owner.call<{ members: { userId: string }[] }>('GET', `${path}/members`)
    expect(members.body.members.map(each => each.userId)).toContain(kim.id)
    await adminAction(kim.id, 'unsuspend')
    expect((await put(declared.body.uploadUrl, png)).status).toBe(200)
    expect((await outsider.call('POST', `/api/invite/${invite.token}`)).status).toBe(200)
  })

  it('the suspension of a person is not visible to people who share no workspace with them', async () => {
    const kim = await signUp(server, 'Kim')
    const email = await emailOf(kim)
    const path = `/api/workspaces/${kim.workspaceId}/members`
    const before = withoutRequestId(await outsider.call('GET', path))
    await adminAction(kim.id, 'suspend')
    expect(withoutRequestId(await outsider.call('GET', path))).toEqual(before)
    const taken = await requestSignUp(server, 'Other', { email })
    expect(taken.status).toBe(422)
    expect(await taken.text()).not.toContain('suspend')
  })
})
