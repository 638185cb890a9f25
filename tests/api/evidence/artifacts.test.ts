import { describe, expect, it } from 'vitest'
import type { Artifact } from '#shared/contract/artifact'
import { newReview, upload } from '../../support/client'
import { sharedFixture } from '../../support/fixture'

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
