import { describe, expect, it } from 'vitest'
import type { Artifact } from '#shared/contract/artifact'
import type { ReviewPayload } from '#shared/contract/review'
import type { DeclarationResult } from '#shared/contract/upload'
import { newReview, put, upload } from '../../support/server/client'
import { sharedFixture } from '../../support/server/fixture'

const { person, agent, projectId, png } = await sharedFixture()

describe('changing an artifact', () => {
  it('leaves omitted fields unchanged, clears with null, rejects blank and empty changes', async () => {
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

describe('an artifact with a revision on its way', () => {
  it('shows the completed one, and is ready again once any of them is complete', async () => {
    const reviewId = await newReview(agent, projectId)
    const done = await upload(agent, reviewId, png)
    const declare = () =>
      agent<DeclarationResult>('POST', `/v1/artifacts/${done.artifactId}/revisions`, {
        mime: 'image/png',
        bytes: png.length,
      })
    const read = async () => (await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).body.artifacts[0]
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
