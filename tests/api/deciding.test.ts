import { readdir } from 'node:fs/promises'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import type { Artifact } from '#shared/contract/artifact'
import type { ReviewPayload } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import { caller, newReview, signUp, upload } from '../support/client'
import { startStage } from '../support/stage'

const { server, person, agent, projectId, png } = await startStage()
afterAll(() => server.stop())
const stranger = await signUp(server, 'Stranger')

const eventsOf = (subject: string) => {
  const file = new Database(`${server.dataDir}/exhibit.sqlite`, { readonly: true })
  const kinds = file.prepare('SELECT kind FROM event WHERE subject_id = ? ORDER BY id').all(subject) as {
    kind: string
  }[]
  file.close()
  return kinds.map(each => each.kind)
}

describe('preferring a variation', () => {
  it('leaves one preferred in a group, also when people race, and another group alone', async () => {
    const reviewId = await newReview(agent, projectId)
    const ids = await Promise.all(
      ['a', 'a', 'a', 'b'].map(
        async variationGroup => (await upload(agent, reviewId, png, { variationGroup })).artifactId,
      ),
    )
    await person.call('POST', `/v1/artifacts/${ids[3]}/preferred`, { preferred: true })
    const answers = await Promise.all(
      ids
        .slice(0, 3)
        .flatMap(id =>
          [1, 2].map(() => person.call('POST', `/v1/artifacts/${id}/preferred`, { preferred: true })),
        ),
    )
    expect(answers.map(each => each.status)).toEqual([200, 200, 200, 200, 200, 200])
    const { artifacts } = (await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).body
    expect(
      artifacts
        .filter(each => each.preferred)
        .map(each => each.variationGroup)
        .sort(),
    ).toEqual(['a', 'b'])
    const chosen = artifacts.find(each => each.preferred && each.variationGroup === 'a')
    expect(await agent('PATCH', `/v1/artifacts/${chosen?.id}`, { variationGroup: 'c' })).toMatchObject({
      status: 200,
      body: { preferred: false, variationGroup: 'c' },
    })
    expect(
      await person.call('POST', `/v1/artifacts/${ids[3]}/preferred`, { preferred: false }),
    ).toMatchObject({ status: 200, body: { preferred: false } })
  })

  it('is for people, for grouped artifacts, and says which way', async () => {
    const done = await upload(agent, await newReview(agent, projectId), png)
    const path = `/v1/artifacts/${done.artifactId}/preferred`
    expect((await agent('POST', path, { preferred: true })).status).toBe(403)
    expect(await person.call('POST', path, { preferred: true })).toMatchObject({
      status: 400,
      body: { data: { error: 'not_in_group' } },
    })
    expect(await person.call('POST', path, {})).toMatchObject({
      status: 422,
      body: { data: { field: 'preferred' } },
    })
    expect((await stranger.call('POST', path, { preferred: true })).status).toBe(404)
  })
})

describe('changing an artifact', () => {
  it('keeps omitted fields, clears with null, refuses blank and nothing', async () => {
    const done = await upload(agent, await newReview(agent, projectId), png, {
      description: 'Before',
      variationGroup: ' a ',
    })
    const path = `/v1/artifacts/${done.artifactId}`
    expect(done.artifact.variationGroup).toBe('a')
    expect((await agent<Artifact>('PATCH', path, { title: 'After' })).body).toMatchObject({
      title: 'After',
      description: 'Before',
      variationGroup: 'a',
    })
    expect(
      (await person.call<Artifact>('PATCH', path, { description: null, variationGroup: '' })).body,
    ).toMatchObject({ title: 'After', description: null, variationGroup: null })
    expect(await agent('PATCH', path, { title: '  ' })).toMatchObject({
      status: 422,
      body: { data: { field: 'title' } },
    })
    expect((await agent('PATCH', path, {})).status).toBe(422)
  })
})

describe('revoking capability addresses', () => {
  it('kills every address of the purpose handed out before, and an authorised read gives a fresh one', async () => {
    const done = await upload(agent, await newReview(agent, projectId), png)
    const status = async (url: string | null) => (await fetch(url ?? '')).status
    expect(
      (await agent('DELETE', `/v1/revisions/${done.revisionId}/capabilities?purpose=embed`)).status,
    ).toBe(204)
    expect([await status(done.embedUrl), await status(done.downloadUrl)]).toEqual([404, 200])
    const fresh = (await agent<ReviewPayload>('GET', `/v1/reviews/${done.review.id}`)).body.artifacts[0]
      ?.currentRevision
    expect([await status(fresh?.embedUrl ?? null), fresh?.downloadUrl]).toEqual([200, done.downloadUrl])
    expect((await agent('DELETE', `/v1/revisions/${done.revisionId}/capabilities`)).status).toBe(204)
    expect([await status(fresh?.embedUrl ?? null), await status(done.downloadUrl)]).toEqual([404, 404])
    expect((await agent('DELETE', `/v1/revisions/${done.revisionId}/capabilities?purpose=all`)).status).toBe(
      422,
    )
    expect(
      (await (await stranger.agent())('DELETE', `/v1/revisions/${done.revisionId}/capabilities`)).status,
    ).toBe(404)
    expect(eventsOf(done.revisionId).filter(kind => kind === 'capability.revoked')).toHaveLength(2)
  })
})

describe('a share link', () => {
  it('shows its review to anybody, without downloads or personal state, until it is revoked', async () => {
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
    const anybody = caller(server)
    const shared = await anybody<ReviewPayload & { threads: Thread[] }>(
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
    expect(listed.body.shareLinks).toMatchObject([{ id: made.body.id, revokedAt: null }])
    expect(JSON.stringify(listed.body)).not.toContain(made.body.token)
    expect((await stranger.call('DELETE', `/v1/share-links/${made.body.id}`)).status).toBe(404)
    expect((await agent('DELETE', `/v1/share-links/${made.body.id}`)).status).toBe(204)
    expect((await agent('DELETE', `/v1/share-links/${made.body.id}`)).status).toBe(404)
    const revoked = await anybody('GET', `/api/share/${made.body.token}`)
    expect([revoked.status, revoked.body]).toEqual([404, (await anybody('GET', '/api/share/nonsense')).body])
    expect(eventsOf(made.body.id)).toEqual(['share_link.created', 'share_link.revoked'])
  })

  it('lasts 1 to 8,760 hours when it is asked to', async () => {
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
})

describe('an annotation', () => {
  it('is moved, set and deleted by people, held to its kind', async () => {
    const done = await upload(agent, await newReview(agent, projectId), png)
    const note = (
      await person.call<Thread>('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
        geometry: { x: 0.1, y: 0.1 },
        body: 'x',
      })
    ).body
    const path = `/api/threads/${note.threadId}`
    expect(
      await person.call('PATCH', path, { geometry: { x: 0.9, y: 0.2 }, status: 'resolved' }),
    ).toMatchObject({ status: 200, body: { geometry: { x: 0.9, y: 0.2 }, status: 'resolved' } })
    expect(await person.call('PATCH', path, { geometry: { x: 9, y: 0 } })).toMatchObject({
      status: 422,
      body: { data: { field: 'geometry.x' } },
    })
    expect((await person.call('PATCH', path, {})).status).toBe(422)
    expect((await agent('PATCH', path, { status: 'open' })).status).toBe(403)
    expect((await stranger.call('DELETE', path)).status).toBe(404)
    expect((await person.call('DELETE', path)).status).toBe(204)
    expect((await person.call('DELETE', path)).status).toBe(404)
    expect(eventsOf(note.threadId)).toEqual(['thread.created', 'thread.updated', 'thread.deleted'])
  })
})

describe('deleting', () => {
  const stored = async (revisionId: string) =>
    (
      await Promise.all(
        ['originals', 'embeds', 'thumbnails'].map(folder =>
          readdir(`${server.dataDir}/blobs/${folder}`).catch(() => []),
        ),
      )
    )
      .flat()
      .filter(name => name === revisionId)

  it.each(['artifacts', 'reviews', 'projects'])(
    'one of the %s takes its rows and its stored files, and nothing beside it',
    async kind => {
      const own = await person.project('Doomed')
      const reviewId = await newReview(agent, own)
      const done = await upload(agent, reviewId, png)
      const neighbour = await upload(agent, await newReview(agent, projectId), png)
      await fetch(`${done.embedUrl}?w=320`)
      await agent('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
        geometry: { x: 0, y: 0 },
        body: 'x',
      })
      expect((await stored(done.revisionId)).length).toBe(3)
      const id = { artifacts: done.artifactId, reviews: reviewId, projects: own }[kind] ?? ''
      expect((await agent('DELETE', `/api/${kind}/${id}`)).status).toBe(403)
      expect((await stranger.call('DELETE', `/api/${kind}/${id}`)).status).toBe(404)
      expect((await person.call('DELETE', `/api/${kind}/${id}`)).status).toBe(204)
      expect((await person.call('DELETE', `/api/${kind}/${id}`)).status).toBe(404)
      expect(await stored(done.revisionId)).toEqual([])
      expect((await fetch(done.embedUrl ?? '')).status).toBe(404)
      expect((await fetch(neighbour.embedUrl ?? '')).status).toBe(200)
      expect(eventsOf(id).at(-1)).toBe(`${kind.slice(0, -1)}.deleted`)
    },
  )
})

describe('projects and workspaces', () => {
  it('are renamed by those who may, and a new workspace belongs to who made it', async () => {
    const own = await person.project('Before')
    expect(await person.call('PATCH', `/api/projects/${own}`, { name: 'Äfter All!' })).toMatchObject({
      status: 200,
      body: { project: { name: 'Äfter All!', slug: 'after-all' } },
    })
    const made = await person.call<{ workspace: { id: string } }>('POST', '/api/workspaces', {
      name: 'Second',
    })
    expect(made).toMatchObject({
      status: 201,
      body: { workspace: { name: 'Second', plan: 'free', role: 'owner' } },
    })
    expect(
      (await stranger.call('PATCH', `/api/workspaces/${made.body.workspace.id}`, { name: 'Mine' })).status,
    ).toBe(404)
    expect(
      (await person.call('PATCH', `/api/workspaces/${made.body.workspace.id}`, { name: 'x'.repeat(121) }))
        .status,
    ).toBe(422)
    expect(
      (await person.call('PATCH', `/api/workspaces/${made.body.workspace.id}`, { name: 'Renamed' })).status,
    ).toBe(200)
    // With two workspaces none is guessed.
    expect(
      await person.call('POST', '/api/tokens', { name: 'x', capabilities: ['artifact:read'] }),
    ).toMatchObject({ status: 422, body: { data: { field: 'workspaceId' } } })
  })

  it('pricing is public', async () => {
    const { body } = await caller(server)<{
      plans: { id: string; price: number; limits: Record<string, number | null> }[]
    }>('GET', '/api/plans')
    expect(body.plans.map(each => [each.id, each.price, each.limits.evidenceUnitsPerMonth])).toEqual([
      ['unclaimed', 0, 25],
      ['free', 0, 500],
      ['team', 29, 20_000],
    ])
  })
})
