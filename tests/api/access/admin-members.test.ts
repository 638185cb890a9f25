import { describe, expect, it } from 'vitest'
import type { AdminEvent, AdminWorkspace } from '#shared/contract/admin'
import type { AuditEvent } from '#shared/contract/event'
import type { Member } from '#shared/contract/member'
import { limits } from '#shared/contract/kit/limits'
import type { Role } from '#shared/contract/roles'
import { administratorOf } from '../../support/people/admin'
import { adminFixture, paidServer } from '../../support/people/servers'
import { bootstrapOn } from '../../support/people/bootstrap'
import { limitError } from '../../support/people/plans'
import { joined, signUp, type Person } from '../../support/people/sign-up'
import { watchRows } from '../../support/data/unchanged'
import type { Call } from '../../support/server/client'

const { server, admin, adminAction } = await adminFixture()

/** Sets the role of a person in another person's workspace, as an administrator. */
const set = (of: { workspaceId: string }, userId: string, role: Role | string, by: Call = admin.call) =>
  by<{ workspace: AdminWorkspace; members: Member[] } & { data: { error: string; message: string } }>(
    'PUT',
    `/api/admin/workspaces/${of.workspaceId}/members/${userId}`,
    { role, reason: 'The owner left' },
  )
const eventsOf = async (person: Person) =>
  (await person.call<{ events: AuditEvent[] }>('GET', `/api/workspaces/${person.workspaceId}/events`)).body
    .events
const latestAdminEvent = async () =>
  (await admin.call<{ events: AdminEvent[] }>('GET', '/api/admin/events')).body.events[0]
const rolesOf = (members: Member[]) => members.map(each => [each.userId, each.role])

describe('an administrator sets the role of a person in a workspace', () => {
  it('a person added by an administrator gets the role at once, and both audit logs record it', async () => {
    const owner = await signUp(server, 'Olga')
    const person = await signUp(server, 'Pim')
    expect((await person.call('GET', `/api/workspaces/${owner.workspaceId}/members`)).status).toBe(404)
    const added = await set(owner, person.id, 'reviewer')
    expect(added.status).toBe(200)
    expect(rolesOf(added.body.members)).toEqual([
      [owner.id, 'owner'],
      [person.id, 'reviewer'],
    ])
    expect(added.body.workspace).toMatchObject({ id: owner.workspaceId, memberCount: 2 })
    expect((await person.call('GET', `/api/workspaces/${owner.workspaceId}/members`)).status).toBe(200)
    expect((await eventsOf(owner))[0]).toMatchObject({
      kind: 'member.added',
      subjectId: person.id,
      title: 'Pim',
      detail: 'reviewer',
      actor: { type: 'human', id: admin.id, name: 'Ada' },
    })
    expect(await latestAdminEvent()).toMatchObject({
      kind: 'person.added',
      actor: { id: admin.id, name: 'Ada' },
      subject: { id: person.id, name: 'Pim' },
      reason: 'The owner left',
      membership: { workspace: { id: owner.workspaceId, name: "Olga's workspace" }, role: 'reviewer' },
    })
  })

  it('an owner who left can be deleted after an administrator makes a member an owner', async () => {
    const owner = await signUp(server, 'Olga')
    const member = await joined(server, owner, 'Mel', 'member')
    expect((await adminAction(owner.id, 'delete')).status).toBe(409)
    expect((await set(owner, member.id, 'owner')).status).toBe(200)
    expect(await latestAdminEvent()).toMatchObject({
      kind: 'person.role_changed',
      subject: { id: member.id },
      membership: { role: 'owner' },
    })
    expect((await eventsOf(owner))[0]).toMatchObject({ kind: 'member.role_changed', detail: 'owner' })
    const remove = `/api/workspaces/${owner.workspaceId}/members/${owner.id}`
    expect((await member.call('DELETE', remove)).status).toBe(204)
    expect((await adminAction(owner.id, 'delete')).status).toBe(200)
  })

  it('giving a person the role that they already have causes no event', async () => {
    const owner = await signUp(server, 'Olga')
    const expectSameRows = await watchRows(server)
    expect((await set(owner, owner.id, 'owner')).status).toBe(200)
    await expectSameRows()
  })

  it('the last owner of a workspace stays an owner', async () => {
    const owner = await signUp(server, 'Olga')
    const member = await joined(server, owner, 'Mel', 'member')
    expect(await set(owner, owner.id, 'member')).toMatchObject({
      status: 409,
      body: { data: { message: 'A workspace needs an owner, and this person is the last one.' } },
    })
    await set(owner, member.id, 'owner')
    expect((await set(owner, owner.id, 'member')).status).toBe(200)
    // An owner whose deletion is scheduled does not count as an owner.
    await adminAction(owner.id, 'delete')
    expect((await set(owner, member.id, 'reviewer')).status).toBe(409)
  })

  it('changing a role to a role below member revokes the agent tokens that the person created', async () => {
    const owner = await signUp(server, 'Olga')
    const member = await joined(server, owner, 'Mel', 'member')
    const created = await member.call<{ token: string }>('POST', '/api/tokens', {
      name: 'ci',
      workspaceId: owner.workspaceId,
      capabilities: ['artifact:read'],
    })
    expect([created.status, (await set(owner, member.id, 'reviewer')).status]).toEqual([201, 200])
    expect((await eventsOf(owner)).slice(0, 2).map(each => each.kind)).toEqual([
      'member.role_changed',
      'token.revoked',
    ])
  })

  it('a suspended person cannot join a workspace or get a higher role, but may get a lower one', async () => {
    const owner = await signUp(server, 'Olga')
    const [member, outsider] = [await joined(server, owner, 'Mel', 'member'), await signUp(server, 'Sam')]
    for (const each of [member, outsider]) await adminAction(each.id, 'suspend')
    const suspended = { status: 409, body: { data: { message: 'This person is suspended.' } } }
    expect(await set(owner, outsider.id, 'reviewer')).toMatchObject(suspended)
    expect(await set(owner, member.id, 'owner')).toMatchObject(suspended)
    expect((await set(owner, member.id, 'reviewer')).status).toBe(200)
  })

  it('an administrator can add an owner to a suspended workspace, but not to a deleted one', async () => {
    const owner = await signUp(server, 'Olga')
    const person = await signUp(server, 'Pim')
    await adminAction(owner.workspaceId, 'suspend')
    expect((await set(owner, person.id, 'owner')).status).toBe(200)
    await adminAction(owner.workspaceId, 'delete')
    expect(await set(owner, person.id, 'member')).toMatchObject({
      status: 409,
      body: { data: { message: 'This workspace is going to be deleted.' } },
    })
    const { body } = await bootstrapOn(server)
    expect(await set(body, person.id, 'owner')).toMatchObject({
      status: 409,
      body: { data: { message: 'This workspace is unclaimed.' } },
    })
  })

  it('setting a role gets 404 for an unknown person or workspace, 422 without a reason or role', async () => {
    const owner = await signUp(server, 'Olga')
    const unknown = '01AAAAAAAAAAAAAAAAAAAAAAAA'
    const expectSameRows = await watchRows(server)
    expect((await set({ workspaceId: `ws_${unknown}` }, owner.id, 'owner')).status).toBe(404)
    expect((await set(owner, `usr_${unknown}`, 'owner')).status).toBe(404)
    expect(await set(owner, owner.id, 'boss')).toMatchObject({
      status: 422,
      body: { data: { field: 'role' } },
    })
    const path = `/api/admin/workspaces/${owner.workspaceId}/members/${admin.id}`
    for (const reason of [undefined, '', 'x'.repeat(limits.adminReason + 1)])
      expect(await admin.call('PUT', path, { role: 'owner', reason })).toMatchObject({
        status: 422,
        body: { data: { field: 'reason' } },
      })
    await expectSameRows()
  })
})

it('an administrator cannot add a member if the plan allows no further member', async () => {
  const { server: paid } = await paidServer()
  const { admin: paidAdmin } = await administratorOf(paid)
  const owner = await signUp(paid, 'Olga')
  const people = [await signUp(paid, 'Pim'), await signUp(paid, 'Pam'), await signUp(paid, 'Pom')]
  const add = (person: Person | undefined, role: Role) => set(owner, person?.id ?? '', role, paidAdmin.call)
  // The free plan allows 3 members, of which the owner is one.
  expect((await add(people[0], 'owner')).status).toBe(200)
  expect((await add(people[1], 'member')).status).toBe(200)
  const expectSameRows = await watchRows(paid)
  expect(await add(people[2], 'member')).toMatchObject(limitError('member_limit_reached', 3, 3))
  await expectSameRows()
  expect((await add(people[2], 'reviewer')).status).toBe(200)
  expect(await add(people[2], 'owner')).toMatchObject(limitError('member_limit_reached', 3, 3))
})
