import { describe, expect, it } from 'vitest'
import type { AuditEvent } from '#shared/contract/event'
import type { Member } from '#shared/contract/member'
import { newId } from '#shared/ids'
import { plans } from '#shared/plans'
import { joined, signUp, type Person } from '../../support/people/sign-up'
import { runSql } from '../../support/data/database'
import { sharedFixture } from '../../support/server/fixture'
import { membersOf } from '../../support/people/members'
import { paidServer } from '../../support/people/servers'

const { server } = await sharedFixture()

const transfer = (from: Person, workspaceId: string, userId: string) =>
  from.call('POST', `/api/workspaces/${workspaceId}/transfer`, { userId })

/** Creates a workspace with an owner, and a member or a reviewer. */
async function ownerAndMember(role: 'member' | 'reviewer' = 'member') {
  const owner = await signUp(server, 'Ann')
  const member = await joined(server, owner, 'Mel', role)
  const rolesOf = async (as: Person = member) => {
    const path = `/api/workspaces/${owner.workspaceId}/members`
    const { members } = (await as.call<{ members: Member[] }>('GET', path)).body
    return Object.fromEntries(members.map(each => [each.userId, each.role]))
  }
  return { owner, member, rolesOf, ws: owner.workspaceId }
}

describe('transferring a workspace', () => {
  it('a workspace transfer makes the owner a member, and revokes their invitations, not tokens', async () => {
    const { owner, member, rolesOf, ws } = await ownerAndMember()
    const { token } = await membersOf(owner).invite(owner)
    const agent = await owner.agent()
    const transferred = await transfer(owner, ws, member.id)
    expect(transferred).toMatchObject({ status: 200, body: { workspace: { id: ws, role: 'member' } } })
    expect(await rolesOf()).toEqual({ [owner.id]: 'member', [member.id]: 'owner' })
    expect((await owner.call('PATCH', `/api/workspaces/${ws}`, { name: 'x' })).status).toBe(403)
    expect((await member.call('PATCH', `/api/workspaces/${ws}`, { name: 'x' })).status).toBe(200)
    expect((await member.call('GET', `/api/invite/${token}`)).status).toBe(404)
    expect((await agent('GET', '/v1/projects')).status).toBe(200)
    // A former owner cannot transfer the workspace.
    expect((await transfer(owner, ws, owner.id)).status).toBe(403)
    expect((await transfer(owner, ws, member.id)).status).toBe(403)
    const { events } = (
      await member.call<{ events: AuditEvent[] }>(
        'GET',
        `/api/workspaces/${ws}/events?kind=workspace.transferred`,
      )
    ).body
    expect(events[0]).toMatchObject({
      kind: 'workspace.transferred',
      actor: { id: owner.id, name: 'Ann' },
      subjectId: member.id,
      title: 'Mel',
    })
  })

  it('a workspace can be transferred to a reviewer or to another owner', async () => {
    const { owner, member: reviewer, rolesOf, ws } = await ownerAndMember('reviewer')
    expect((await transfer(owner, ws, reviewer.id)).status).toBe(200)
    expect(await rolesOf()).toEqual({ [owner.id]: 'member', [reviewer.id]: 'owner' })
    expect((await membersOf({ ...reviewer, workspaceId: ws }).setRole(owner, 'owner')).status).toBe(200)
    expect((await transfer(owner, ws, reviewer.id)).status).toBe(200)
    expect((await owner.call('DELETE', `/api/workspaces/${ws}/members/${owner.id}`)).status).toBe(204)
    expect(await rolesOf()).toEqual({ [reviewer.id]: 'owner' })
  })

  it('a transfer to oneself, to a person of another workspace or to a suspended member fails', async () => {
    const { owner, member, rolesOf, ws } = await ownerAndMember()
    const before = await rolesOf()
    expect(await transfer(owner, ws, owner.id)).toMatchObject({
      status: 422,
      body: { data: { field: 'userId' } },
    })
    const outside = await signUp(server, 'Zoe')
    for (const id of [outside.id, newId('user')]) expect((await transfer(owner, ws, id)).status).toBe(404)
    for (const column of ['suspended_at', 'deletes_at']) {
      await runSql(server, `UPDATE "user" SET ${column} = 1 WHERE id = ?`, [member.id])
      expect(await transfer(owner, ws, member.id)).toMatchObject({
        status: 409,
        body: { data: { error: 'conflict', message: 'This person is suspended.' } },
      })
      await runSql(server, `UPDATE "user" SET ${column} = NULL WHERE id = ?`, [member.id])
    }
    expect((await transfer(member, ws, member.id)).status).toBe(403)
    expect(await rolesOf()).toEqual(before)
  })

  it('after concurrent transfers, departures and role changes a workspace still has an owner', async () => {
    for (let round = 0; round < 5; round++) {
      const { owner: ann, member: bo, rolesOf, ws } = await ownerAndMember()
      const cy = await joined(server, ann, 'Cy', 'member')
      const { path, setRole } = membersOf(ann)
      expect((await setRole(bo, 'owner')).status).toBe(200)
      await Promise.all([
        transfer(ann, ws, bo.id),
        transfer(bo, ws, ann.id),
        ann.call('DELETE', `${path}/${ann.id}`),
        bo.call('DELETE', `${path}/${bo.id}`),
        bo.call('PATCH', `${path}/${bo.id}`, { role: 'member' }),
      ])
      expect(Object.values(await rolesOf(cy))).toContain('owner')
    }
  })
})

describe('transferring a workspace to a reviewer', () => {
  it('transferring a workspace to a reviewer needs a free member seat in the plan', async () => {
    const { server: limited } = await paidServer()
    const owner = await signUp(limited, 'Ann')
    const reviewer = await joined(limited, owner, 'Rae', 'reviewer')
    const members: Person[] = []
    while (members.length < plans.free.limits.members - 1)
      members.push(await joined(limited, owner, 'Mel', 'member'))
    expect(await transfer(owner, owner.workspaceId, reviewer.id)).toMatchObject({
      status: 402,
      body: { data: { error: 'member_limit_reached' } },
    })
    for (const each of members.slice(0, 1)) expect(await membersOf(owner).remove(each)).toBe(204)
    expect((await transfer(owner, owner.workspaceId, reviewer.id)).status).toBe(200)
  })
})
