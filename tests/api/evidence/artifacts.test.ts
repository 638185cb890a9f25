import { describe, expect, it } from 'vitest'
import type { Artifact } from '#shared/contract/artifact'
import type { ReviewPayload } from '#shared/contract/review'
import type { SharedReview } from '#shared/contract/shared-review'
import type { DeclarationResult } from '#shared/contract/upload'
import { annotate, onWhole } from '../../support/reviews/comments'
import { caller } from '../../support/server/client'
import { newReview, threadsOf } from '../../support/reviews/review'
import { put, revise, upload } from '../../support/reviews/uploads'
import { sharedFixture } from '../../support/server/fixture'

const { server, person, agent, projectId, png } = await sharedFixture()
const visitor = caller(server)

const artifactsOf = async (reviewId: string) =>
  (await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).body.artifacts

describe('changing an artifact', () => {
  it('changing an artifact keeps omitted fields, clears null fields and refuses blank values', async () => {
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

describe('the route, viewport, commit and scenario of a revision', () => {
  const facts = {
    description: 'Three items',
    route: '/cart',
    viewport: { width: 64, height: 48 },
    commit: '4be81d0',
    scenario: 'Signed in',
  }
  const none = { description: null, route: null, viewport: null, commit: null, scenario: null }

  it('each revision keeps its route, viewport and commit; the artifact shows the latest ones', async () => {
    const reviewId = await newReview(agent, projectId)
    const { artifactId, artifact } = await upload(agent, reviewId, png, facts)
    expect(artifact).toMatchObject({ ...facts, revisions: [facts] })
    const next = { ...facts, description: 'Four items', commit: '9a2cc11', scenario: 'Signed out' }
    const declared = await agent<DeclarationResult>('POST', `/v1/artifacts/${artifactId}/revisions`, {
      mime: 'image/png',
      bytes: png.length,
      ...next,
    })
    const [waiting] = await artifactsOf(reviewId)
    expect(waiting).toMatchObject({ ...facts, revisions: [facts, none] })
    await put(declared.body.uploadUrl, png)
    await agent('POST', `/v1/artifacts/${artifactId}/complete`, {})
    const [revised] = await artifactsOf(reviewId)
    expect(revised).toMatchObject({ ...next, currentRevision: next, revisions: [facts, next] })
  })

  it('a revision takes an omitted route or viewport from the previous one, but not the commit', async () => {
    const reviewId = await newReview(agent, projectId)
    const { artifactId } = await upload(agent, reviewId, png, facts)
    const { artifact: same } = await revise(agent, artifactId, png)
    expect(same).toMatchObject({ ...facts, commit: null, currentRevision: { ...facts, commit: null } })
    const cleared = { description: null, route: null, viewport: null, scenario: null }
    const { artifact } = await revise(agent, artifactId, png, { ...cleared, commit: '9a2cc11' })
    expect(artifact).toMatchObject({ ...cleared, commit: '9a2cc11' })
    expect(artifact.revisions).toMatchObject([
      facts,
      { ...facts, commit: null },
      { ...cleared, commit: '9a2cc11' },
    ])
  })

  it('an artifact does not take the title of a revision that completes after a later revision', async () => {
    const reviewId = await newReview(agent, projectId)
    const { artifactId } = await upload(agent, reviewId, png, facts)
    const declare = (commit: string, title: string) =>
      agent<DeclarationResult>('POST', `/v1/artifacts/${artifactId}/revisions`, {
        mime: 'image/png',
        bytes: png.length,
        commit,
        title,
        scenario: title,
      })
    const [{ body: second }, { body: third }] = [await declare('2', 'Second'), await declare('3', 'Third')]
    for (const { uploadUrl, revisionId } of [third, second]) {
      await put(uploadUrl, png)
      await agent('POST', `/v1/artifacts/${artifactId}/complete`, { revisionId })
    }
    const [shown] = await artifactsOf(reviewId)
    expect(shown).toMatchObject({
      status: 'ready',
      title: 'Third',
      commit: '3',
      scenario: 'Third',
      currentRevision: { index: 3, commit: '3' },
      revisions: [facts, { commit: '2', scenario: 'Second' }, { commit: '3' }],
    })
  })

  it('a changed description of an artifact changes only its current revision', async () => {
    const reviewId = await newReview(agent, projectId)
    const { artifactId } = await upload(agent, reviewId, png, facts)
    await revise(agent, artifactId, png)
    const { body } = await agent<Artifact>('PATCH', `/v1/artifacts/${artifactId}`, { description: 'Changed' })
    expect(body).toMatchObject({
      description: 'Changed',
      revisions: [{ description: 'Three items' }, { description: 'Changed' }],
    })
    expect((await revise(agent, artifactId, png)).artifact.description).toBe('Changed')
  })

  it('a thread and a share link contain the route, viewport and commit of the revision', async () => {
    const reviewId = await newReview(agent, projectId)
    const { artifactId } = await upload(agent, reviewId, png, facts)
    const created = await annotate(agent, artifactId, 'Too wide.', onWhole)
    await revise(agent, artifactId, png, { commit: '9a2cc11', route: '/basket' })
    const { description: _, ...shown } = facts
    expect(created.artifact).toMatchObject(shown)
    expect((await threadsOf(agent, reviewId))[0]?.artifact).toMatchObject(shown)
    const link = await agent<{ token: string }>('POST', `/v1/reviews/${reviewId}/share-links`, {})
    const shared = await visitor<SharedReview>('GET', `/api/share/${link.body.token}`)
    expect(shared.body.artifacts[0]?.revisions).toMatchObject([
      facts,
      { ...facts, commit: '9a2cc11', route: '/basket' },
    ])
  })
})

describe('an artifact with an incomplete revision', () => {
  it('an artifact shows its completed revision while a new revision is incomplete', async () => {
    const reviewId = await newReview(agent, projectId)
    const done = await upload(agent, reviewId, png)
    const declare = () =>
      agent<DeclarationResult>('POST', `/v1/artifacts/${done.artifactId}/revisions`, {
        mime: 'image/png',
        bytes: png.length,
      })
    const read = async () => (await artifactsOf(reviewId))[0]
    const [second, third] = [(await declare()).body, (await declare()).body]
    expect(await read()).toMatchObject({ status: 'processing', currentRevision: { index: 1 } })
    for (const [{ uploadUrl, revisionId }, index] of [
      [second, 2],
      [third, 3],
    ] as const) {
      await put(uploadUrl, png)
      await agent('POST', `/v1/artifacts/${done.artifactId}/complete`, { revisionId })
      expect(await read()).toMatchObject({ status: 'ready', currentRevision: { index } })
    }
  })
})
