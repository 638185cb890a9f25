import { describe, expect, it, onTestFinished } from 'vitest'
import type { AdminEvent, AdminPerson, AdminWorkspace, InstanceUsage } from '#shared/contract/admin'
import type { AuditEvent } from '#shared/contract/event'
import { contract } from '#shared/contract'
import type { Operation } from '#shared/contract/kit/operation'
import { limits } from '#shared/contract/kit/limits'
import { DAY } from '#shared/time'
import { adminEmail, administratorOf } from '../../support/people/admin'
import { adminFixture, mailServer, secondAdminEmail } from '../../support/people/servers'
import { caller, type Call } from '../../support/server/client'
import { startSession } from '../../support/people/sessions'
import { joined, signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { runSql } from '../../support/data/database'
import { watchRows } from '../../support/data/unchanged'
import { commentAt, plainFrame, sendFrame, uploadVideo } from '../../support/reviews/frames'
import { pauseRequest } from '../../support/server/paused-request'
import { sharedServer, startServer } from '../../support/server/server'

const { server, admin, person: owner, agent, projectId, png, adminAction } = await adminFixture()

const rows = Object.values(contract as Record<string, Operation>).filter(row => row.action === 'administer')
const pathOf = (row: Operation) =>
  row.path
    .replace('{id}', row.path.includes('/people/') ? owner.id : owner.workspaceId)
    .replace('{userId}', owner.id)
const workspaces = async (query = '') =>
  (
    await admin.call<{ workspaces: AdminWorkspace[]; next: string | null }>(
      'GET',
      `/api/admin/workspaces${query}`,
    )
  ).body
const people = async (query = '') =>
  (await admin.call<{ people: AdminPerson[]; next: string | null }>('GET', `/api/admin/people${query}`)).body

describe('administration', () => {
  it('the administration operations respond 404 to agents, other people and signed-out clients', async () => {
    expect(rows.length).toBe(19)
    expect(rows.filter(row => !row.path.startsWith('/api/admin/'))).toEqual([])
    await agent('GET', '/v1/projects')
    const uses = "SELECT kind FROM event WHERE kind = 'token.used' AND workspace_id = ?"
    await expect.poll(() => runSql(server, uses, [owner.workspaceId])).toHaveLength(1)
    const expectSameRows = await watchRows(server)
    for (const row of rows)
      for (const call of [agent, owner.call, caller(server)]) {
        const body = row.method === 'GET' ? undefined : { reason: 'x' }
        const response = await call(row.method, pathOf(row), body)
        expect([row.id, response.status, response.body.data.message]).toEqual([
          row.id,
          404,
          'Resource not found.',
        ])
      }
    await expectSameRows()
    expect((await owner.call<{ admin: boolean }>('GET', '/api/me')).body.admin).toBe(false)
    expect((await admin.call<{ admin: boolean }>('GET', '/api/me')).body.admin).toBe(true)
  })

  it('the administration operations respond 404 to everyone when ADMINS is not set', async () => {
    const other = await sharedServer()
    const someone = await signUp(other)
    for (const row of rows) {
      const body = row.method === 'GET' ? undefined : { reason: 'x' }
      expect([row.id, (await someone.call(row.method, pathOf(row), body)).status]).toEqual([row.id, 404])
    }
  })

  it('the first account can administer without a confirmed email, but later accounts cannot', async () => {
    const status = async (call: Call) => (await call('GET', '/api/admin/usage')).status
    const later = await signUp(server, 'Bo', { email: secondAdminEmail })
    expect([await status(admin.call), await status(later.call)]).toEqual([200, 404])
    // An unconfirmed email of an administrator does not protect the account, because anyone can sign up with
    // it.
    expect((await adminAction(later.id, 'suspend')).status).toBe(200)
    await adminAction(later.id, 'unsuspend')
    expect(await status(later.call)).toBe(404)
    await runSql(server, 'UPDATE "user" SET email_verified = true WHERE id = ?', [later.id])
    expect(await status(later.call)).toBe(200)
    // Administrators can neither suspend nor delete themselves or each other.
    for (const [id, message] of [
      [admin.id, expect.stringContaining('themselves') as string],
      [later.id, 'This person is an administrator of this server.'],
    ] as const)
      for (const name of ['suspend', 'delete'] as const)
        expect(await adminAction(id, name)).toMatchObject({
          status: 409,
          body: { data: { error: 'conflict', message } },
        })
  })

  it('after the first account was deleted, no account can administer without a confirmed email', async () => {
    const own = await startServer({ ADMINS: `${adminEmail},${secondAdminEmail}` })
    onTestFinished(() => own.stop())
    const first = await signUp(own, 'Root', { email: adminEmail })
    expect((await first.call('GET', '/api/admin/usage')).status).toBe(200)
    const later = await signUp(own, 'Bo', { email: secondAdminEmail })
    await runSql(own, 'DELETE FROM "user" WHERE id = ?', [first.id])
    expect((await later.call('GET', '/api/admin/usage')).status).toBe(404)
  })

  it('on a server with mail, the first account can administer only with a confirmed email', async () => {
    const { server: mailing } = await mailServer()
    const first = await administratorOf(mailing)
    const status = async () => (await first.admin.call('GET', '/api/admin/usage')).status
    expect(await status()).toBe(404)
    const confirm = (confirmed: boolean) =>
      runSql(mailing, `UPDATE "user" SET email_verified = ${confirmed} WHERE id = ?`, [first.admin.id])
    await confirm(true)
    expect(await status()).toBe(200)
    await confirm(false)
  })

  it('an administrator cannot suspend a workspace without a session or without a valid reason', async () => {
    const path = `/api/admin/workspaces/${owner.workspaceId}/suspend`
    const session = await startSession(server, adminEmail)
    const paused = await pauseRequest(server, 'POST', path, { cookie: session.cookie }, '{"reason":"x"}')
    await session.end()
    expect((await paused.finish()).status).toBe(401)
    for (const reason of [undefined, '', '  ', 'x'.repeat(limits.adminReason + 1)]) {
      const response = await admin.call('POST', path, { reason })
      expect(response).toMatchObject({ status: 422, body: { data: { field: 'reason' } } })
    }
    expect((await agent('GET', '/v1/projects')).status).toBe(200)
  })

  it('the administration operations respond 404 for a person or workspace that does not exist', async () => {
    for (const id of ['ws_01AAAAAAAAAAAAAAAAAAAAAAAA', 'usr_01AAAAAAAAAAAAAAAAAAAAAAAA'])
      for (const name of ['suspend', 'unsuspend', 'delete', 'cancel-deletion'] as const)
        expect((await adminAction(id, name)).status).toBe(404)
    expect((await admin.call('GET', '/api/admin/workspaces/ws_1')).status).toBe(404)
    expect((await admin.call('GET', '/api/admin/people/usr_1')).status).toBe(404)
  })
})

describe('the usage and the lists that administrators see', () => {
  it('administrators see the usage of the server and of each workspace in bytes', async () => {
    const read = async () => (await admin.call<InstanceUsage>('GET', '/api/admin/usage')).body
    const before = await read()
    const workspaceBefore = (await workspaces(`?search=${owner.workspaceId}`)).workspaces[0]
    const reviewId = await newReview(agent, projectId)
    const { revisionId } = await upload(agent, reviewId, png)
    const after = await read()
    const [stored] = await runSql<{ bytes: number; embed: number }>(
      server,
      'SELECT bytes, embed_bytes AS embed FROM revision WHERE id = ?',
      [revisionId],
    )
    expect(stored?.bytes).toBe(png.length)
    expect(after).toEqual({
      ...before,
      reviews: before.reviews + 1,
      evidence: before.evidence + 1,
      bytes: {
        total: before.bytes.total + png.length + Number(stored?.embed),
        images: before.bytes.images + png.length,
        videos: before.bytes.videos,
        derivatives: before.bytes.derivatives + Number(stored?.embed),
      },
    })
    const [workspace] = (await workspaces(`?search=${owner.workspaceId}`)).workspaces
    expect(workspace).toMatchObject({
      id: owner.workspaceId,
      state: 'active',
      deletesAt: null,
      owner: { id: owner.id, name: 'Ann' },
      memberCount: 1,
      projectCount: 1,
      reviewCount: (workspaceBefore?.reviewCount ?? 0) + 1,
      evidenceCount: (workspaceBefore?.evidenceCount ?? 0) + 1,
      bytes: (workspaceBefore?.bytes ?? 0) + png.length + Number(stored?.embed),
    })
    expect(Date.parse(workspace?.lastActivityAt ?? '')).toBeGreaterThan(
      Date.parse(workspaceBefore?.lastActivityAt ?? ''),
    )
  })

  it('administrators see the number of media files that expire within 7 days', async () => {
    const due = async () => (await admin.call<InstanceUsage>('GET', '/api/admin/usage')).body.dueMedia
    const person = await signUp(server)
    const { revisionId } = await upload(
      await person.agent(),
      await newReview(person.call, await person.project()),
      png,
    )
    await runSql(server, "UPDATE workspace SET plan = 'unclaimed' WHERE id = ?", [person.workspaceId])
    const before = await due()
    const age = (days: number) =>
      runSql(server, 'UPDATE revision SET completed_at = completed_at - ? WHERE id = ?', [
        days * DAY,
        revisionId,
      ])
    await age(4)
    expect(await due()).toEqual(before)
    await age(2)
    expect(await due()).toEqual({ files: before.files + 1, bytes: expect.any(Number) })
    expect((await due()).bytes).toBeGreaterThan(before.bytes + png.length)
  })

  it('the usage that administrators see counts the frames of video comments as derivatives', async () => {
    const derivatives = async () =>
      (await admin.call<InstanceUsage>('GET', '/api/admin/usage')).body.bytes.derivatives
    const { artifactId } = await uploadVideo(agent, await newReview(agent, projectId))
    const { threadId } = await commentAt(owner, artifactId)
    const before = await derivatives()
    const sent = await sendFrame(server, owner, threadId, await plainFrame().webp().toBuffer())
    expect(sent.status).toBe(200)
    const [stored] = await runSql<{ bytes: number }>(
      server,
      'SELECT frame_bytes AS bytes FROM thread WHERE id = ?',
      [threadId],
    )
    expect(stored?.bytes).toBeGreaterThan(0)
    expect(await derivatives()).toBe(before + Number(stored?.bytes))
  })

  it('administrators can search by name, email and id, regardless of upper and lower case', async () => {
    const zoe = await signUp(server, 'Zoë Ångström', { email: 'zoe.search@example.com' })
    await zoe.call('PATCH', `/api/workspaces/${zoe.workspaceId}`, { name: '100% Öl_Kunst' })
    // The search ignores case only for ASCII letters.
    for (const search of ['zoe.SEARCH', 'Zoë Å', zoe.workspaceId, '100% Öl_k', 'l_K']) {
      const found = (await workspaces(`?search=${encodeURIComponent(search)}`)).workspaces
      expect([search, found.map(each => each.id)]).toEqual([search, [zoe.workspaceId]])
    }
    expect((await workspaces('?search=100_')).workspaces).toEqual([])
    for (const search of ['ZOE.search', 'zoë', zoe.id])
      expect((await people(`?search=${encodeURIComponent(search)}`)).people.map(each => each.id)).toEqual([
        zoe.id,
      ])
    expect((await people('?search=unknown%25')).people).toEqual([])
    expect((await admin.call('GET', `/api/admin/people?search=${'x'.repeat(200)}`)).status).toBe(200)
    expect((await admin.call('GET', `/api/admin/people?search=${'x'.repeat(201)}`)).status).toBe(422)
  })

  it('the lists of administrators are paged, newest first, and can be filtered by state', async () => {
    const many = Array.from({ length: limits.adminPageSize + 5 }, (_, i) => i)
    for (const i of many)
      await runSql(server, 'INSERT INTO workspace (id, name, plan, created_at) VALUES (?, ?, ?, ?)', [
        `ws_00PAGE${String(i).padStart(4, '0')}`,
        `Paged ${i}`,
        'free',
        1000 + i,
      ])
    const first = await workspaces('?search=Paged')
    const second = await workspaces(`?search=Paged&before=${first.next}`)
    expect([first.workspaces.length, second.workspaces.length, second.next]).toEqual([50, 5, null])
    expect([...first.workspaces, ...second.workspaces].map(each => each.name)).toEqual(
      many.map(i => `Paged ${i}`).reverse(),
    )
    expect(first.workspaces[0]).toMatchObject({ owner: null, memberCount: 0, bytes: 0 })
    await adminAction('ws_00PAGE0003', 'suspend')
    await adminAction('ws_00PAGE0004', 'delete')
    const names = async (state: string) =>
      (await workspaces(`?search=Paged&state=${state}`)).workspaces.map(each => each.name)
    expect(await names('suspended')).toEqual(['Paged 3'])
    expect(await names('deleting')).toEqual(['Paged 4'])
    expect(await names('active')).not.toContain('Paged 3')
    expect((await people(`?search=${owner.id}`)).people).toHaveLength(1)
    expect((await people(`?search=${owner.id}&state=suspended`)).people).toEqual([])
  })

  it('administrators see the people of a workspace, and the workspaces of a person', async () => {
    const mel = await joined(server, owner, 'Mel', 'reviewer')
    const inspected = await admin.call<{ members: { userId: string }[] }>(
      'GET',
      `/api/admin/workspaces/${owner.workspaceId}`,
    )
    expect(inspected.body.members.map(each => each.userId)).toEqual([owner.id, mel.id])
    const person = await admin.call<{ person: AdminPerson; workspaces: object[] }>(
      'GET',
      `/api/admin/people/${mel.id}`,
    )
    expect(person.body.person).toMatchObject({ admin: false, emailVerified: false, workspaceCount: 2 })
    expect(person.body.person.lastSeenAt).not.toBeNull()
    expect(person.body.workspaces).toEqual([
      { id: mel.workspaceId, name: "Mel's workspace", role: 'owner', onDeletion: 'deleted' },
      { id: owner.workspaceId, name: "Ann's workspace", role: 'reviewer', onDeletion: 'leaves' },
    ])
    expect((await people(`?search=${admin.id}`)).people[0]?.admin).toBe(true)
  })
})

describe('admin actions', () => {
  it('an admin action and its reason are recorded once, also in the workspace’s audit log', async () => {
    const kim = await signUp(server, 'Kim')
    for (const id of [kim.workspaceId, kim.id]) {
      for (const name of ['suspend', 'delete', 'cancel-deletion', 'unsuspend'] as const) {
        expect((await adminAction(id, name, `  To ${name} `)).status).toBe(200)
        // A repeated action changes nothing.
        expect((await adminAction(id, name, 'again')).status).toBe(200)
      }
    }
    const { events } = (await admin.call<{ events: AdminEvent[] }>('GET', '/api/admin/events')).body
    const about = (id: string) => events.filter(each => each.subject.id === id).reverse()
    expect(about(kim.id).map(each => [each.kind, each.reason])).toEqual([
      ['person.suspended', 'To suspend'],
      ['person.deletion_scheduled', 'To delete'],
      ['person.deletion_cancelled', 'To cancel-deletion'],
      ['person.unsuspended', 'To unsuspend'],
    ])
    expect(about(kim.id)[0]).toMatchObject({
      actor: { id: admin.id, name: 'Ada' },
      subject: { id: kim.id, name: 'Kim' },
    })
    const audit = await kim.call<{ events: AuditEvent[] }>('GET', `/api/workspaces/${kim.workspaceId}/events`)
    expect(
      audit.body.events
        .filter(each => each.kind.startsWith('workspace.') && each.kind !== 'workspace.created')
        .map(each => [each.kind, each.actor.name, each.detail])
        .reverse(),
    ).toEqual([
      ['workspace.suspended', 'Ada', 'To suspend'],
      ['workspace.deletion_scheduled', 'Ada', 'To delete'],
      ['workspace.deletion_cancelled', 'Ada', 'To cancel-deletion'],
      ['workspace.unsuspended', 'Ada', 'To unsuspend'],
      // Deleting the only member of a workspace also deletes the workspace.
      ['workspace.deletion_scheduled', 'Ada', 'To delete'],
      ['workspace.deletion_cancelled', 'Ada', 'To cancel-deletion'],
    ])
  })
})
