import { describe, expect, it } from 'vitest'
import type { Me } from '#shared/contract/workspace'
import { contract } from '#shared/contract'
import { featureNames } from '#shared/contract/features'
import type { Operation } from '#shared/contract/kit/operation'
import { featureFor } from '#shared/permissions'
import type { Failure } from '../../support/server/client'
import { newReview } from '../../support/reviews/review'
import { declareUpload, upload } from '../../support/reviews/uploads'
import { runSql } from '../../support/data/database'
import { fixtureOn, type Fixture } from '../../support/server/fixture'
import { onePixel } from '../../support/server/forms'
import { sharedServer } from '../../support/server/server'

const off = { SHARE_LINKS: 'off', WEBHOOKS: 'off', MCP: 'off', UPLOADS_BY_HAND: 'off' }
const server = await sharedServer(off)
const { person, agent, projectId, png } = await fixtureOn(server)
const reviewId = await newReview(agent, projectId)

/** Calls an operation that `/openapi.json` may leave out. */
async function send(path: string, init: RequestInit = {}, to: Pick<Fixture, 'server'>['server'] = server) {
  const response = await fetch(new URL(path, to.url), init)
  const text = await response.text()
  return { status: response.status, body: text.startsWith('{') ? (JSON.parse(text) as Failure) : null }
}

const asPerson = (who = person, to = server) => ({
  'cookie': who.cookie,
  'origin': to.url,
  'content-type': 'application/json',
})

const rows: Operation[] = Object.values(contract)

describe('a server on which every feature is turned off', () => {
  it('every operation of a feature that is turned off is refused with the name of the setting', async () => {
    const parts = rows.filter(row => featureFor(row.action, 'human') !== undefined)
    const paths = (pattern: RegExp) => rows.filter(row => pattern.test(row.path)).map(row => row.id)
    // Operations that still work: share links can be listed and revoked, comments of guests can be deleted,
    // and Stripe calls the last operation.
    const remaining = ['listShareLinks', 'revokeShareLink', 'deleteGuestComments', 'receiveBillingEvent']
    expect(paths(/share|webhook|deliver|connect|oauth/).filter(id => !remaining.includes(id))).toEqual(
      parts.map(row => row.id).filter(id => !/^(?:declare|submit)/.test(id)),
    )
    const settings = ['SHARE_LINKS', 'WEBHOOKS', 'MCP', 'UPLOADS_BY_HAND']
    for (const row of parts) {
      const id = row.path.includes('/reviews/') ? reviewId : person.workspaceId
      const isAnonymous = row.auth.anonymous
      const { status, body } = await send(row.path.replace('{id}', id).replace(/\{\w+\}/g, 'x'), {
        method: row.method,
        headers: isAnonymous ? {} : asPerson(),
        ...(row.method !== 'GET' && { body: '{}' }),
      })
      const isHidden = isAnonymous || featureFor(row.action, 'human') === 'mcp'
      expect([row.id, status]).toEqual([row.id, isHidden ? 404 : 403])
      const envelope = body?.data.message === undefined ? '' : `${body.data.message} ${body.data.hint}`
      if (!row.path.startsWith('/oauth'))
        expect([row.id, settings.some(setting => envelope.includes(setting))]).toEqual([row.id, true])
    }
  })

  it('with MCP turned off, its URLs outside of the API contract respond 404', async () => {
    const metadata = '/.well-known/oauth-protected-resource'
    for (const [method, path] of [
      ['POST', '/mcp'],
      ['GET', '/mcp'],
      ['GET', '/oauth/authorize?client_id=x'],
      ['GET', metadata],
      ['GET', `${metadata}/mcp`],
      ['GET', '/.well-known/oauth-authorization-server'],
    ] as const)
      expect([path, (await send(path, { method })).status]).toEqual([path, 404])
  })

  it('with features turned off, agents still send evidence, and people still add images', async () => {
    expect((await upload(agent, reviewId, png)).status).toBe('ready')
    const refused = await send('/v1/artifacts/uploads', {
      method: 'POST',
      headers: asPerson(),
      body: JSON.stringify({ reviewId, kind: 'image', title: 'x', mime: 'image/png', bytes: 5 }),
    })
    expect(refused).toMatchObject({ status: 403, body: { data: { error: 'forbidden' } } })
    const image = await send(`/v1/reviews/${reviewId}/comment-images`, {
      method: 'POST',
      headers: { cookie: person.cookie, origin: server.url },
      body: new Uint8Array(onePixel),
    })
    expect(image.status).toBe(201)
  })

  it('the documents leave out features that are turned off, and the dashboard gets their list', async () => {
    const text = async (path: string) => (await fetch(server.url + path)).text()
    const documents = [await text('/openapi.json'), await text('/llms.txt'), await text('/docs/api.md')]
    for (const document of documents) expect(document).not.toMatch(/\/mcp|\/oauth\//)
    expect(documents[1]).not.toContain('share-links')
    expect(documents[2]).not.toContain('### POST /v1/reviews/{id}/share-links')
    expect(documents[0]).not.toContain('"/v1/reviews/{id}/share-links"')
    expect(documents[0]).not.toContain('/api/workspaces/{id}/webhooks')
    const index = (await agent<{ mcp: null; endpoints: { path: string }[] }>('GET', '/v1')).body
    expect(index.mcp).toBeNull()
    expect(index.endpoints.map(each => each.path)).not.toContain('/v1/reviews/{id}/share-links')
    expect((await person.call<Me>('GET', '/api/me')).body.turnedOff).toEqual([...featureNames])
  })

  it('with webhooks turned off, changes queue no messages to existing webhooks', async () => {
    await runSql(
      server,
      `INSERT INTO webhook (id, workspace_id, url, format, events, secret, created_at)
        SELECT 'whk_01AAAAAAAAAAAAAAAAAAAAAAAA', id, 'https://example.com', 'standard',
        '["review.created"]', 'x', 1 FROM workspace WHERE id = ?`,
      [person.workspaceId],
    )
    await newReview(agent, projectId)
    const queued = "SELECT id FROM webhook_delivery WHERE webhook_id = 'whk_01AAAAAAAAAAAAAAAAAAAAAAAA'"
    expect(await runSql(server, queued)).toEqual([])
  })
})

describe('a server with SHARE_LINKS=view', () => {
  it('with SHARE_LINKS=view, share links show reviews, and guests cannot comment', async () => {
    const viewing = await sharedServer({ SHARE_LINKS: 'view' })
    const stage = await fixtureOn(viewing)
    const review = await newReview(stage.agent, stage.projectId)
    const path = `/v1/reviews/${review}/share-links`
    const refused = await stage.person.call<Failure>('POST', path, { allowComments: true })
    expect(refused).toMatchObject({
      status: 403,
      body: { data: { error: 'forbidden', field: 'allowComments' } },
    })
    const { body: link } = await stage.person.call<{ id: string; token: string }>('POST', path, {})
    expect(
      (await stage.person.call('PATCH', `/api/share-links/${link.id}`, { allowComments: true })).status,
    ).toBe(403)
    // Simulates a share link that allowed comments before the setting was changed.
    await runSql(viewing, 'UPDATE share_link SET allow_comments = true WHERE id = ?', [link.id])
    const shown = await send(`/api/share/${link.token}`, {}, viewing)
    expect(shown).toMatchObject({ status: 200, body: { allowComments: false } })
    const comment = await send(
      `/api/share/${link.token}/threads`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'origin': viewing.url },
        body: JSON.stringify({ kind: 'review', name: 'Guest', body: 'Hello.' }),
      },
      viewing,
    )
    expect(comment).toMatchObject({ status: 404, body: { data: { error: 'not_found' } } })
    expect((await declareUpload(stage.person.call, review, { bytes: 5 })).status).toBe(201)
  })
})
