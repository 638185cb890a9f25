import { describe, expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import type { OwnAccessRequest } from '#shared/contract/access-request'
import { newId } from '#shared/ids'
import { DAY, HOUR, MINUTE } from '#shared/time'
import { askForAccess, decide, requestsFor } from '../../support/people/access-requests'
import { adminFixture, limitedServer, newAddress, paidServer } from '../../support/people/servers'
import { emailOf, joined, signUp, type Person } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { eventKindsOf, runSql } from '../../support/data/database'
import { fixtureOn, sharedFixture } from '../../support/server/fixture'
import { unreadOf } from '../../support/people/notifications'
import { sweepOnTime } from '../../support/server/sweep'

const { server, person: owner, agent, projectId } = await sharedFixture()

/** Creates a review, and a person who asks for access to it. */
async function asked(name = 'Rae', message?: string) {
  const reviewId = await newReview(agent, projectId, `Review for ${name}`)
  const person = await signUp(server, name)
  const { status } = await askForAccess(person, reviewId, message)
  expect(status).toBe(202)
  const request = (await requestsFor(owner)).find(each => each.subjectId === reviewId)
  if (!request) throw new Error('the owner does not see the request')
  return {
    person,
    reviewId,
    request,
    read: async () => (await person.call('GET', `/v1/reviews/${reviewId}`)).status,
  }
}

const ownRequests = async (person: Person) =>
  (await person.call<{ accessRequests: OwnAccessRequest[] }>('GET', '/api/me/access-requests')).body
    .accessRequests

describe('asking for access', () => {
  it('asking for access gets the same response for a review, a project and an unknown id', async () => {
    const reviewId = await newReview(agent, projectId)
    const person = await signUp(server, 'Rae')
    const seen = []
    for (const subjectId of [reviewId, newId('review'), projectId, newId('project')]) {
      for (const attempt of [1, 2]) {
        const { status, headers, body } = await askForAccess(person, subjectId)
        const { createdAt, expiresAt } = body
        expect(body).toEqual({ subjectId, createdAt, expiresAt })
        expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(14 * DAY)
        const names = [...headers.keys()].filter(name => name !== 'date')
        seen.push({
          status,
          names,
          length: JSON.stringify(body).length - subjectId.length,
          attempt: attempt > 0,
        })
      }
    }
    expect(new Set(seen.map(each => JSON.stringify(each))).size).toBe(1)
    const listed = await ownRequests(person)
    expect(listed.map(each => each.subjectId)).toHaveLength(4)
    expect(
      (await requestsFor(owner)).filter(each => listed.some(own => own.subjectId === each.subjectId)),
    ).toHaveLength(2)
  })

  it('asking for access again returns the first access request, whose message does not change', async () => {
    const { person, reviewId } = await asked('Rae', 'I test the shop.')
    const [before] = await ownRequests(person)
    const again = await askForAccess(person, reviewId, 'Hello?')
    expect(again.body).toEqual(before)
    const shown = (await requestsFor(owner)).filter(each => each.subjectId === reviewId)
    expect(shown.map(each => each.message)).toEqual(['I test the shop.'])
    expect((await eventKindsOf(server, reviewId)).filter(kind => kind === 'access.requested')).toHaveLength(1)
  })

  it('no access request is stored when a member of the workspace asks for access', async () => {
    const member = await joined(server, owner, 'Mel', 'reviewer')
    const reviewId = await newReview(agent, projectId)
    expect((await askForAccess(member, reviewId)).status).toBe(202)
    expect([
      await ownRequests(member),
      (await requestsFor(owner)).some(each => each.subjectId === reviewId),
    ]).toEqual([[], false])
  })

  it('a person can have at most ten open access requests, including those for unknown ids', async () => {
    const person = await signUp(server, 'Rae')
    const existing = await Promise.all([1, 2, 3].map(() => newReview(agent, projectId)))
    const ids = [...existing, ...Array.from({ length: limits.accessRequests - 3 }, () => newId('review'))]
    for (const id of ids) expect((await askForAccess(person, id)).status).toBe(202)
    const refused = []
    for (const id of [await newReview(agent, projectId), newId('review')]) {
      const { status, body } = await askForAccess(person, id)
      refused.push({ status, error: (body as unknown as { data: { message: string } }).data.message })
    }
    expect(refused[0]).toMatchObject({
      status: 409,
      error: expect.stringContaining('10 open access requests'),
    })
    expect(refused[1]).toEqual(refused[0])
    // An access request that is already open can be repeated even when the limit is reached.
    expect((await askForAccess(person, ids[0] ?? '')).status).toBe(202)
    expect(await ownRequests(person)).toHaveLength(limits.accessRequests)
  })
})

describe('access requests in the workspace', () => {
  it('only owners can read access requests, with the person and the review, and decide on them', async () => {
    const { person, reviewId, request } = await asked('Rae', 'I test the shop.')
    expect(request).toMatchObject({
      person: { name: 'Rae', email: await emailOf(person), emailConfirmed: false },
      subjectId: reviewId,
      title: 'Review for Rae',
      workspace: { id: owner.workspaceId },
      message: 'I test the shop.',
    })
    const member = await joined(server, owner, 'Mel', 'member')
    expect(await requestsFor(member)).toEqual([])
    expect(await requestsFor(person)).toEqual([])
    expect((await unreadOf(owner)).accessRequests).toBe((await requestsFor(owner)).length)
    expect((await unreadOf(member)).accessRequests).toBe(0)
    expect(await decide(member, request.id, 'accept')).toBe(403)
    expect(await decide(person, request.id, 'accept')).toBe(404)
  })

  it('accepting an access request makes the person a reviewer, and creates an audit event', async () => {
    const { person, reviewId, request, read } = await asked()
    expect(await read()).toBe(404)
    expect(await decide(owner, request.id, 'accept')).toBe(204)
    expect(await read()).toBe(200)
    const { body } = await person.call<{ workspaces: object[] }>('GET', '/api/me')
    expect(body.workspaces).toContainEqual(
      expect.objectContaining({ id: owner.workspaceId, role: 'reviewer' }),
    )
    expect(await ownRequests(person)).toEqual([])
    expect(await eventKindsOf(server, person.id)).toEqual(['access.accepted'])
    expect(await eventKindsOf(server, reviewId)).toContain('access.requested')
    const { body: record } = await owner.call<{ events: { kind: string; title: string; detail: string }[] }>(
      'GET',
      `/api/workspaces/${owner.workspaceId}/events?kind=access`,
    )
    expect(record.events.slice(0, 2)).toMatchObject([
      { kind: 'access.accepted', title: 'Rae', detail: 'reviewer' },
      { kind: 'access.requested', title: 'Review for Rae', actor: { id: person.id } },
    ])
  })

  it('an owner can accept an access request with the role member, but not with the role owner', async () => {
    const { person, request } = await asked()
    expect(await decide(owner, request.id, 'accept', 'owner')).toBe(422)
    expect(await decide(owner, request.id, 'accept', 'member')).toBe(204)
    expect(
      (await person.call('POST', '/api/projects', { name: 'x', workspaceId: owner.workspaceId })).status,
    ).toBe(201)
  })

  it('accepting an access request for a project makes the person a reviewer of the workspace', async () => {
    const id = await owner.project('Shop')
    const person = await signUp(server, 'Rae')
    await askForAccess(person, id)
    const request = (await requestsFor(owner)).find(each => each.subjectId === id)
    expect(request?.title).toBe('Shop')
    expect(await decide(owner, request?.id ?? '', 'accept')).toBe(204)
    expect((await person.call('GET', `/api/projects/${id}/reviews`)).status).toBe(200)
  })

  it('the sender of a declined access request still sees it as open, and cannot repeat it', async () => {
    const { person, reviewId, request, read } = await asked()
    const before = await ownRequests(person)
    expect(await decide(owner, request.id, 'decline')).toBe(204)
    expect([await ownRequests(person), await read()]).toEqual([before, 404])
    expect((await askForAccess(person, reviewId)).body).toEqual(before[0])
    expect((await requestsFor(owner)).some(each => each.subjectId === reviewId)).toBe(false)
    expect(await decide(owner, request.id, 'accept')).toBe(404)
    expect(await eventKindsOf(server, person.id)).toEqual(['access.declined'])
  })

  it('when two owners decide on an access request at the same time, only one decision counts', async () => {
    const second = await joined(server, owner, 'Olga', 'member')
    await owner.call('PATCH', `/api/workspaces/${owner.workspaceId}/members/${second.id}`, { role: 'owner' })
    const both = await asked()
    const accepted = await Promise.all([
      decide(owner, both.request.id, 'accept', 'reviewer'),
      decide(second, both.request.id, 'accept', 'member'),
    ])
    expect(accepted.sort()).toEqual([204, 404])
    expect(await eventKindsOf(server, both.person.id)).toEqual(['access.accepted'])
    const mixed = await asked()
    const decided = await Promise.all([
      decide(owner, mixed.request.id, 'decline'),
      decide(second, mixed.request.id, 'accept'),
    ])
    expect([...decided].sort()).toEqual([204, 404])
    expect(await mixed.read()).toBe(decided[1] === 204 ? 200 : 404)
  })

  it('an access request is closed when its sender joins by invitation, and stays closed', async () => {
    const { person, request } = await asked()
    const members = `/api/workspaces/${owner.workspaceId}`
    const { body } = await owner.call<{ token: string }>('POST', `${members}/invitations`, { role: 'member' })
    await person.call('POST', `/api/invite/${body.token}`)
    expect(await decide(owner, request.id, 'accept')).toBe(404)
    await owner.call('DELETE', `${members}/members/${person.id}`)
    expect((await requestsFor(owner)).some(each => each.id === request.id)).toBe(false)
  })

  it('an access request ends when its review is deleted, but its sender still sees it as open', async () => {
    const { person, reviewId, request } = await asked()
    const before = await ownRequests(person)
    await owner.call('DELETE', `/api/reviews/${reviewId}`)
    expect((await requestsFor(owner)).some(each => each.id === request.id)).toBe(false)
    expect(await decide(owner, request.id, 'accept')).toBe(404)
    expect(await ownRequests(person)).toEqual(before)
  })
})

describe('the end of an access request', () => {
  it('an access request expires after 14 days; the person can then make another one', async () => {
    const stage = await adminFixture()
    const reviewId = await newReview(stage.agent, stage.projectId)
    const person = await signUp(stage.server, 'Rae')
    await askForAccess(person, reviewId)
    for (const days of [5, 5]) {
      await sweepOnTime(stage.server, days * DAY)
      // Uses both sessions, because a session expires 7 days after its last use.
      await Promise.all([stage.person.call('GET', '/api/me'), person.call('GET', '/api/me')])
    }
    await sweepOnTime(stage.server, 4 * DAY - MINUTE)
    const [request] = await requestsFor(stage.person)
    expect(request?.subjectId).toBe(reviewId)
    await stage.server.advance(2 * MINUTE)
    expect([await requestsFor(stage.person), await ownRequests(person)]).toEqual([[], []])
    expect(await decide(stage.person, request?.id ?? '', 'accept')).toBe(404)
    expect((await askForAccess(person, reviewId)).status).toBe(202)
    const again = await requestsFor(stage.person)
    expect(again.map(each => each.id)).not.toEqual([request?.id])
    expect(again).toHaveLength(1)
    const rows = () => runSql(stage.server, 'SELECT id FROM access_request WHERE user_id = ?', [person.id])
    await sweepOnTime(stage.server, 14 * DAY - MINUTE)
    expect(await rows()).toHaveLength(1)
    await sweepOnTime(stage.server, HOUR + MINUTE)
    expect(await rows()).toHaveLength(0)
  })
})

describe('an access request on a server with limits or administrators', () => {
  it('an access request stays open if accepting it fails because of the plan’s reviewer limit', async () => {
    const { server, person: owner, agent, projectId } = await fixtureOn((await paidServer()).server)
    const reviewId = await newReview(agent, projectId)
    for (let i = 0; i < 5; i++) await joined(server, owner, `Reviewer${i}`, 'reviewer')
    await askForAccess(await signUp(server, 'Rae'), reviewId)
    const [request] = await requestsFor(owner)
    expect(await decide(owner, request?.id ?? '', 'accept')).toBe(402)
    expect(await decide(owner, request?.id ?? '', 'accept', 'member')).toBe(204)
  })

  it('an access request is hidden while the person who made it or its workspace is suspended', async () => {
    const { server, person: owner, agent, projectId, adminAction } = await adminFixture()
    const person = await signUp(server, 'Sam')
    const subjectId = await newReview(agent, projectId)
    await askForAccess(person, subjectId)
    const [request] = await requestsFor(owner)
    const id = request?.id ?? ''
    await adminAction(person.id, 'suspend')
    expect([await requestsFor(owner), await decide(owner, id, 'accept')]).toEqual([[], 404])
    await adminAction(person.id, 'unsuspend')
    await adminAction(owner.workspaceId, 'suspend')
    expect([await requestsFor(owner), await decide(owner, id, 'accept')]).toEqual([[], 403])
    const other = await signUp(server, 'Tom')
    expect((await askForAccess(other, subjectId)).status).toBe(202)
    await adminAction(owner.workspaceId, 'unsuspend')
    expect((await requestsFor(owner)).map(each => each.person.name)).toEqual(['Tom', 'Sam'])
    expect(await decide(owner, id, 'decline')).toBe(204)
  })
})

describe('the rate limit of access requests', () => {
  it('a person can make at most ten access requests a minute', async () => {
    const person = await signUp(await limitedServer(), 'Rae', {}, newAddress())
    const id = newId('review')
    for (let i = 0; i < 10; i++) expect((await askForAccess(person, id)).status).toBe(202)
    expect((await askForAccess(person, id)).status).toBe(429)
  })
})
