import { describe, expect, it } from 'vitest'
import type { AdminEvent, AdminMembership, AdminPerson } from '#shared/contract/admin'
import { limits } from '#shared/contract/kit/limits'
import { DAY, HOUR, MINUTE } from '#shared/time'
import { adminFixture } from '../../support/people/servers'
import { caller } from '../../support/server/client'
import { cookieOf, password, startSession } from '../../support/people/sessions'
import { emailOf, joined, requestSignUp, signUp, type Person } from '../../support/people/sign-up'
import { newReview, threadsOf } from '../../support/reviews/review'
import { allRows, runSql } from '../../support/data/database'
import { watchRows } from '../../support/data/unchanged'
import { watch } from '../../support/server/events'
import { membersOf } from '../../support/people/members'
import { sweepOnTime } from '../../support/server/sweep'

const { server, admin, person: owner, agent, projectId, adminAction } = await adminFixture()

const remove = (person: Pick<Person, 'call'>, body: object = { password }) =>
  person.call<{ deletesAt: string }>('POST', '/api/me/delete', body)
const outcomesOf = async (person: Person) =>
  (await person.call<{ workspaces: AdminMembership[] }>('GET', '/api/me/deletion')).body.workspaces
const signIn = (email: string) =>
  fetch(`${server.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })

describe('deleting one’s own account', () => {
  it('deleting one’s own account needs the password', async () => {
    const kim = await signUp(server, 'Kim')
    for (const body of [{}, { password: '' }, { password: 'not the password' }])
      expect(await remove(kim, body)).toMatchObject({
        status: 422,
        body: { data: { error: 'invalid_request', field: 'password' } },
      })
    expect((await remove(kim, { password: 'x'.repeat(limits.passwordMax + 1) })).status).toBe(422)
    expect((await kim.call('GET', '/api/me')).status).toBe(200)
    expect((await remove(kim)).status).toBe(200)
  })

  it('deleting an account without a password needs a sign-in within the last day', async () => {
    const [kim, mel] = [await signUp(server, 'Kim'), await signUp(server, 'Mel')]
    await runSql(server, 'DELETE FROM account WHERE user_id IN (?, ?)', [kim.id, mel.id])
    await server.advance(DAY - MINUTE)
    expect((await remove(kim, {})).status).toBe(200)
    await server.advance(2 * MINUTE)
    expect(await remove(mel, {})).toMatchObject({
      status: 403,
      body: { data: { error: 'forbidden', hint: expect.stringContaining('sign in again') as string } },
    })
  })

  it('deleting an account ends its sessions, and a later sign-in is refused with the reason', async () => {
    const kim = await signUp(server, 'Kim')
    const email = await emailOf(kim)
    const other = caller(server, { cookie: await cookieOf(server, email) })
    const kims = await kim.agent()
    const reviewId = await newReview(kims, await kim.project())
    const stream = await watch(`${server.url}/api/reviews/${reviewId}/events`, { cookie: kim.cookie })
    await expect.poll(stream.lastId).not.toBe('')
    const { body } = await remove(kim)
    expect(Math.abs(Date.parse(body.deletesAt) - server.now() - 7 * DAY)).toBeLessThan(MINUTE)
    await stream.done
    expect(stream.events.at(-1)?.event).toBe('gone')
    for (const call of [kim.call, other]) expect((await call('GET', '/api/me')).status).toBe(401)
    expect((await kims('GET', `/v1/reviews/${reviewId}`)).status).toBe(403)
    const refused = await signIn(email)
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { data: { error: 'account_deleted' } },
    ])
    // No one can sign up with the email until the account is deleted.
    expect((await requestSignUp(server, 'Other', { email })).status).toBe(422)

    const { events } = (await admin.call<{ events: AdminEvent[] }>('GET', '/api/admin/events')).body
    expect(events.slice(0, 2)).toMatchObject([
      { kind: 'person.deletion_scheduled', actor: { id: kim.id }, subject: { id: kim.id }, reason: null },
      { kind: 'workspace.deletion_scheduled', actor: { id: kim.id }, subject: { id: kim.workspaceId } },
    ])
    expect((await adminAction<AdminPerson>(kim.id, 'cancel-deletion')).body.state).toBe('active')
    const again = await startSession(server, email)
    const restored = caller(server, { cookie: again.cookie })
    expect((await restored('GET', `/v1/reviews/${reviewId}`)).status).toBe(200)
  })

  it('a person cannot delete their account while they are the last owner of a shared workspace', async () => {
    const kim = await signUp(server, 'Kim')
    const mel = await joined(server, kim, 'Mel', 'reviewer')
    const own = { id: kim.workspaceId, name: "Kim's workspace", role: 'owner' }
    expect(await outcomesOf(kim)).toEqual([{ ...own, onDeletion: 'needs_owner' }])
    const expectSameRows = await watchRows(server)
    expect(await remove(kim)).toMatchObject({
      status: 409,
      body: {
        data: {
          error: 'conflict',
          message: `You are the last owner of "Kim's workspace", which others belong to.`,
          hint: 'Transfer or delete it first, under Settings, General.',
        },
      },
    })
    await expectSameRows()
    await kim.call('POST', `/api/workspaces/${kim.workspaceId}/transfer`, { userId: mel.id })
    expect(await outcomesOf(kim)).toEqual([{ ...own, role: 'member', onDeletion: 'leaves' }])
    expect((await remove(kim)).status).toBe(200)

    const pat = await signUp(server, 'Pat')
    await joined(server, pat, 'Mo', 'member')
    await pat.call('POST', `/api/workspaces/${pat.workspaceId}/delete`, { name: "Pat's workspace" })
    expect((await remove(pat)).status).toBe(200)
  })

  it('if all owners of a workspace delete their accounts at the same time, one is refused', async () => {
    for (let round = 0; round < 3; round++) {
      const kim = await signUp(server, 'Kim')
      const bo = await joined(server, kim, 'Bo', 'member')
      await joined(server, kim, 'Cy', 'member')
      expect((await membersOf(kim).setRole(bo, 'owner')).status).toBe(200)
      const statuses = (await Promise.all([remove(kim), remove(bo)])).map(each => each.status)
      expect(statuses.sort()).toEqual([200, 409])
    }
  })

  it('administrators cannot delete their own account', async () => {
    expect(await remove(admin)).toMatchObject({ status: 409, body: { data: { error: 'conflict' } } })
    expect((await admin.call('GET', '/api/me')).status).toBe(200)
  })

  it('an account is deleted with its workspaces after 7 days; comments elsewhere remain', async () => {
    const kim = await joined(server, owner, 'Kim', 'member')
    const email = await emailOf(kim)
    const reviewId = await newReview(agent, projectId)
    await kim.call('POST', `/v1/reviews/${reviewId}/threads`, { kind: 'review', body: 'By Kim' })
    expect((await outcomesOf(kim)).map(each => each.onDeletion)).toEqual(['deleted', 'leaves'])
    await remove(kim)
    await sweepOnTime(server, 7 * DAY + HOUR)
    const rows = await allRows(server)
    const tablesWith = (text: string) =>
      Object.keys(rows).filter(table => JSON.stringify(rows[table]).includes(text))
    expect(tablesWith(email)).toEqual([])
    expect(tablesWith(kim.workspaceId)).toEqual(['admin_event'])
    expect((await threadsOf(agent, reviewId))[0]).toMatchObject({
      comments: [{ body: 'By Kim', author: { name: 'Kim' } }],
    })
    expect((await signUp(server, 'Kim', { email })).id).not.toBe(kim.id)
  })
})
