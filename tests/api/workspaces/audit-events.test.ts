import { afterAll, describe, expect, it } from 'vitest'
import type { AuditEvent } from '#shared/contract/event'
import type { ReviewPayload } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import { adminEventKinds, eventKinds } from '#shared/events'
import { DAY, HOUR } from '#shared/time'
import { askForAccess, decide, requestsFor } from '../../support/people/access-requests'
import { letAgentsInvite } from '../../support/people/agent-invitations'
import { joined, signUp, type Person } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { declareUpload, put, revise, upload } from '../../support/reviews/uploads'
import { runSql } from '../../support/data/database'
import { pngImage } from '../../support/media/samples'
import { clockServer, paidServer } from '../../support/people/servers'
import { connectForge, startForge } from '../../support/stubs/forge'
import { createForgeWebhook } from '../../support/stubs/forge-events'
import { newSilentWebhook } from '../../support/stubs/webhooks'

const server = await clockServer()
const forge = await startForge('gitea')
const png = await pngImage(16, 16)

afterAll(() => forge.stop())

interface Page {
  events: AuditEvent[]
  next: string | null
}

const read = async (who: Person, query = '') =>
  (await who.call<Page>('GET', `/api/workspaces/${who.workspaceId}/events${query}`)).body

const kinds = async (who: Person, query = '') =>
  (await read(who, query)).events.map(each => each.kind).reverse()

/**
 * Creates a person with a project, an agent token and a review. `recorded` does not return the events of this
 * setup.
 */
async function startReview() {
  const ann = await signUp(server, 'Ann')
  const agent = await ann.agent()
  const projectId = await ann.project('Acme')
  const reviewId = await newReview(agent, projectId)
  return { ann, agent, projectId, reviewId, recorded: await recorder(ann) }
}

/** Returns a function that returns the events since now as "kind actor", from the oldest to the newest. */
async function recorder(who: Person) {
  const before = (await read(who)).events.length
  return async () => {
    const { events } = await read(who)
    return events
      .slice(0, events.length - before)
      .map(each => `${each.kind} ${each.actor.type}`)
      .reverse()
  }
}

/** The events of the changes in the tests below, in order. */
const expected = {
  projects: [
    'workspace.created human',
    'token.created human',
    'project.created human',
    'token.used agent',
    'project.created agent',
    'project.updated human',
    'project.deleted human',
    'token.revoked human',
  ],
  forges: [
    'forge.connected human',
    'forge.updated human',
    'forge.secret_created human',
    'forge.disconnected human',
  ],
  evidence: [
    'artifact.declared agent',
    'upload.received agent',
    'artifact.completed agent',
    'artifact.revision_declared agent',
    'upload.received agent',
    'artifact.completed agent',
    'artifact.declared agent',
    'upload.received agent',
    'artifact.rejected agent',
    'artifact.declared agent',
    'artifact.cancelled agent',
    'artifact.downloaded agent',
    'capability.revoked agent',
    'artifact.approved human',
    'artifact.approval_withdrawn human',
    'artifact.comparison_changed human',
    'artifact.deleted human',
  ],
  comments: [
    'thread.created human',
    'comment.created human',
    'comment.created agent',
    'comment.created human',
    'comment.updated human',
    'comment.deleted human',
    'thread.addressed agent',
    'thread.resolved human',
    'thread.open human',
    'thread.updated human',
    'thread.deleted human',
  ],
  reviews: [
    'review.created agent',
    'review.changes_requested human',
    'review.verified human',
    'review.open human',
    'share_link.created agent',
    'share_link.updated human',
    'share_link.revealed human',
    'share_link.revoked agent',
    'review.exported human',
    'review.exported human',
    'review.deleted human',
  ],
  verdicts: [
    'project.updated human',
    'review.created human',
    'review.reviewers_requested human',
    'review.verdict_given human',
    'review.verdict_withdrawn human',
  ],
  people: [
    'invitation.created human',
    'invitation.revoked human',
    'invitation.created human',
    'invitation.accepted human',
    'invitation.created human',
    'invitation.accepted human',
    'member.role_changed human',
    'member.removed human',
    'member.left human',
    'access.requested human',
    'access.accepted human',
    'access.requested human',
    'access.declined human',
  ],
  workspaces: [
    'workspace.agent_invitations_on human',
    'workspace.agent_invitations_off human',
    'workspace.transferred human',
    'workspace.transferred human',
    'workspace.renamed human',
  ],
  webhooks: [
    'webhook.created human',
    'webhook.disabled human',
    'webhook.updated human',
    'webhook.enabled human',
    'webhook.secret_rotated human',
    'webhook.deleted human',
  ],
}

/**
 * The kinds of events that other files test: api/access/admin, api/access/company-sign-in,
 * api/workspaces/claims and api/workspaces/billing.
 */
const elsewhere: readonly string[] = [
  ...adminEventKinds,
  'member.added',
  'workspace.claimed',
  'workspace.plan_changed',
]

describe('the events of the audit log', () => {
  it('this file and four other test files cover every kind of audit event', () => {
    const covered = Object.values(expected).flatMap(events => events.map(each => each.split(' ')[0]))
    expect([...new Set(covered)].sort()).toEqual(
      eventKinds.filter(each => !elsewhere.includes(each)).toSorted(),
    )
  })

  it('the audit log contains changes of projects and tokens, with actor and subject', async () => {
    const ann = await signUp(server, 'Ann')
    const agent = await ann.agent()
    const projectId = await ann.project('Acme')
    await agent('POST', '/v1/projects', { name: 'Second' })
    await ann.call('PATCH', `/api/projects/${projectId}`, { name: 'Acme web' })
    await ann.call('DELETE', `/api/projects/${projectId}`)
    const { tokens } = (await ann.call<{ tokens: { id: string }[] }>('GET', '/api/tokens')).body
    await ann.call('DELETE', `/api/tokens/${tokens[0]?.id}`)
    const { events } = await read(ann)
    expect(events.map(each => `${each.kind} ${each.actor.type}`).reverse()).toEqual(expected.projects)
    expect(events.find(each => each.kind === 'project.updated')).toMatchObject({
      actor: { type: 'human', id: ann.id, name: 'Ann' },
      subjectId: projectId,
      projectId,
    })
    expect(events.find(each => each.kind === 'project.created')).toMatchObject({
      actor: { id: tokens[0]?.id, name: 'ci-agent' },
    })
    expect(events.find(each => each.kind === 'token.revoked')?.subjectId).toBe(tokens[0]?.id)
  })

  it('the audit log contains changes of the connection to a forge', async () => {
    const { ann, projectId, recorded } = await startReview()
    await connectForge(ann.call, projectId, 'gitea', forge)
    await connectForge(ann.call, projectId, 'gitea', forge)
    await createForgeWebhook(ann.call, projectId)
    await ann.call('DELETE', `/api/projects/${projectId}/forge`)
    expect(await recorded()).toEqual(expected.forges)
  })

  it('the audit log contains uploads of evidence, and later changes of this evidence', async () => {
    const { ann, agent, reviewId, recorded } = await startReview()
    const done = await upload(agent, reviewId, png)
    await revise(agent, done.artifactId, png)
    const declared = (await declareUpload(agent, reviewId, { bytes: 5 })).body
    await put(declared.uploadUrl, Buffer.from('hello'))
    await agent('POST', `/v1/artifacts/${declared.artifactId}/complete`)
    const withdrawn = (await declareUpload(agent, reviewId, { bytes: 5 })).body
    await agent('DELETE', `/v1/revisions/${withdrawn.revisionId}`)
    await agent('GET', `/v1/artifacts/${done.artifactId}/download`)
    await agent('DELETE', `/v1/revisions/${done.revisionId}/capabilities`)
    for (const approved of [true, false])
      await ann.call('POST', `/v1/artifacts/${done.artifactId}/approve`, { approved })
    const settings = { threshold: 0.1, ignored: [] }
    await ann.call('PUT', `/v1/artifacts/${done.artifactId}/comparison-settings`, settings)
    await ann.call('DELETE', `/api/artifacts/${done.artifactId}`)
    expect(await recorded()).toEqual(expected.evidence)
  })

  it('the audit log contains changes of comments and of their status', async () => {
    const { ann, agent, reviewId } = await startReview()
    const { artifactId } = await upload(agent, reviewId, png)
    const recorded = await recorder(ann)
    const mark = { geometry: { x: 0, y: 0 }, body: 'x' }
    const { threadId } = (await ann.call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, mark))
      .body
    await agent('POST', `/v1/threads/${threadId}/replies`, { body: 'y' })
    const reply = await ann.call<Thread>('POST', `/v1/threads/${threadId}/replies`, { body: 'z' })
    const commentPath = `/api/comments/${reply.body.comments.at(-1)?.id}`
    await ann.call('PATCH', commentPath, { body: 'edited' })
    await ann.call('DELETE', commentPath)
    await agent('POST', `/v1/threads/${threadId}/address`)
    await ann.call('POST', `/v1/threads/${threadId}/resolve`)
    await ann.call('POST', `/v1/threads/${threadId}/resolve`, { status: 'open' })
    await ann.call('PATCH', `/api/threads/${threadId}`, { geometry: { x: 0.5, y: 0.5 } })
    await ann.call('DELETE', `/api/threads/${threadId}`)
    expect(await recorded()).toEqual(expected.comments)
  })

  it('the audit log contains changes, share links and exports of a review', async () => {
    const { ann, agent, projectId } = await startReview()
    const recorded = await recorder(ann)
    const reviewId = await newReview(agent, projectId)
    for (const status of ['changes_requested', 'verified', 'open', 'open'])
      await ann.call('POST', `/api/reviews/${reviewId}/status`, { status })
    const link = (await agent<{ id: string }>('POST', `/v1/reviews/${reviewId}/share-links`)).body.id
    await ann.call('PATCH', `/api/share-links/${link}`, { allowComments: true })
    await ann.call('POST', `/api/share-links/${link}/reveal`)
    await agent('DELETE', `/v1/share-links/${link}`)
    for (const format of ['html', 'csv'])
      await fetch(`${server.url}/api/reviews/${reviewId}/export/${format}`, {
        headers: { cookie: ann.cookie },
      })
    await ann.call('DELETE', `/api/reviews/${reviewId}`)
    expect(await recorded()).toEqual(expected.reviews)
    const { events } = await read(ann)
    expect(events.find(each => each.kind === 'review.verified')).toMatchObject({
      actor: { type: 'human', id: ann.id, name: 'Ann' },
      ...{ subjectId: reviewId, reviewId, projectId, title: null },
    })
  })

  it('the audit log contains the verdicts of a review that every reviewer must verify', async () => {
    const { ann, projectId } = await startReview()
    const sam = await joined(server, ann, 'Sam', 'reviewer')
    const recorded = await recorder(ann)
    await ann.call('PATCH', `/api/projects/${projectId}`, { needsAllReviewers: true })
    const asked = await newReview(ann.call, projectId)
    await ann.call('PUT', `/api/reviews/${asked}/reviewers`, { userIds: [sam.id] })
    await ann.call('POST', `/api/reviews/${asked}/status`, { status: 'verified' })
    const { reviewers } = (await ann.call<ReviewPayload>('GET', `/v1/reviews/${asked}`)).body
    const decidedAt = reviewers.find(each => each.userId === ann.id)?.decidedAt
    await ann.call('POST', `/api/reviews/${asked}/status/undo`, { decidedAt })
    expect(await recorded()).toEqual(expected.verdicts)
  })

  it('the audit log contains invitations, members and requests for access', async () => {
    const { ann, projectId, recorded } = await startReview()
    const invitations = `/api/workspaces/${ann.workspaceId}/invitations`
    const invitation = (await ann.call<{ id: string }>('POST', invitations, { role: 'member' })).body.id
    await ann.call('DELETE', `/api/invitations/${invitation}`)
    const mel = await joined(server, ann, 'Mel', 'member')
    const rae = await joined(server, ann, 'Rae', 'reviewer')
    await ann.call('PATCH', `/api/workspaces/${ann.workspaceId}/members/${rae.id}`, { role: 'member' })
    await ann.call('DELETE', `/api/workspaces/${ann.workspaceId}/members/${rae.id}`)
    await mel.call('DELETE', `/api/workspaces/${ann.workspaceId}/members/${mel.id}`)
    for (const [name, how] of [
      ['Sam', 'accept'],
      ['Sue', 'decline'],
    ] as const) {
      await askForAccess(await signUp(server, name), projectId)
      await decide(ann, (await requestsFor(ann))[0]?.id ?? '', how)
    }
    expect(await recorded()).toEqual(expected.people)
  })

  it('the audit log contains changes of the workspace', async () => {
    const { ann } = await startReview()
    const sam = await joined(server, ann, 'Sam', 'member')
    const recorded = await recorder(ann)
    await letAgentsInvite(ann)
    await letAgentsInvite(ann, false)
    for (const [from, to] of [
      [ann, sam],
      [sam, ann],
    ] as const)
      await from.call('POST', `/api/workspaces/${ann.workspaceId}/transfer`, { userId: to.id })
    // A name that does not change is not recorded.
    for (const name of ['Acme', 'Acme'])
      await ann.call('PATCH', `/api/workspaces/${ann.workspaceId}`, { name })
    expect(await recorded()).toEqual(expected.workspaces)
  })

  it('the audit log contains changes of webhooks', async () => {
    const { ann, recorded } = await startReview()
    const { webhookId } = await newSilentWebhook(server, ann)
    await ann.call('PATCH', `/api/webhooks/${webhookId}`, { events: ['review.deleted'], enabled: true })
    await ann.call('POST', `/api/webhooks/${webhookId}/secret`)
    await ann.call('DELETE', `/api/webhooks/${webhookId}`)
    expect(await recorded()).toEqual(expected.webhooks)
  })
})

describe('the audit log', () => {
  it('the audit log contains at most one download an hour for each client and revision', async () => {
    const ann = await signUp(server, 'Ann')
    const agent = await ann.agent()
    const reviewId = await newReview(agent, await ann.project())
    const { artifactId } = await upload(agent, reviewId, png)
    const one = { authorization: `Bearer ${await ann.token()}` }
    const other = { authorization: `Bearer ${await ann.token()}` }
    const download = async (headers: Record<string, string>, method = 'GET') =>
      (await fetch(`${server.url}/v1/artifacts/${artifactId}/download`, { method, headers })).status
    const recorded = async () => (await kinds(ann, '?kind=artifact.downloaded')).length
    const head = await fetch(`${server.url}/v1/artifacts/${artifactId}/download`, {
      method: 'HEAD',
      headers: one,
    })
    expect([
      head.status,
      await download({ ...one, 'if-none-match': head.headers.get('etag') ?? '' }),
      await download({ ...one, range: `bytes=${png.length}-` }),
    ]).toEqual([200, 304, 416])
    expect(await recorded()).toBe(0)

    expect(await download({ ...one, range: 'bytes=1-' })).toBe(206)
    expect(await recorded()).toBe(1)
    expect(
      await Promise.all(
        ['bytes=0-9', 'bytes=-5', 'bytes=2-3', 'bytes=1-'].map(range => download({ ...one, range })),
      ),
    ).toEqual([206, 206, 206, 206])
    expect([await download(one), await recorded()]).toEqual([200, 1])

    expect(
      await Promise.all(
        ['bytes=-5', 'bytes=-6', 'bytes=1-', 'bytes=2-'].map(range => download({ ...other, range })),
      ),
    ).toEqual([206, 206, 206, 206])
    expect(await recorded()).toBe(2)
    expect([await download({ cookie: ann.cookie, range: 'bytes=-1' }), await recorded()]).toEqual([206, 3])
    await revise(agent, artifactId, png)
    expect([await download(one), await recorded()]).toEqual([200, 4])
    await server.advance(HOUR)
    expect([await download({ ...one, range: 'bytes=5-' }), await recorded()]).toEqual([206, 5])
  })

  it('the audit log shows the current title of evidence, and no title after its deletion', async () => {
    const ann = await signUp(server, 'Ann')
    const agent = await ann.agent()
    const reviewId = await newReview(agent, await ann.project())
    const { artifactId } = await upload(agent, reviewId, png, { title: 'Cart' })
    await revise(agent, artifactId, png)
    const mark = { geometry: { x: 0.5, y: 0.5 }, body: 'Too wide.' }
    const thread = await agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, mark)
    const { threadId } = thread.body
    const whole = await agent<Thread>('POST', `/v1/reviews/${reviewId}/threads`, { body: 'Fine.' })
    const itemsOf = async (kind: string) =>
      (await read(ann, `?kind=${kind}`)).events.map(each => each.item).reverse()
    const evidence = { artifactId, title: 'Cart', revision: null, threadId: null, number: null }
    expect(await itemsOf('artifact.declared')).toEqual([evidence])
    const revisions = [1, 2].map(revision => ({ ...evidence, revision }))
    expect(await itemsOf('artifact.completed')).toEqual(revisions)
    expect(await itemsOf('upload.received')).toEqual(revisions)
    const comments = [
      { ...evidence, threadId, number: 1 },
      { ...evidence, artifactId: null, title: null, threadId: whole.body.threadId },
    ]
    expect(await itemsOf('thread.created')).toEqual(comments)
    expect(await itemsOf('comment.created')).toEqual(comments)
    expect(await itemsOf('review.created')).toEqual([null])
    await ann.call('DELETE', `/api/artifacts/${artifactId}`)
    expect(await itemsOf('artifact')).toEqual([null, null, null, null, null])
    expect(await itemsOf('thread.created')).toEqual([null, comments[1]])
  })

  it('only owners can read the audit log, which is paged and can be filtered', async () => {
    const ann = await signUp(server, 'Ann')
    const agent = await ann.agent()
    const projectId = await ann.project()
    const other = await ann.project('Other')
    for (let i = 0; i < 60; i++) await newReview(agent, i < 55 ? projectId : other)
    await ann.call('POST', `/api/reviews/${await newReview(agent, other)}/status`, { status: 'verified' })
    expect(await kinds(ann, '?kind=project')).toEqual(['project.created', 'project.created'])
    expect((await kinds(ann, '?kind=review.created')).length).toBe(61)
    expect(await kinds(ann, '?kind=review.verified')).toEqual(['review.verified'])
    expect(new Set((await read(ann, `?actorId=${ann.id}`)).events.map(each => each.actor.name))).toEqual(
      new Set(['Ann']),
    )
    expect((await kinds(ann, `?projectId=${other}&kind=review`)).length).toBe(7)
    for (let i = 0; i < 60; i++) await newReview(agent, projectId)
    const first = await read(ann)
    const second = await read(ann, `?before=${first.next}`)
    expect([first.events.length, second.next]).toEqual([100, null])
    expect([...first.events, ...second.events].map(each => each.id)).toEqual(
      [...first.events, ...second.events]
        .map(each => each.id)
        .sort()
        .reverse(),
    )
    expect(second.events.at(-1)?.kind).toBe('workspace.created')
    expect(await ann.call('GET', `/api/workspaces/${ann.workspaceId}/events?kind=nonsense`)).toMatchObject({
      status: 422,
      body: { data: { field: 'kind' } },
    })
    const outsider = await signUp(server)
    expect((await outsider.call('GET', `/api/workspaces/${ann.workspaceId}/events`)).status).toBe(404)
    expect((await agent('GET', `/api/workspaces/${ann.workspaceId}/events`)).status).toBe(403)
  })

  it('after the deletion of a project, the audit log lists the revoked tokens of the project', async () => {
    const ann = await signUp(server)
    const projectId = await ann.project()
    await ann.agent({ projectId })
    await ann.agent()
    await ann.call('DELETE', `/api/projects/${projectId}`)
    expect(await kinds(ann, '?kind=token.revoked')).toEqual(['token.revoked'])
  })

  it('the audit log records the use of a token at most once a day', async () => {
    const ann = await signUp(server)
    const agent = await ann.agent()
    const used = async () => (await read(ann, '?kind=token.used')).events.length
    await Promise.all(Array.from({ length: 10 }, () => agent('GET', '/v1/projects')))
    expect(await used()).toBe(1)
    await server.advance(DAY)
    await Promise.all(Array.from({ length: 10 }, () => agent('GET', '/v1/projects')))
    expect(await used()).toBe(2)
  })

  it('the audit log contains no event about a rejected change', async () => {
    const ann = await signUp((await paidServer()).server)
    for (let i = 0; i < 7; i++) await ann.call('POST', '/api/projects', { name: 'x' })
    expect((await kinds(ann, '?kind=project')).length).toBe(5)
  })

  it('the audit log contains exactly one event for each change', async () => {
    const ann = await signUp(server, 'Ann')
    const agent = await ann.agent()
    const reviewId = await newReview(agent, await ann.project())
    const done = await upload(agent, reviewId, png)
    const note = await ann.call<Thread>('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
      geometry: { x: 0, y: 0 },
      body: 'x',
    })
    await agent('POST', `/v1/threads/${note.body.threadId}/address`)
    await ann.call('POST', `/v1/threads/${note.body.threadId}/resolve`)
    await ann.call('POST', `/api/reviews/${reviewId}/status`, { status: 'verified' })
    await ann.call('POST', `/api/reviews/${reviewId}/status`, { status: 'verified' })
    const found = await runSql(
      server,
      'SELECT kind, actor_type AS actor FROM event WHERE review_id = ? ORDER BY id',
      [reviewId],
    )
    expect(found).toEqual([
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
