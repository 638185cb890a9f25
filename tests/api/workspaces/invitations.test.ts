import { describe, expect, it } from 'vitest'
import { DAY } from '#shared/time'
import { caller } from '../../support/server/client'
import { signUp, type Person } from '../../support/people/sign-up'
import { clockServer } from '../../support/people/servers'
import { sharedServer } from '../../support/server/server'

const server = await sharedServer()
const owner = await signUp(server, 'Owner')

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
  it('an invitation lets one person join with the role of the invitation', async () => {
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

  it('only one of several people who accept an invitation at the same time can join', async () => {
    const { token } = await invite(owner, 'member')
    const people = await Promise.all(Array.from({ length: 5 }, () => signUp(server)))
    const responses = await Promise.all(people.map(each => each.call('POST', `/api/invite/${token}`)))
    expect(responses.map(each => each.status).sort()).toEqual([200, 404, 404, 404, 404])
  })

  it('only owners can create, list and revoke invitations', async () => {
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

  it('an invitation is refused after its expiry', async () => {
    const clock = await clockServer()
    const ann = await signUp(clock)
    const { token } = await invite(ann, 'member', { expiresInDays: 1 })
    await clock.advance(DAY - 5000)
    expect((await caller(clock)('GET', `/api/invite/${token}`)).status).toBe(200)
    await clock.advance(10_000)
    expect((await caller(clock)('GET', `/api/invite/${token}`)).status).toBe(404)
  })
})
