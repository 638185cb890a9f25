import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import { contract } from '#shared/contract'
import type { DeclarationResult } from '#shared/contract/artifact'
import type { AuditEvent } from '#shared/contract/event'
import type { Operation } from '#shared/contract/kit/operation'
import type { Thread } from '#shared/contract/thread'
import type { Action } from '#shared/permissions'
import { caller, newReview, put, signUp, upload, type Person } from '../support/client'
import { watch } from '../support/events'
import { hold } from '../support/held'
import { membersOf } from '../support/members'
import { noise } from '../support/samples'
import { startStage } from '../support/stage'

const { server, person: owner, agent, png } = await startStage({ UNCLAIMED_WORKSPACES: 'on' })
afterAll(() => server.stop())
const { path: members, remove, setRole, enroll, mint } = membersOf(owner)

/** Signs a person in again and returns the cookie of the new session. */
async function newSession(
  person: Person,
  email: string,
): Promise<{ cookie: string; end: () => Promise<void> }> {
  const headers = { 'content-type': 'application/json', 'origin': server.url }
  const response = await fetch(`${server.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password: 'correct horse battery' }),
  })
  expect([person.id, response.status]).toEqual([person.id, 200])
  const cookie = response.headers
    .getSetCookie()
    .map(each => each.split(';')[0])
    .join('; ')
  return {
    cookie,
    async end() {
      expect(
        (
          await fetch(`${server.url}/api/auth/sign-out`, {
            method: 'POST',
            headers: { ...headers, cookie },
            body: '{}',
          })
        ).status,
      ).toBe(200)
    },
  }
}

const emailOf = async (person: Person) =>
  (await person.call<{ user: { email: string } }>('GET', '/api/me')).body.user.email

/** Every row of every table, as the file has them. */
function rows(): Record<string, unknown[]> {
  const file = new Database(join(server.dataDir, 'exhibit.sqlite'), { readonly: true })
  try {
    const tables = file
      .prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
      .all()
    return Object.fromEntries(tables.map(({ name }) => [name, file.prepare(`SELECT * FROM "${name}"`).all()]))
  } finally {
    file.close()
  }
}

/** What the operations of one round work on; made by the owner. */
async function newWorld() {
  const projectId = await owner.project('World')
  const reviewId = await newReview(agent, projectId)
  const done = await upload(agent, reviewId, png, { variationGroup: 'takes' })
  const { body: declared } = await agent<DeclarationResult>('POST', '/v1/artifacts/uploads', {
    reviewId,
    kind: 'image',
    title: 'x',
    mime: 'image/png',
    bytes: png.length,
  })
  await put(declared.uploadUrl, png)
  return {
    projectId,
    reviewId,
    artifactId: done.artifactId,
    revisionId: done.revisionId,
    uploadedId: declared.artifactId,
    threadId: (await agent<Thread>('POST', `/v1/reviews/${reviewId}/threads`, { kind: 'review', body: 'x' }))
      .body.threadId,
    shareLinkId: (await agent<{ id: string }>('POST', `/v1/reviews/${reviewId}/share-links`)).body.id,
    tokenId: (await mint()).id,
    invitationId: (
      await owner.call<{ id: string }>('POST', `/api/workspaces/${owner.workspaceId}/invitations`, {
        role: 'member',
      })
    ).body.id,
    invitation: (
      await bystander.call<{ token: string }>(
        'POST',
        `/api/workspaces/${bystander.workspaceId}/invitations`,
        { role: 'member' },
      )
    ).body.token,
    claimCode:
      (await caller(server)<{ claimUrl: string }>('POST', '/v1/bootstrap')).body.claimUrl.split('/').at(-1) ??
      '',
  }
}
type World = Awaited<ReturnType<typeof newWorld>>

const bystander = await signUp(server, 'Bystander')
await enroll(bystander)

interface Example {
  path: (world: World) => string
  body?: (world: World) => object
  /** What the role must allow; `self` where no role is needed. */
  needs: Action | 'self'
  /** The status without a removal, where it is not of the 200s. */
  status?: number
}

const ws = owner.workspaceId
/** An example of each operation that changes something and takes credentials. */
const examples: Partial<Record<keyof typeof contract, Example>> = {
  claimWorkspace: { path: () => '/api/claim', body: world => ({ code: world.claimCode }), needs: 'self' },
  createProject: { path: () => '/v1/projects', body: () => ({ name: 'x' }), needs: 'contribute' },
  createReview: {
    path: () => '/v1/reviews',
    body: world => ({ title: 'x', projectId: world.projectId }),
    needs: 'contribute',
  },
  markSeen: {
    path: world => `/v1/reviews/${world.reviewId}/seen`,
    body: world => ({ itemIds: [world.revisionId] }),
    needs: 'look',
  },
  declareUpload: {
    path: () => '/v1/artifacts/uploads',
    body: world => ({ reviewId: world.reviewId, kind: 'image', title: 'x', mime: 'image/png', bytes: 5 }),
    needs: 'contribute',
  },
  completeArtifact: {
    path: world => `/v1/artifacts/${world.uploadedId}/complete`,
    body: () => ({}),
    needs: 'contribute',
  },
  declareRevision: {
    path: world => `/v1/artifacts/${world.artifactId}/revisions`,
    body: () => ({ mime: 'image/png', bytes: 5 }),
    needs: 'contribute',
  },
  updateArtifact: {
    path: world => `/v1/artifacts/${world.artifactId}`,
    body: () => ({ title: 'y' }),
    needs: 'contribute',
  },
  preferArtifact: {
    path: world => `/v1/artifacts/${world.artifactId}/preferred`,
    body: () => ({ preferred: true }),
    needs: 'decide',
  },
  createThread: {
    path: world => `/v1/reviews/${world.reviewId}/threads`,
    body: () => ({ kind: 'review', body: 'y' }),
    needs: 'annotate',
  },
  annotateArtifact: {
    path: world => `/v1/artifacts/${world.artifactId}/annotations`,
    body: () => ({ geometry: { x: 0, y: 0 }, body: 'y' }),
    needs: 'annotate',
  },
  replyToThread: {
    path: world => `/v1/threads/${world.threadId}/replies`,
    body: () => ({ body: 'y' }),
    needs: 'annotate',
  },
  addressThread: {
    path: world => `/v1/threads/${world.threadId}/address`,
    body: () => ({ body: 'y' }),
    needs: 'annotate',
  },
  resolveThread: {
    path: world => `/v1/threads/${world.threadId}/resolve`,
    body: () => ({ body: 'y' }),
    needs: 'annotate',
  },
  createShareLink: {
    path: world => `/v1/reviews/${world.reviewId}/share-links`,
    body: () => ({ expiresInHours: 1 }),
    needs: 'contribute',
  },
  revokeShareLink: { path: world => `/v1/share-links/${world.shareLinkId}`, needs: 'contribute' },
  revokeCapabilities: {
    path: world => `/v1/revisions/${world.revisionId}/capabilities`,
    needs: 'contribute',
  },
  createProjectInDashboard: {
    path: () => '/api/projects',
    body: () => ({ name: 'x', workspaceId: ws }),
    needs: 'contribute',
  },
  decideReview: {
    path: world => `/api/reviews/${world.reviewId}/status`,
    body: () => ({ status: 'verified' }),
    needs: 'decide',
  },
  deleteReview: { path: world => `/api/reviews/${world.reviewId}`, needs: 'contribute' },
  deleteArtifact: { path: world => `/api/artifacts/${world.artifactId}`, needs: 'contribute' },
  renameProject: {
    path: world => `/api/projects/${world.projectId}`,
    body: () => ({ name: 'y' }),
    needs: 'contribute',
  },
  deleteProject: { path: world => `/api/projects/${world.projectId}`, needs: 'contribute' },
  editThread: {
    path: world => `/api/threads/${world.threadId}`,
    body: () => ({ status: 'resolved' }),
    needs: 'annotate',
  },
  deleteThread: { path: world => `/api/threads/${world.threadId}`, needs: 'annotate' },
  createWorkspace: { path: () => '/api/workspaces', body: () => ({ name: 'x' }), needs: 'self' },
  renameWorkspace: { path: () => `/api/workspaces/${ws}`, body: () => ({ name: 'y' }), needs: 'manage' },
  createToken: {
    path: () => '/api/tokens',
    body: () => ({ name: 'x', workspaceId: ws, capabilities: ['artifact:read'] }),
    needs: 'contribute',
  },
  revokeToken: { path: world => `/api/tokens/${world.tokenId}`, needs: 'contribute' },
  chooseWorkspace: { path: () => '/api/me', body: () => ({ workspaceId: ws }), needs: 'look' },
  changeRole: {
    path: () => `${members}/${bystander.id}`,
    body: () => ({ role: 'reviewer' }),
    needs: 'manage',
  },
  createInvitation: {
    path: () => `/api/workspaces/${ws}/invitations`,
    body: () => ({ role: 'member' }),
    needs: 'manage',
  },
  revokeInvitation: { path: world => `/api/invitations/${world.invitationId}`, needs: 'manage' },
  removeMember: { path: () => `${members}/${bystander.id}`, needs: 'manage' },
  acceptInvitation: { path: world => `/api/invite/${world.invitation}`, needs: 'self' },
  openCheckout: {
    path: () => '/api/billing/checkout',
    body: () => ({ plan: 'team', workspaceId: ws }),
    needs: 'manage',
    status: 403,
  },
  openPortal: {
    path: () => '/api/billing/portal',
    body: () => ({ workspaceId: ws }),
    needs: 'manage',
    status: 403,
  },
}

const operations = Object.entries(contract as Record<string, Operation>).filter(
  ([, row]) => row.method !== 'GET' && !row.auth.anonymous,
)
const exampleOf = (id: string) => examples[id as keyof typeof contract]

describe('a write that was begun before its caller lost the right to it', () => {
  it('has an example for every operation that changes something', () => {
    expect(operations.map(([id]) => id).filter(id => exampleOf(id) === undefined)).toEqual([])
  })

  it.each(operations)(
    'changes nothing when its body arrives later, and works without the loss: %s',
    async (id, row) => {
      const example = exampleOf(id)
      if (!example) throw new Error(`${id} has no example`)
      const subject = await signUp(server, 'Mel')
      const email = await emailOf(subject)
      const world = await newWorld()
      const path = example.path(world)
      const role = example.needs === 'manage' ? 'owner' : 'member'
      const body = example.body && JSON.stringify(example.body(world))
      /** Begins the call, runs the loss, sends the rest: refused, with every row as it was. */
      const refused = async (
        headers: Record<string, string>,
        lose: () => Promise<unknown>,
        status: number,
      ) => {
        const begun = body === undefined ? null : await hold(server, row.method, path, headers, body)
        await lose()
        const before = rows()
        const answer = begun ? await begun.finish() : await caller(server, headers)(row.method, path)
        expect([id, answer.status]).toEqual([id, status])
        expect(rows()).toEqual(before)
      }

      if (row.auth.human) {
        const cookie = { cookie: subject.cookie }
        if (example.needs !== 'self') {
          await enroll(subject, role)
          await refused(cookie, () => remove(subject), 404)
        }
        if (example.needs === 'contribute' || example.needs === 'manage') {
          await enroll(subject, role)
          await refused(cookie, () => setRole(subject, role === 'owner' ? 'member' : 'reviewer'), 403)
          await remove(subject)
        }
        await enroll(subject, role)
        const session = await newSession(subject, email)
        await refused({ cookie: session.cookie }, session.end, 401)
      }
      if (row.auth.agent !== false) {
        const { id: tokenId, token } = await mint()
        await refused(
          { authorization: `Bearer ${token}` },
          () => owner.call('DELETE', `/api/tokens/${tokenId}`),
          401,
        )
      }

      const headers: Record<string, string> = row.auth.human
        ? { cookie: subject.cookie }
        : { authorization: `Bearer ${(await mint()).token}` }
      const works =
        body === undefined
          ? await caller(server, headers)(row.method, path)
          : await (await hold(server, row.method, path, headers, body)).finish()
      if (example.status) expect([id, works.status]).toEqual([id, example.status])
      else expect([id, Math.floor(works.status / 100)]).toEqual([id, 2])
    },
  )

  it('is recorded before the loss or not at all, however many race it', async () => {
    const subject = await signUp(server, 'Mel')
    for (let round = 0; round < 4; round++) {
      await enroll(subject)
      const { reviewId } = await newWorld()
      const note = () =>
        hold(
          server,
          'POST',
          `/v1/reviews/${reviewId}/threads`,
          { cookie: subject.cookie },
          JSON.stringify({ kind: 'review', body: 'x' }),
        )
      const notes = await Promise.all(Array.from({ length: 20 }, note))
      const answers: Promise<{ status: number }>[] = []
      for (const [i, each] of notes.entries()) {
        if (i === round) answers.push(remove(subject).then(status => ({ status })))
        answers.push(each.finish())
        // A round trip between two, so that the removal falls among them.
        await fetch(`${server.url}/api/health`)
      }
      for (const { status } of await Promise.all(answers)) expect([201, 204, 404]).toContain(status)
      const events = rows().event as { kind: string; actor_id: string; subject_id: string }[]
      const loss = events.findLastIndex(
        each => each.kind === 'member.removed' && each.subject_id === subject.id,
      )
      expect(loss).toBeGreaterThan(-1)
      expect(events.slice(loss + 1).filter(each => each.actor_id === subject.id)).toEqual([])
    }
  })

  it('of a long completion publishes nothing', async () => {
    const large = await noise(3500, 3000).png().toBuffer()
    const { reviewId } = await newWorld()
    for (const lose of ['token', 'person'] as const) {
      const subject = await signUp(server, 'Mel')
      await enroll(subject)
      const { id, token } = await mint()
      const call = lose === 'token' ? caller(server, { authorization: `Bearer ${token}` }) : subject.call
      const { body } = await call<DeclarationResult>('POST', '/v1/artifacts/uploads', {
        reviewId,
        kind: 'image',
        title: 'x',
        mime: 'image/png',
        bytes: large.length,
      })
      await put(body.uploadUrl, large)
      const completing = call('POST', `/v1/artifacts/${body.artifactId}/complete`)
      await fetch(`${server.url}/api/health`)
      if (lose === 'token') await owner.call('DELETE', `/api/tokens/${id}`)
      else await remove(subject)
      expect((await completing).status).toBe(lose === 'token' ? 401 : 404)
      expect(
        (
          await agent<{ artifacts: { id: string; status: string }[] }>('GET', `/v1/reviews/${reviewId}`)
        ).body.artifacts.find(each => each.id === body.artifactId)?.status,
      ).toBe('processing')
      // What the refused call made is removed; the declared bytes stay for another completion.
      expect((await agent('POST', `/v1/artifacts/${body.artifactId}/complete`)).status).toBe(200)
    }
  })
})

describe('an upload address', () => {
  const declare = async (call: Person['call']) =>
    (
      await call<DeclarationResult>('POST', '/v1/artifacts/uploads', {
        reviewId: (await newWorld()).reviewId,
        kind: 'image',
        title: 'x',
        mime: 'image/png',
        bytes: png.length,
      })
    ).body

  it('takes no bytes once its token is revoked, also when they were on their way', async () => {
    const { id, token } = await mint()
    const call = caller(server, { authorization: `Bearer ${token}` })
    const [first, second, other] = [await declare(call), await declare(call), await declare(agent)]
    let sendRest = () => {}
    const rest = new Promise<void>(resolve => {
      sendRest = resolve
    })
    let isReading = () => {}
    const reading = new Promise<void>(resolve => {
      isReading = resolve
    })
    const sending = put(
      second.uploadUrl,
      new ReadableStream({
        async start(controller) {
          controller.enqueue(png.subarray(0, 10))
          isReading()
          await rest
          controller.enqueue(png.subarray(10))
          controller.close()
        },
      }),
    )
    await reading
    await fetch(`${server.url}/api/health`)
    await owner.call('DELETE', `/api/tokens/${id}`)
    const before = rows()
    sendRest()
    for (const answer of [await sending, await put(first.uploadUrl, png)]) {
      expect([answer.status, await answer.json()]).toEqual([
        404,
        {
          error: 'not_found',
          message: 'There is no such upload address.',
          hint: 'Declare the upload again to get a new address.',
        },
      ])
    }
    expect(rows()).toEqual(before)
    expect((await put(other.uploadUrl, png)).status).toBe(200)
  })

  it('takes no bytes once the person it was issued to is removed or may no longer contribute', async () => {
    const subject = await signUp(server, 'Mel')
    await enroll(subject)
    const [first, second] = [await declare(subject.call), await declare(subject.call)]
    await setRole(subject, 'reviewer')
    expect((await put(first.uploadUrl, png)).status).toBe(404)
    await setRole(subject, 'member')
    expect((await put(first.uploadUrl, png)).status).toBe(200)
    await remove(subject)
    expect((await put(second.uploadUrl, png)).status).toBe(404)
  })

  it('names the token or person it was issued to in `upload.received`', async () => {
    const { id, token } = await mint(owner, 'named')
    const received = async () =>
      (await owner.call<{ events: AuditEvent[] }>('GET', `/api/workspaces/${ws}/events?kind=upload.received`))
        .body.events[0]?.actor
    await put((await declare(caller(server, { authorization: `Bearer ${token}` }))).uploadUrl, png)
    expect(await received()).toEqual({ type: 'agent', id, name: 'named' })
    await put((await declare(owner.call)).uploadUrl, png)
    expect(await received()).toEqual({ type: 'human', id: owner.id, name: 'Ann' })
  })
})

describe('event streams', () => {
  it('end at once when their person is removed or their session ends, and go on for others', async () => {
    const { reviewId } = await newWorld()
    const path = `${server.url}/api/reviews/${reviewId}/events`
    const [removed, signedOut] = [await signUp(server, 'Mel'), await signUp(server, 'Sam')]
    await enroll(removed)
    await enroll(signedOut)
    const session = await newSession(signedOut, await emailOf(signedOut))
    const streams = {
      removed: await watch(path, { cookie: removed.cookie }),
      ended: await watch(path, { cookie: session.cookie }),
      other: await watch(path, { cookie: signedOut.cookie }),
    }
    for (const each of Object.values(streams)) await expect.poll(each.lastId).not.toBe('')
    const began = performance.now()
    await remove(removed)
    await streams.removed.done
    await session.end()
    await streams.ended.done
    // Well before the next heartbeat, 20 s later.
    expect(performance.now() - began).toBeLessThan(5000)
    expect([streams.removed.told.at(-1)?.event, streams.ended.told.at(-1)?.event]).toEqual(['gone', 'gone'])
    await setRole(signedOut, 'reviewer')
    await agent('POST', `/v1/reviews/${reviewId}/threads`, { kind: 'review', body: 'x' })
    await expect.poll(() => streams.other.told.at(-1)?.event).toBe('changed')
    streams.other.close()
  })
})
