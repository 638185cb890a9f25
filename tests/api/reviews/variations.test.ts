import { describe, expect, it } from 'vitest'
import type { ReviewPayload } from '#shared/contract/review'
import { signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { revise, upload } from '../../support/reviews/uploads'
import { sharedFixture } from '../../support/server/fixture'

const { server, person, agent, projectId, png } = await sharedFixture()
const outsider = await signUp(server, 'Outsider')

describe('preferring an artifact of a variation group', () => {
  it('at most one artifact of a variation group is preferred, even after concurrent calls', async () => {
    const reviewId = await newReview(agent, projectId)
    const ids = await Promise.all(
      ['a', 'a', 'a', 'b'].map(
        async variationGroup => (await upload(agent, reviewId, png, { variationGroup })).artifactId,
      ),
    )
    await person.call('POST', `/v1/artifacts/${ids[3]}/preferred`, { preferred: true })
    const responses = await Promise.all(
      ids
        .slice(0, 3)
        .flatMap(id =>
          [1, 2].map(() => person.call('POST', `/v1/artifacts/${id}/preferred`, { preferred: true })),
        ),
    )
    expect(responses.map(each => each.status)).toEqual([200, 200, 200, 200, 200, 200])
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

  it('preferring an artifact does not change a group with the same name in another review', async () => {
    const [first, second] = await Promise.all(
      ['First', 'Second'].map(async title =>
        upload(agent, await newReview(agent, projectId, title), png, { variationGroup: 'hero' }),
      ),
    )
    for (const each of [first, second])
      await person.call('POST', `/v1/artifacts/${each?.artifactId}/preferred`, { preferred: true })
    const { artifacts } = (await agent<ReviewPayload>('GET', `/v1/reviews/${first?.review.id}`)).body
    expect(artifacts.map(each => each.preferred)).toEqual([true])
  })

  it('an artifact is no longer preferred when a revision moves it into another variation group', async () => {
    const reviewId = await newReview(agent, projectId)
    const [moved, stays] = [
      await upload(agent, reviewId, png, { variationGroup: 'a' }),
      await upload(agent, reviewId, png, { variationGroup: 'b' }),
    ]
    for (const each of [moved, stays])
      await person.call('POST', `/v1/artifacts/${each.artifactId}/preferred`, { preferred: true })
    const { artifact } = await revise(agent, moved.artifactId, png, { variationGroup: 'b' })
    expect(artifact).toMatchObject({ variationGroup: 'b', preferred: false })
    const { artifacts } = (await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).body
    expect(artifacts.filter(each => each.preferred).map(each => each.id)).toEqual([stays.artifactId])
  })

  it('only people can prefer an artifact, and only in a variation group', async () => {
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
    expect((await outsider.call('POST', path, { preferred: true })).status).toBe(404)
  })
})
