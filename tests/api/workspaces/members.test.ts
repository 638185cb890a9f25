import { describe, expect, it } from 'vitest'
import type { AuditEvent } from '#shared/contract/event'
import { limits } from '#shared/contract/kit/limits'
import { caller } from '../../support/server/client'
import { joined, signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { runSql } from '../../support/data/database'
import { membersOf } from '../../support/people/members'
import { sharedFixture } from '../../support/server/fixture'

const { server, person: owner, png } = await sharedFixture()
const { path: members, remove, setRole, enroll, invite, mint } = membersOf(owner)
const ws = owner.workspaceId

describe('removing a person', () => {
  const works = async (token: string) =>
    (await caller(server, { authorization: `Bearer ${token}` })('GET', '/v1/projects')).status
  const audited = async (count: number) =>
    (await owner.call<{ events: AuditEvent[] }>('GET', `/api/workspaces/${ws}/events`)).body.events
      .slice(0, count)
      .reverse()

  it('removing a person from a workspace revokes the invitations that they created', async () => {
    const subject = await signUp(server, 'Mel')
    await enroll(subject, 'owner')
    const [theirs, ours] = [await invite(subject), await invite(owner)]
    await remove(subject)
    expect((await subject.call('POST', `/api/invite/${theirs.token}`)).status).toBe(404)
    expect((await subject.call('GET', `/api/invite/${theirs.token}`)).status).toBe(404)
    expect((await owner.call('DELETE', `/api/invitations/${theirs.id}`)).status).toBe(404)
    expect((await subject.call('GET', `/api/invite/${ours.token}`)).status).toBe(200)
    expect((await audited(2)).map(each => [each.kind, each.subjectId, each.actor.id, each.detail])).toEqual([
      ['invitation.revoked', theirs.id, owner.id, 'member'],
      ['member.removed', subject.id, owner.id, null],
    ])
  })

  it('changing an owner to a member revokes the invitations that they created', async () => {
    const subject = await signUp(server, 'Mel')
    await enroll(subject, 'owner')
    const { token } = await invite(subject, 'reviewer')
    await setRole(subject, 'owner')
    expect((await subject.call('GET', `/api/invite/${token}`)).status).toBe(200)
    await setRole(subject, 'member')
    expect((await subject.call('GET', `/api/invite/${token}`)).status).toBe(404)
    expect((await audited(1))[0]).toMatchObject({
      kind: 'member.role_changed',
      subjectId: subject.id,
      title: 'Mel',
      detail: 'member',
      actor: { id: owner.id },
    })
    await remove(subject)
  })

  it('removing a person from a workspace revokes their tokens, and each token gets an event', async () => {
    const subject = await signUp(server, 'Mel')
    await enroll(subject)
    const [first, second, ours] = [await mint(subject), await mint(subject), await mint(owner)]
    const elsewhere = await subject.token()
    await remove(subject)
    const events = await audited(3)
    expect([
      await works(first.token),
      await works(second.token),
      await works(ours.token),
      await works(elsewhere),
    ]).toEqual([401, 401, 200, 200])
    expect(events.map(each => each.kind)).toEqual(['token.revoked', 'token.revoked', 'member.removed'])
    expect(new Set(events.slice(0, 2).map(each => each.subjectId))).toEqual(new Set([first.id, second.id]))
    expect(events[2]).toMatchObject({
      subjectId: subject.id,
      title: 'Mel',
      actor: { type: 'human', id: owner.id, name: 'Ann' },
    })
  })

  it('removing a person from a workspace keeps the tokens that an owner chooses to keep', async () => {
    const subject = await signUp(server, 'Mel')
    await enroll(subject)
    const [stays, also, ends] = [await mint(subject), await mint(subject), await mint(subject)]
    expect(await remove(subject, `?keepTokens=${stays.id},${also.id}`)).toBe(204)
    expect([await works(stays.token), await works(also.token), await works(ends.token)]).toEqual([
      200, 200, 401,
    ])
    const reviewId = await newReview(
      caller(server, { authorization: `Bearer ${stays.token}` }),
      await owner.project(),
    )
    await upload(caller(server, { authorization: `Bearer ${stays.token}` }), reviewId, png)
  })

  it('removing a person is refused if a token that is to be kept belongs to someone else', async () => {
    const subject = await signUp(server, 'Mel')
    await enroll(subject)
    const theirs = await mint(subject)
    for (const id of [(await mint(owner)).id, 'tok_01AAAAAAAAAAAAAAAAAAAAAAAA', 'nonsense']) {
      expect(await owner.call('DELETE', `${members}/${subject.id}?keepTokens=${id}`)).toMatchObject({
        status: 422,
        body: { data: { error: 'invalid_request', field: expect.stringContaining('keepTokens') as string } },
      })
      expect(await setRole(subject, 'reviewer', { keepTokens: [id] })).toMatchObject({
        status: 422,
        body: { data: { field: expect.stringContaining('keepTokens') as string } },
      })
    }
    const ids = (count: number) => Array.from({ length: count }, () => theirs.id).join(',')
    expect(
      (await owner.call('DELETE', `${members}/${subject.id}?keepTokens=${ids(limits.keepTokensMax + 1)}`))
        .status,
    ).toBe(422)
    expect([await works(theirs.token), (await subject.call('GET', members)).status]).toEqual([200, 200])
    expect(
      (await owner.call('DELETE', `${members}/${subject.id}?keepTokens=${ids(limits.keepTokensMax)}`)).status,
    ).toBe(204)
    expect(await works(theirs.token)).toBe(200)
  })

  it('changing a member to a reviewer revokes their tokens that no owner chooses to keep', async () => {
    const subject = await signUp(server, 'Mel')
    await enroll(subject, 'owner')
    const [stays, ends] = [await mint(subject), await mint(subject)]
    await setRole(subject, 'member')
    expect([await works(stays.token), await works(ends.token)]).toEqual([200, 200])
    await setRole(subject, 'reviewer', { keepTokens: [stays.id] })
    expect([await works(stays.token), await works(ends.token)]).toEqual([200, 401])
    expect((await audited(2)).map(each => [each.kind, each.subjectId, each.detail])).toEqual([
      ['token.revoked', ends.id, null],
      ['member.role_changed', subject.id, 'reviewer'],
    ])
  })

  it('the tokens of a person who leaves are revoked, and the person cannot prevent this', async () => {
    const subject = await signUp(server, 'Mel')
    await enroll(subject)
    const token = await mint(subject)
    expect((await subject.call('DELETE', `${members}/${subject.id}?keepTokens=${token.id}`)).status).toBe(403)
    expect((await subject.call('DELETE', `${members}/${subject.id}`)).status).toBe(204)
    expect(await works(token.token)).toBe(401)
    expect((await audited(2)).map(each => [each.kind, each.subjectId, each.actor.id])).toEqual([
      ['token.revoked', token.id, subject.id],
      ['member.left', subject.id, subject.id],
    ])
    await enroll(subject, 'owner')
    const again = await mint(subject)
    const invitation = (
      await subject.call<{ token: string }>('POST', `/api/workspaces/${ws}/invitations`, { role: 'member' })
    ).body.token
    expect((await subject.call('DELETE', `${members}/${subject.id}?keepTokens=${again.id}`)).status).toBe(204)
    expect([
      await works(again.token),
      (await subject.call('POST', `/api/invite/${invitation}`)).status,
    ]).toEqual([200, 404])
  })

  it('created, accepted and revoked invitations are in the audit log', async () => {
    const made = (
      await owner.call<{ id: string }>('POST', `/api/workspaces/${ws}/invitations`, { role: 'reviewer' })
    ).body
    await owner.call('DELETE', `/api/invitations/${made.id}`)
    const subject = await joined(server, owner, 'Rae', 'reviewer')
    expect((await audited(4)).map(each => [each.kind, each.actor.id, each.title, each.detail])).toEqual([
      ['invitation.created', owner.id, null, 'reviewer'],
      ['invitation.revoked', owner.id, null, 'reviewer'],
      ['invitation.created', owner.id, null, 'reviewer'],
      ['invitation.accepted', subject.id, 'Ann', 'reviewer'],
    ])
  })

  it('an invitation is refused if its creator is no longer in the workspace', async () => {
    const [boss, maker, guest] = [
      await signUp(server, 'Boss'),
      await signUp(server, 'Maker'),
      await signUp(server, 'Guest'),
    ]
    const invited = (
      await boss.call<{ token: string }>('POST', `/api/workspaces/${boss.workspaceId}/invitations`, {
        role: 'member',
      })
    ).body.token
    await maker.call('POST', `/api/invite/${invited}`)
    await boss.call('PATCH', `/api/workspaces/${boss.workspaceId}/members/${maker.id}`, { role: 'owner' })
    const { token } = (
      await maker.call<{ token: string }>('POST', `/api/workspaces/${boss.workspaceId}/invitations`, {
        role: 'member',
      })
    ).body
    const text = 'DELETE FROM membership WHERE workspace_id = ? AND user_id = ?'
    await runSql(server, text, [boss.workspaceId, maker.id])
    expect((await guest.call('POST', `/api/invite/${token}`)).status).toBe(404)
    expect(
      (await boss.call<{ invitations: unknown[] }>('GET', `/api/workspaces/${boss.workspaceId}/members`)).body
        .invitations,
    ).toEqual([])
  })
})
