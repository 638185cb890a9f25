import { beforeEach, describe, expect, it } from 'vitest'
import type { AdminEvent, AdminPerson, AdminWorkspace } from '#shared/contract/admin'
import { DAY, HOUR, MINUTE } from '#shared/time'
import { administratorOf } from '../../support/people/admin'
import { adminFixture, paidServer } from '../../support/people/servers'
import { caller } from '../../support/server/client'
import { password } from '../../support/people/sessions'
import { emailOf, joined, signUp } from '../../support/people/sign-up'
import { newReview, threadsOf } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { blobsOf } from '../../support/data/blobs-of'
import { allRows, runSql } from '../../support/data/database'
import { fixtureOn } from '../../support/server/fixture'
import { sweepOnTime } from '../../support/server/sweep'

let stage: Awaited<ReturnType<typeof adminFixture>>
beforeEach(async () => {
  stage = await adminFixture()
})

/** Returns the names of the tables in which any value contains the text. */
async function tablesWith(text: string): Promise<string[]> {
  const rows = await allRows(stage.server)
  return Object.keys(rows).filter(table => JSON.stringify(rows[table]).includes(text))
}

/** A workspace with a review that has evidence and a comment. */
async function filled() {
  const { server, png } = stage
  const person = await signUp(server, 'Kim')
  const agent = await person.agent()
  const reviewId = await newReview(agent, await person.project())
  const { embedUrl, revisionId } = await upload(agent, reviewId, png)
  await fetch(`${embedUrl}?w=320`)
  await agent('POST', `/v1/reviews/${reviewId}/threads`, { kind: 'review', body: 'x' })
  return { person, agent, reviewId, embedUrl: embedUrl ?? '', files: () => blobsOf(server, revisionId) }
}

describe('a workspace whose deletion is scheduled', () => {
  it('a workspace that is scheduled for deletion is suspended, and is deleted after 7 days', async () => {
    const { server, agent: others, projectId, png, adminAction } = stage
    const otherReview = await newReview(others, projectId)
    const otherMedia = await upload(others, otherReview, png)
    const otherFiles = await blobsOf(server, otherMedia.revisionId)
    const { person, agent, reviewId, embedUrl, files } = await filled()
    const before = await files()
    expect(before.length).toBeGreaterThan(otherFiles.length)

    const scheduled = await adminAction<AdminWorkspace>(person.workspaceId, 'delete', 'Asked for it')
    expect(scheduled.body).toMatchObject({ state: 'deleting', deletesWith: null })
    const due = Date.parse(scheduled.body.deletesAt ?? '')
    expect(Math.abs(due - server.now() - 7 * DAY)).toBeLessThan(MINUTE)
    expect((await agent('GET', `/v1/reviews/${reviewId}`)).status).toBe(403)

    await sweepOnTime(server, 7 * DAY - 5 * MINUTE)
    expect((await fetch(embedUrl)).status).toBe(403)
    expect(await files()).toEqual(before)
    const deletions = () => server.log().match(/"scheduled":[1-9]/g)?.length ?? 0
    const earlier = deletions()
    await sweepOnTime(server, HOUR + 10 * MINUTE)
    expect(deletions()).toBe(earlier + 1)
    expect([await files(), await blobsOf(server, otherMedia.revisionId)]).toEqual([[], otherFiles])
    expect(await tablesWith(person.workspaceId)).toEqual(['admin_event'])
    expect(await tablesWith(reviewId)).toEqual([])
    expect((await fetch(embedUrl)).status).toBe(404)
    expect((await agent('GET', `/v1/reviews/${reviewId}`)).status).toBe(401)
    expect((await others('GET', `/v1/reviews/${otherReview}`)).status).toBe(200)
    expect((await fetch(otherMedia.embedUrl ?? '')).status).toBe(200)
  })

  it('cancelling the deletion of a workspace within 7 days does not end an earlier suspension', async () => {
    const { server, adminAction } = stage
    const { person, agent, reviewId } = await filled()
    await adminAction(person.workspaceId, 'suspend')
    await adminAction(person.workspaceId, 'delete')
    expect((await adminAction<AdminWorkspace>(person.workspaceId, 'unsuspend')).body.state).toBe('deleting')
    await adminAction(person.workspaceId, 'suspend')
    expect((await adminAction<AdminWorkspace>(person.workspaceId, 'cancel-deletion')).body.state).toBe(
      'suspended',
    )
    await adminAction(person.workspaceId, 'unsuspend')
    expect((await agent('GET', `/v1/reviews/${reviewId}`)).status).toBe(200)

    await adminAction(person.workspaceId, 'delete')
    await sweepOnTime(server, 6 * DAY)
    expect((await adminAction(person.workspaceId, 'cancel-deletion')).status).toBe(200)
    await adminAction(person.workspaceId, 'delete')
    // The deletion is due, but the hourly sweep has not run yet.
    await runSql(server, 'UPDATE workspace SET deletes_at = ? WHERE id = ?', [
      server.now(),
      person.workspaceId,
    ])
    const late = await adminAction(person.workspaceId, 'cancel-deletion')
    expect(late).toMatchObject({ status: 409, body: { data: { error: 'conflict' } } })
    expect((await agent('GET', `/v1/reviews/${reviewId}`)).status).toBe(403)
    await sweepOnTime(server, HOUR)
    expect(await tablesWith(reviewId)).toEqual([])
    const { events } = (await stage.admin.call<{ events: AdminEvent[] }>('GET', '/api/admin/events')).body
    expect(events.find(each => each.subject.id === person.workspaceId)).toMatchObject({
      kind: 'workspace.deleted',
      actor: null,
      reason: null,
      subject: { name: "Kim's workspace" },
    })
  })
})

describe('a person whose deletion is scheduled', () => {
  it('deleting a person deletes their own workspaces, not their comments in other workspaces', async () => {
    const { server, person: owner, agent, projectId, adminAction } = stage
    const { person: kim, reviewId: own, embedUrl } = await filled()
    const email = await emailOf(kim)
    const { body: invite } = await owner.call<{ token: string }>(
      'POST',
      `/api/workspaces/${owner.workspaceId}/invitations`,
      { role: 'member' },
    )
    await kim.call('POST', `/api/invite/${invite.token}`)
    const token = (
      await kim.call<{ token: string }>('POST', '/api/tokens', {
        name: 'kims',
        workspaceId: owner.workspaceId,
        capabilities: ['artifact:read'],
      })
    ).body.token
    const kims = caller(server, { authorization: `Bearer ${token}` })
    const reviewId = await newReview(agent, projectId)
    await kim.call('POST', `/v1/reviews/${reviewId}/threads`, { kind: 'review', body: 'By Kim' })

    expect((await adminAction<AdminPerson>(kim.id, 'delete')).body.state).toBe('deleting')
    expect((await kim.call('GET', '/api/me')).status).toBe(403)
    expect((await fetch(embedUrl)).status).toBe(403)
    expect((await kims('GET', `/v1/reviews/${reviewId}`)).status).toBe(403)
    const listed = await stage.admin.call<{ workspace: AdminWorkspace }>(
      'GET',
      `/api/admin/workspaces/${kim.workspaceId}`,
    )
    expect(listed.body.workspace).toMatchObject({ state: 'deleting', deletesWith: kim.id })
    expect((await adminAction(kim.workspaceId, 'cancel-deletion')).status).toBe(409)

    // After the deletion is canceled, the account, its evidence and its token work as before.
    expect((await adminAction<AdminPerson>(kim.id, 'cancel-deletion')).body.state).toBe('active')
    expect((await fetch(embedUrl)).status).toBe(200)
    expect((await kims('GET', `/v1/reviews/${reviewId}`)).status).toBe(200)

    await adminAction(kim.id, 'delete')
    await sweepOnTime(server, 7 * DAY - MINUTE)
    expect(await tablesWith(email)).toEqual(['user'])
    await sweepOnTime(server, HOUR + 2 * MINUTE)
    expect(await tablesWith(email)).toEqual([])
    expect(await tablesWith(kim.workspaceId)).toEqual(['admin_event'])
    expect(await tablesWith(own)).toEqual([])
    expect((await fetch(embedUrl)).status).toBe(404)
    expect((await kims('GET', `/v1/reviews/${reviewId}`)).status).toBe(401)
    expect((await threadsOf(agent, reviewId))[0]).toMatchObject({
      comments: [{ body: 'By Kim', author: { name: 'Kim' } }],
    })
    const session = await fetch(`${server.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    expect(session.status).toBe(401)
    const recorded = ((await allRows(server)).event ?? []) as {
      kind: string
      actor_type: string
      workspace_id: string
    }[]
    expect(
      recorded
        .filter(each => each.actor_type === 'system' && each.workspace_id === owner.workspaceId)
        .map(each => each.kind)
        .sort(),
    ).toEqual(['member.removed', 'token.revoked'])
    // The email of the deleted account can be used for a new account.
    expect((await signUp(server, 'Kim', { email })).id).not.toBe(kim.id)
  })

  it('a person whose deletion is scheduled cannot be or become the last owner of a workspace', async () => {
    const { server, person: owner, adminAction } = stage
    const mel = await joined(server, owner, 'Mel', 'member')
    const refused = await adminAction(owner.id, 'delete')
    expect(refused).toMatchObject({ status: 409, body: { data: { error: 'conflict' } } })
    expect(refused.body.data.message).toContain(`"Ann's workspace"`)
    expect((await owner.call('GET', '/api/me')).status).toBe(200)

    const role = (id: string, to: string) => ({
      path: `/api/workspaces/${owner.workspaceId}/members/${id}`,
      to,
    })
    const made = role(mel.id, 'owner')
    expect((await owner.call('PATCH', made.path, { role: made.to })).status).toBe(200)
    expect((await adminAction(owner.id, 'delete')).status).toBe(200)
    // Mel is the only owner whose deletion is not scheduled.
    expect((await mel.call('PATCH', made.path, { role: 'member' })).status).toBe(409)
    expect((await mel.call('DELETE', made.path)).status).toBe(409)
    const workspace = await mel.call<{ members: { userId: string }[] }>(
      'GET',
      `/api/workspaces/${owner.workspaceId}/members`,
    )
    expect(workspace.body.members.map(each => each.userId)).toEqual([owner.id, mel.id])
    // Mel is the last member whose deletion is not scheduled, so the workspace will be deleted with Mel. It
    // is not deleted if the deletion of either person is canceled.
    expect((await adminAction(mel.id, 'delete')).status).toBe(200)
    const read = async () =>
      (
        await stage.admin.call<{ workspace: AdminWorkspace }>(
          'GET',
          `/api/admin/workspaces/${owner.workspaceId}`,
        )
      ).body.workspace
    expect(await read()).toMatchObject({ state: 'deleting', deletesWith: mel.id })
    await adminAction(owner.id, 'cancel-deletion')
    expect(await read()).toMatchObject({ state: 'active', deletesWith: null })
    await sweepOnTime(server, 7 * DAY + HOUR)
    const both = [owner.id, mel.id]
    expect(await runSql(server, 'SELECT id FROM "user" WHERE id IN (?, ?)', both)).toEqual([{ id: owner.id }])
    expect(
      await runSql(server, 'SELECT user_id, role FROM membership WHERE user_id IN (?, ?)', both),
    ).toEqual([{ user_id: owner.id, role: 'owner' }])
  })
})

describe('a workspace with a paid subscription', () => {
  it('a workspace cannot be deleted while its subscription is paid', async () => {
    const { server } = await paidServer()
    const { adminAction } = await administratorOf(server)
    const { person } = await fixtureOn(server)
    const setPlan = (plan: string) =>
      runSql(server, 'UPDATE workspace SET plan = ?, billing_customer_id = ? WHERE id = ?', [
        plan,
        'cus_1',
        person.workspaceId,
      ])
    await setPlan('team')
    for (const id of [person.workspaceId, person.id])
      expect(await adminAction(id, 'delete')).toMatchObject({
        status: 409,
        body: { data: { message: expect.stringContaining('paid subscription') as string } },
      })
    await setPlan('free')
    expect((await adminAction(person.id, 'delete')).status).toBe(200)
  })
})
