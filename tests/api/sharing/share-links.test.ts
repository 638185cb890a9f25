import { describe, expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import type { ReviewPayload } from '#shared/contract/review'
import type { ShareLinkState } from '#shared/contract/share-link'
import type { Thread } from '#shared/contract/thread'
import { HOUR } from '#shared/time'
import { caller, withoutRequestId, type Call } from '../../support/server/client'
import { joined, signUp, type Person } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { newShareLink, visitorOf } from '../../support/reviews/share'
import { upload } from '../../support/reviews/uploads'
import { eventKindsOf, runSql } from '../../support/data/database'
import { adminFixture } from '../../support/people/servers'
import { sharedFixture } from '../../support/server/fixture'

const { server, person, agent, projectId, png } = await sharedFixture()
const outsider = await signUp(server, 'Outsider')

describe('a share link', () => {
  it('a share link shows its review to anyone until it is revoked, but offers no downloads', async () => {
    const reviewId = await newReview(agent, projectId)
    const done = await upload(agent, reviewId, png)
    await person.call('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
      geometry: { x: 0, y: 0 },
      body: 'Shown.',
    })
    const made = await agent<{ id: string; url: string; token: string; expiresAt: string | null }>(
      'POST',
      `/v1/reviews/${reviewId}/share-links`,
    )
    expect(made).toMatchObject({
      status: 201,
      body: { url: `${server.url}/r/${made.body.token}`, expiresAt: null },
    })
    const anonymous = caller(server)
    const shared = await anonymous<ReviewPayload & { threads: Thread[] }>(
      'GET',
      `/api/share/${made.body.token}`,
    )
    expect(shared).toMatchObject({
      status: 200,
      body: {
        review: { id: reviewId },
        threads: [{ comment: 'Shown.' }],
        artifacts: [{ currentRevision: { downloadUrl: null } }],
      },
    })
    expect(shared.body).not.toHaveProperty('seenItemIds')
    expect((await fetch(shared.body.artifacts[0]?.currentRevision?.embedUrl ?? '')).status).toBe(200)
    expect(JSON.stringify(shared.body)).not.toContain(done.downloadUrl)

    const listed = await person.call<{ shareLinks: object[] }>('GET', `/api/reviews/${reviewId}/share-links`)
    expect(listed.body.shareLinks).toMatchObject([
      { id: made.body.id, name: null, hasAddress: true, revokedAt: null },
    ])
    expect(JSON.stringify(listed.body)).not.toContain(made.body.token)
    expect((await outsider.call('DELETE', `/v1/share-links/${made.body.id}`)).status).toBe(404)
    expect((await agent('DELETE', `/v1/share-links/${made.body.id}`)).status).toBe(204)
    expect((await agent('DELETE', `/v1/share-links/${made.body.id}`)).status).toBe(404)
    const revoked = await anonymous('GET', `/api/share/${made.body.token}`)
    const unknown = await anonymous('GET', '/api/share/nonsense')
    expect([revoked.status, withoutRequestId(revoked)]).toEqual([404, withoutRequestId(unknown)])
    expect(await eventKindsOf(server, made.body.id)).toEqual(['share_link.created', 'share_link.revoked'])
  })

  it('only people who can create share links can read the URL of a link, until the link ends', async () => {
    const { server: own, person: owner, agent: call, projectId: project } = await adminFixture()
    const reviewId = await newReview(call, project)
    const path = `/v1/reviews/${reviewId}/share-links`
    const create = async (body: object) => (await call<{ id: string; url: string }>('POST', path, body)).body
    const named = await create({ name: 'Design team' })
    const brief = await create({ expiresInHours: 1 })
    const old = await create({})
    await runSql(own, 'update share_link set sealed_token = null where id = ?', [old.id])
    const listed = async (as: Person) => {
      const { body } = await as.call<{ shareLinks: { id: string; hasAddress: boolean }[] }>(
        'GET',
        `/api/reviews/${reviewId}/share-links`,
      )
      expect(JSON.stringify(body)).not.toContain('/r/')
      return new Map(body.shareLinks.map(each => [each.id, each.hasAddress]))
    }
    const reveal = async (as: Call, { id }: { id: string }) => {
      const { status, body } = await as<{ url?: string }>('POST', `/api/share-links/${id}/reveal`)
      return [status, body.url]
    }
    expect(await listed(owner)).toEqual(
      new Map([
        [old.id, false],
        [brief.id, true],
        [named.id, true],
      ]),
    )
    expect(await reveal(owner.call, named)).toEqual([200, named.url])
    expect(await reveal(owner.call, old)).toEqual([404, undefined])
    const reviewer = await joined(own, owner, 'Rita', 'reviewer')
    expect([...(await listed(reviewer)).values()]).toEqual([false, false, false])
    expect(await reveal(reviewer.call, named)).toEqual([403, undefined])
    expect(await reveal(call, named)).toEqual([403, undefined])
    expect(await eventKindsOf(own, named.id)).toEqual(['share_link.created', 'share_link.revealed'])
    await own.advance(HOUR)
    expect((await listed(owner)).get(brief.id)).toBe(false)
    expect(await reveal(owner.call, brief)).toEqual([404, undefined])
    await call('DELETE', `/v1/share-links/${named.id}`)
    expect((await listed(owner)).get(named.id)).toBe(false)
    expect(await reveal(owner.call, named)).toEqual([404, undefined])
    const rows = await runSql(own, 'select sealed_token from share_link where id = ?', [named.id])
    expect(rows).toEqual([{ sealed_token: null }])
  })

  it('a share link can have a name of 1 to 120 characters', async () => {
    const path = `/v1/reviews/${await newReview(agent, projectId)}/share-links`
    const longest = 'x'.repeat(limits.shareLinkName)
    expect(await agent('POST', path, { name: longest })).toMatchObject({
      status: 201,
      body: { name: longest },
    })
    for (const name of ['', ' ', `${longest}x`])
      expect(await agent('POST', path, { name })).toMatchObject({
        status: 422,
        body: { data: { field: 'name' } },
      })
  })

  it('a share link can be valid for 1 to 8,760 hours', async () => {
    const path = `/v1/reviews/${await newReview(agent, projectId)}/share-links`
    for (const expiresInHours of [0, 8761, 1.5])
      expect(await agent('POST', path, { expiresInHours })).toMatchObject({
        status: 422,
        body: { data: { field: 'expiresInHours' } },
      })
    for (const expiresInHours of [1, 8760])
      expect(
        (await agent<{ expiresAt: string }>('POST', path, { expiresInHours })).body.expiresAt,
      ).toBeTruthy()
  })

  it('members can change the name of a share link, or remove the name', async () => {
    const id = await newReview(agent, projectId)
    const link = await newShareLink(person.call, id, {
      name: 'Design',
      expiresInHours: 2,
      password: 'swordfish',
    })
    const edit = (body: object, by: Call = person.call) =>
      by<ShareLinkState>('PATCH', `/api/share-links/${link.id}`, body)
    const { expiresAt } = (await edit({ name: 'Client' })).body
    expect(expiresAt).not.toBeNull()
    const longest = 'x'.repeat(limits.shareLinkName)
    for (const name of ['Client', longest, null])
      expect(await edit({ name })).toMatchObject({
        status: 200,
        body: { name, expiresAt, hasPassword: true, hasAddress: true },
      })
    for (const name of ['', ' ', `${longest}x`])
      expect(await edit({ name })).toMatchObject({ status: 422, body: { data: { field: 'name' } } })
    const reviewer = await joined(server, person, 'Rita', 'reviewer')
    expect((await edit({ name: 'x' }, reviewer.call)).status).toBe(403)
    expect((await edit({ name: 'x' }, agent)).status).toBe(403)
  })

  it('members can set the end of a share link to 1 to 8,760 hours from now, or remove the end', async () => {
    const id = await newReview(agent, projectId)
    const link = await newShareLink(person.call, id, { name: 'Design' })
    const edit = (expiresInHours: unknown) =>
      person.call<ShareLinkState>('PATCH', `/api/share-links/${link.id}`, { expiresInHours })
    for (const hours of [1, 8760]) {
      const before = Date.now()
      const { expiresAt, name } = (await edit(hours)).body
      const end = Date.parse(expiresAt ?? '') - hours * HOUR
      expect(end).toBeGreaterThanOrEqual(before)
      expect(end).toBeLessThanOrEqual(Date.now())
      expect(name).toBe('Design')
    }
    expect((await edit(null)).body.expiresAt).toBeNull()
    for (const hours of [0, 8761, 1.5, 'soon'])
      expect(await edit(hours)).toMatchObject({ status: 422, body: { data: { field: 'expiresInHours' } } })
  })

  it('an expired share link is valid again with a later end, unless it was revoked', async () => {
    const id = await newReview(agent, projectId)
    const [expired, revoked] = [await newShareLink(person.call, id), await newShareLink(person.call, id)]
    await runSql(server, 'UPDATE share_link SET expires_at = 1 WHERE review_id = ?', [id])
    await person.call('DELETE', `/v1/share-links/${revoked.id}`)
    const read = async ({ token }: { token: string }) => (await visitorOf(server, token).read()).status
    const extend = (link: { id: string }, body: object = { expiresInHours: 1 }) =>
      person.call<ShareLinkState>('PATCH', `/api/share-links/${link.id}`, body)
    expect(await read(expired)).toBe(404)
    expect((await extend(expired, { name: 'Later' })).body).toMatchObject({
      name: 'Later',
      hasAddress: false,
    })
    expect(await read(expired)).toBe(404)
    expect((await extend(expired)).body.hasAddress).toBe(true)
    expect(await read(expired)).toBe(200)
    const revealed = await person.call<{ url: string }>('POST', `/api/share-links/${expired.id}/reveal`)
    expect(revealed.body.url).toBe(expired.url)
    expect((await extend(revoked)).status).toBe(404)
    expect(await read(revoked)).toBe(404)
    expect(await eventKindsOf(server, expired.id)).toContain('share_link.updated')
  })
})
