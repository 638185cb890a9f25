import { describe, expect, it } from 'vitest'
import type { AdminEvent, AdminWorkspace } from '#shared/contract/admin'
import { plans } from '#shared/plans'
import { DAY, HOUR, MINUTE } from '#shared/time'
import { adminFixture, paidServer } from '../../support/people/servers'
import { caller } from '../../support/server/client'
import { joined, signUp, type Person } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { declareUpload, put, upload } from '../../support/reviews/uploads'
import { allRows, runSql } from '../../support/data/database'
import { watchRows } from '../../support/data/unchanged'
import { watch } from '../../support/server/events'
import { pauseRequest } from '../../support/server/paused-request'
import { sweepOnTime } from '../../support/server/sweep'

// Other tests cover the webhooks and pull request updates of a suspended workspace, which wait.
const stage = await adminFixture()
const { server, admin, png, adminAction } = stage

const remove = (owner: Person, name = "Kim's workspace") =>
  owner.call<{ deletesAt: string }>('POST', `/api/workspaces/${owner.workspaceId}/delete`, { name })
const workspacesOf = async (person: Person) =>
  (await person.call<{ workspaces: { id: string }[] }>('GET', '/api/me')).body.workspaces.map(each => each.id)

describe('deleting a workspace', () => {
  it('owners can read how much content a workspace has before they delete the workspace', async () => {
    const kim = await signUp(server, 'Kim')
    const mel = await joined(server, kim, 'Mel', 'member')
    const path = `/api/workspaces/${kim.workspaceId}/contents`
    const read = async () => (await kim.call<Record<string, number>>('GET', path)).body
    expect(await read()).toEqual({
      memberCount: 2,
      projectCount: 0,
      reviewCount: 0,
      evidenceCount: 0,
      bytes: 0,
    })
    const agent = await kim.agent()
    await upload(agent, await newReview(agent, await kim.project()), png)
    const counted = await read()
    expect(counted).toMatchObject({ memberCount: 2, projectCount: 1, reviewCount: 1, evidenceCount: 1 })
    expect(counted.bytes).toBeGreaterThan(png.length)
    expect((await mel.call('GET', path)).status).toBe(403)
    expect((await stage.person.call('GET', path)).status).toBe(404)
  })

  it('deleting a workspace needs an owner and the current name of the workspace', async () => {
    const kim = await signUp(server, 'Kim')
    const mel = await joined(server, kim, 'Mel', 'member')
    for (const name of ['', 'Kim', "kim's workspace", "Mel's workspace"])
      expect(await remove(kim, name)).toMatchObject({ status: 422, body: { data: { field: 'name' } } })
    await kim.call('PATCH', `/api/workspaces/${kim.workspaceId}`, { name: 'Renamed' })
    expect((await remove(kim)).status).toBe(422)
    expect((await remove({ ...mel, workspaceId: kim.workspaceId }, 'Renamed')).status).toBe(403)
    expect((await remove({ ...stage.person, workspaceId: kim.workspaceId }, 'Renamed')).status).toBe(404)
    expect(await workspacesOf(mel)).toContain(kim.workspaceId)
    expect((await remove(kim, ' Renamed ')).status).toBe(200)
  })

  it('deleting a workspace immediately ends all access to it', async () => {
    const kim = await signUp(server, 'Kim')
    const mel = await joined(server, kim, 'Mel', 'reviewer')
    const agent = await kim.agent()
    const reviewId = await newReview(agent, await kim.project())
    const done = await upload(agent, reviewId, png)
    const share = (await agent<{ token: string }>('POST', `/v1/reviews/${reviewId}/share-links`)).body.token
    const declared = (await declareUpload(agent, reviewId, { bytes: png.length })).body
    const { token: invite } = (
      await kim.call<{ token: string }>('POST', `/api/workspaces/${kim.workspaceId}/invitations`, {
        role: 'member',
      })
    ).body
    const stream = await watch(`${server.url}/api/reviews/${reviewId}/events`, { cookie: mel.cookie })
    await expect.poll(stream.lastId).not.toBe('')
    const anyone = caller(server)
    const statuses = async () => [
      (await kim.call('GET', `/v1/reviews/${reviewId}`)).status,
      (await mel.call('GET', `/v1/reviews/${reviewId}`)).status,
      (await agent('GET', `/v1/reviews/${reviewId}`)).status,
      (await anyone('GET', `/api/share/${share}`)).status,
      (await fetch(done.embedUrl ?? '')).status,
      (await fetch(done.downloadUrl ?? '')).status,
      (await anyone('GET', `/api/invite/${invite}`)).status,
    ]
    expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200, 200])

    const deleted = await remove(kim)
    expect(deleted.status).toBe(200)
    expect(Math.abs(Date.parse(deleted.body.deletesAt) - server.now() - 7 * DAY)).toBeLessThan(MINUTE)
    expect(await statuses()).toEqual([403, 403, 403, 403, 403, 403, 403])
    expect((await put(declared.uploadUrl, png)).status).toBe(403)
    await stream.done
    expect(stream.events.at(-1)?.event).toBe('gone')
    expect(await agent('GET', `/v1/reviews/${reviewId}`)).toMatchObject({
      body: { data: { error: 'suspended', message: 'This workspace was deleted.' } },
    })
    // The deleted workspace is in no list. The other workspace of Mel remains.
    expect([await workspacesOf(kim), await workspacesOf(mel)]).toEqual([[], [mel.workspaceId]])
    // A second request to delete the workspace changes nothing.
    expect((await remove(kim)).status).toBe(403)
  })

  it('the deletion of a workspace is recorded, and administrators can cancel it', async () => {
    const kim = await signUp(server, 'Kim')
    await remove(kim)
    const { events } = (await admin.call<{ events: AdminEvent[] }>('GET', '/api/admin/events')).body
    expect(events[0]).toMatchObject({
      kind: 'workspace.deletion_scheduled',
      actor: { id: kim.id, name: 'Kim' },
      subject: { id: kim.workspaceId, name: "Kim's workspace" },
      reason: null,
    })
    expect(await adminAction<AdminWorkspace>(kim.workspaceId, 'cancel-deletion')).toMatchObject({
      status: 200,
      body: { state: 'active' },
    })
    expect(await workspacesOf(kim)).toEqual([kim.workspaceId])
    const audit = await kim.call<{ events: { kind: string; actor: { id: string } }[] }>(
      'GET',
      `/api/workspaces/${kim.workspaceId}/events?kind=workspace`,
    )
    expect(audit.body.events.map(each => [each.kind, each.actor.id]).slice(0, 2)).toEqual([
      ['workspace.deletion_cancelled', admin.id],
      ['workspace.deletion_scheduled', kim.id],
    ])
  })

  it('no upload or comment is stored after a workspace was deleted, even by concurrent calls', async () => {
    const kim = await signUp(server, 'Kim')
    const secret = await kim.token()
    const agent = caller(server, { authorization: `Bearer ${secret}` })
    const reviewId = await newReview(agent, await kim.project())
    const declared = await Promise.all(
      Array.from({ length: 8 }, () => declareUpload(agent, reviewId, { bytes: png.length })),
    )
    const sending = await Promise.all(
      declared.map(({ body }) =>
        pauseRequest(server, 'PUT', new URL(body.uploadUrl).pathname, { 'content-type': 'image/png' }, png),
      ),
    )
    let removed = false
    const responses = await Promise.all(
      sending.map(async (each, i) => {
        if (i === 4) removed = (await remove(kim)).status === 200
        const late = removed
        const { status } = await each.finish()
        const completed = await agent('POST', `/v1/artifacts/${declared[i]?.body.artifactId}/complete`)
        return { late, statuses: [status, completed.status] }
      }),
    )
    expect(removed).toBe(true)
    for (const { late, statuses } of responses)
      for (const status of statuses) expect(late ? [403] : [200, 403]).toContain(status)
    const expectSameRows = await watchRows(server)
    expect(
      (await agent('POST', `/v1/reviews/${reviewId}/threads`, { kind: 'review', body: 'x' })).status,
    ).toBe(403)
    await expectSameRows()
    // The uploads that were stored before the deletion are deleted with the workspace.
    await sweepOnTime(server, 8 * DAY)
    const left = await allRows(server)
    expect(Object.keys(left).filter(table => JSON.stringify(left[table]).includes(kim.workspaceId))).toEqual([
      'admin_event',
    ])
  })
})

describe('a deleted workspace', () => {
  it('a deleted workspace does not count against the workspaces of its owner', async () => {
    const kim = await signUp((await paidServer()).server, 'Kim')
    const create = () => kim.call('POST', '/api/workspaces', { name: 'Another' })
    for (let n = 1; n < (plans.free.limits.workspaces ?? 0); n++) expect((await create()).status).toBe(201)
    expect((await create()).status).toBe(402)
    expect((await remove(kim)).status).toBe(200)
    expect((await create()).status).toBe(201)
    expect((await create()).status).toBe(402)
  })

  it('a workspace can be deleted only after its paid subscription has ended', async () => {
    const { server: paid } = await paidServer()
    const kim = await signUp(paid, 'Kim')
    const setPlan = (plan: string) =>
      runSql(paid, 'UPDATE workspace SET plan = ?, billing_customer_id = ? WHERE id = ?', [
        plan,
        `cus_${kim.id}`,
        kim.workspaceId,
      ])
    await setPlan('team')
    expect(await remove(kim)).toMatchObject({
      status: 409,
      body: {
        data: {
          message: `The workspace "Kim's workspace" has a paid subscription.`,
          hint: expect.stringContaining('Settings, Usage') as string,
        },
      },
    })
    await setPlan('free')
    expect((await remove(kim)).status).toBe(200)
    // Before the deletion, the person paid at a checkout that was still open.
    await setPlan('team')
    await sweepOnTime(paid, 8 * DAY)
    const left = () => runSql(paid, 'SELECT id FROM workspace WHERE id = ?', [kim.workspaceId])
    expect(await left()).toHaveLength(1)
    const warning = paid
      .log()
      .split('\n')
      .find(each => each.includes('it has a paid subscription') && each.includes(kim.workspaceId))
    expect(warning).toBeTruthy()
    await setPlan('free')
    await sweepOnTime(paid, HOUR)
    expect(await left()).toEqual([])
  })
})
