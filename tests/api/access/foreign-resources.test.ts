import { describe, expect, it } from 'vitest'
import { contract } from '#shared/contract'
import type { Operation } from '#shared/contract/kit/operation'
import type { Thread } from '#shared/contract/thread'
import { newId } from '#shared/ids'
import { insertAccessRequest } from '../../support/people/access-requests'
import { withoutRequestId, type ApiResponse, type Call, type Failure } from '../../support/server/client'
import { signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { sharedFixture } from '../../support/server/fixture'
import { fileOf, formOf } from '../../support/server/forms'
import { newSilentWebhook } from '../../support/stubs/webhooks'

const { server, person: owner, agent, projectId, png } = await sharedFixture()
const outsider = await signUp(server, 'Outsider')
const reviewId = await newReview(agent, projectId)

const done = await upload(agent, reviewId, png)

const thread = (
  await owner.call<Thread>('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
    geometry: { x: 0, y: 0 },
    body: 'x',
  })
).body

/** Valid bodies for the operations that need one, so that the response depends only on access. */
const bodies: Partial<Record<keyof typeof contract, unknown>> = {
  markSeen: { itemIds: [] },
  declareRevision: { mime: 'image/png', bytes: 5 },
  updateReview: { title: 'Mine' },
  updateArtifact: { title: 'Mine' },
  preferArtifact: { preferred: true },
  approveArtifact: { approved: true },
  putContext: { elements: [] },
  updateComparisonSettings: { threshold: null, ignored: [] },
  createThread: { body: 'x' },
  annotateArtifact: { body: 'x', geometry: { x: 0, y: 0 } },
  replyToThread: { body: 'x' },
  decideReview: { status: 'verified' },
  undoVerdict: { decidedAt: '2026-11-25T00:00:00.000Z' },
  updateProject: { name: 'Mine' },
  requestReviewers: { userIds: [] },
  editThread: { status: 'resolved' },
  editComment: { body: 'x' },
  setReaction: { emoji: 'eyes', reacted: true },
  deleteArtifacts: { artifactIds: ['art_01AAAAAAAAAAAAAAAAAAAAAAAA'] },
  deleteThreads: { threadIds: [thread.threadId] },
  setThreadStatuses: { threadIds: [thread.threadId], status: 'resolved' },
  addPendingComment: { body: 'x' },
  addPendingReply: { body: 'x' },
  editPendingComment: { body: 'x' },
  submitReview: { pendingCommentIds: ['pnd_01AAAAAAAAAAAAAAAAAAAAAAAA'] },
  renameWorkspace: { name: 'Mine' },
  renamePasskey: { name: 'Mine' },
  deleteWorkspace: { name: 'Mine' },
  changeRole: { role: 'reviewer' },
  transferWorkspace: { userId: newId('user') },
  createInvitation: { role: 'member' },
  allowAgentInvitations: { allowed: true },
  createWebhook: { url: 'https://example.com/hook', events: ['review.verified'] },
  updateWebhook: { enabled: true },
  submitRound: formOf({ files: fileOf(png) }),
  updateShareLink: { allowComments: true },
  connectForge: { kind: 'github', repository: 'acme/web', token: 'x' },
}

interface Row {
  id: string
  method: string
  path: (ids: Record<string, string>) => string
  body: unknown
  agent: boolean
  human: boolean
}

/** All operations of the contract that address a resource by its id. */
const rows: Row[] = Object.entries(contract as Record<string, Operation>)
  .filter(
    ([, row]) =>
      !row.auth.anonymous &&
      row.path.includes('{') &&
      row.id !== 'readClaim' &&
      row.id !== 'acceptInvitation',
  )
  .map(([id, row]) => ({
    id,
    method: row.method,
    path: ids =>
      row.path
        .replace(/([\w-]+)\/\{id\}/, (_, kind: string) => `${kind}/${ids[kind]}`)
        .replace('{userId}', ids.userId ?? '')
        .replace('{guestId}', ids.guestId ?? ''),
    body: bodies[id as keyof typeof bodies],
    agent: row.auth.agent !== false,
    human: row.auth.human !== false,
  }))

/** Returns an id of the same kind that does not exist. */
const unknown = (id: string) => `${id.slice(0, id.indexOf('_') + 1)}01AAAAAAAAAAAAAAAAAAAAAAAA`

describe('resources of another workspace', () => {
  it('every operation responds to an id of another workspace as to an id that does not exist', async () => {
    const shareLink = (await agent<{ id: string }>('POST', `/v1/reviews/${reviewId}/share-links`)).body.id
    const invitation = (
      await owner.call<{ id: string }>('POST', `/api/workspaces/${owner.workspaceId}/invitations`, {
        role: 'member',
      })
    ).body.id
    const token =
      (await owner.call<{ tokens: { id: string }[] }>('GET', '/api/tokens')).body.tokens[0]?.id ?? ''
    const pending = await owner.call<{ id: string }>('POST', `/api/reviews/${reviewId}/pending-comments`, {
      body: 'x',
    })
    const webhook = await newSilentWebhook(server, owner)
    const ids: Record<string, string> = {
      'reviews': reviewId,
      'artifacts': done.artifactId,
      'revisions': done.revisionId,
      'threads': thread.threadId,
      'comments': thread.comments[0]?.id ?? '',
      'pending-comments': pending.body.id,
      'projects': projectId,
      'share-links': shareLink,
      'tokens': token,
      'workspaces': owner.workspaceId,
      'invitations': invitation,
      'access-requests': await insertAccessRequest(server, owner.workspaceId, reviewId),
      'webhooks': webhook.webhookId,
      'deliveries': webhook.deliveryId,
      'userId': owner.id,
      'guestId': newId('guest'),
    }
    const missing = Object.fromEntries(Object.entries(ids).map(([kind, id]) => [kind, unknown(id)]))
    const foreignAgent = await outsider.agent()
    const scoped = await owner.agent({ projectId: await owner.project('Other') })
    expect(rows.length).toBeGreaterThan(30)
    for (const [call, some] of [
      [foreignAgent, rows.filter(row => row.agent)],
      [scoped, rows.filter(row => row.agent)],
      [outsider.call, rows.filter(row => row.human)],
    ] as const) {
      for (const { id, method, path, body } of some) {
        const [foreign, none] = [await call(method, path(ids), body), await call(method, path(missing), body)]
        expect([id, path(ids), foreign.status]).toEqual([id, path(ids), 404])
        expect(withoutRequestId(foreign)).toEqual(withoutRequestId(none))
        const headers = (response: { headers: Headers }) =>
          Object.fromEntries(
            [...response.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id'),
          )
        expect(headers(foreign)).toEqual(headers(none))
      }
    }
    // The foreign resource is unchanged.
    expect((await agent('GET', `/v1/reviews/${reviewId}`)).status).toBe(200)
  })

  it('a request body cannot write to a resource of another workspace', async () => {
    const foreign = await outsider.agent()
    expect(
      (
        await foreign('POST', '/v1/artifacts/uploads', {
          reviewId,
          kind: 'image',
          title: 'x',
          mime: 'image/png',
          bytes: 5,
        })
      ).status,
    ).toBe(404)
    expect((await foreign('POST', '/v1/reviews', { title: 'x', projectId })).status).toBe(404)
    const own = await newReview(foreign, await outsider.project())
    expect(
      (
        await foreign('POST', `/v1/reviews/${own}/threads`, {
          kind: 'point',
          artifactId: done.artifactId,
          geometry: { x: 0, y: 0 },
          body: 'x',
        })
      ).status,
    ).toBe(404)
    expect(
      (
        await outsider.call('POST', '/api/tokens', {
          name: 'x',
          workspaceId: owner.workspaceId,
          capabilities: ['artifact:read'],
        })
      ).status,
    ).toBe(404)
    expect(
      (await outsider.call('POST', '/api/projects', { name: 'x', workspaceId: owner.workspaceId })).status,
    ).toBe(404)
  })

  it('an id of another workspace in a body or query gets the same error as an unknown id', async () => {
    const foreign = await outsider.agent()
    const own = await newReview(foreign, await outsider.project())
    const calls: [field: string, id: string, call: (id: string) => Promise<ApiResponse<Failure>>][] = [
      [
        'reviewId',
        reviewId,
        id =>
          foreign('POST', '/v1/artifacts/uploads', {
            reviewId: id,
            kind: 'image',
            title: 'x',
            mime: 'image/png',
            bytes: 5,
          }),
      ],
      ['projectId', projectId, id => foreign('POST', '/v1/reviews', { title: 'x', projectId: id })],
      [
        'artifactId',
        done.artifactId,
        id => foreign('POST', `/v1/reviews/${own}/threads`, { kind: 'artifact', artifactId: id, body: 'x' }),
      ],
      [
        'projectId',
        projectId,
        id =>
          outsider.call('POST', '/api/tokens', { name: 'x', projectId: id, capabilities: ['artifact:read'] }),
      ],
      [
        'workspaceId',
        owner.workspaceId,
        id =>
          outsider.call('POST', '/api/tokens', {
            name: 'x',
            workspaceId: id,
            capabilities: ['artifact:read'],
          }),
      ],
      [
        'workspaceId',
        owner.workspaceId,
        id => outsider.call('POST', '/api/projects', { name: 'x', workspaceId: id }),
      ],
      ['workspaceId', owner.workspaceId, id => outsider.call('PATCH', '/api/me', { workspaceId: id })],
      ...['/api/tokens', '/api/projects', '/api/inbox', '/api/billing'].map(
        (path): (typeof calls)[number] => [
          'workspaceId',
          owner.workspaceId,
          id => outsider.call('GET', `${path}?workspaceId=${id}`),
        ],
      ),
    ]
    for (const [field, id, call] of calls) {
      const [there, nowhere] = [await call(id), await call(unknown(id))]
      expect(there).toMatchObject({ status: 404, body: { data: { error: 'not_found', field } } })
      expect(withoutRequestId(there)).toEqual(withoutRequestId(nowhere))
    }
  })

  it('a token lists nothing of other workspaces, and a scoped token lists only its own project', async () => {
    const ids = async (call: Call) =>
      (await call<{ projects: { id: string }[] }>('GET', '/v1/projects')).body.projects.map(each => each.id)
    const elsewhere = await owner.project('Scoped')
    expect(await ids(await outsider.agent())).not.toContain(projectId)
    expect(await ids(await owner.agent({ projectId: elsewhere }))).toEqual([elsewhere])
    expect(await ids(agent)).toEqual(expect.arrayContaining([projectId, elsewhere]))
    expect(await ids(owner.call)).toEqual(await ids(agent))
  })
})
