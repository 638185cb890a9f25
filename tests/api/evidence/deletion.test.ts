import { describe, expect, it } from 'vitest'
import type { Artifact } from '#shared/contract/artifact'
import { limits } from '#shared/contract/kit/limits'
import type { Call } from '../../support/server/client'
import { signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { eventKindsOf } from '../../support/data/database'
import { sharedFixture } from '../../support/server/fixture'
import { blobsOf } from '../../support/data/blobs-of'

const { server, person, agent, projectId, png } = await sharedFixture()
const outsider = await signUp(server, 'Outsider')

describe('deleting', () => {
  it.each(['artifacts', 'reviews', 'projects'])(
    'deleting one of the %s deletes its rows and its stored files, and nothing else',
    async kind => {
      const own = await person.project('Doomed')
      const reviewId = await newReview(agent, own)
      const done = await upload(agent, reviewId, png)
      const neighbor = await upload(agent, await newReview(agent, projectId), png)
      await fetch(`${done.embedUrl}?w=320`)
      await agent('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
        geometry: { x: 0, y: 0 },
        body: 'x',
      })
      expect(await blobsOf(server, done.revisionId)).toHaveLength(3)
      const id = { artifacts: done.artifactId, reviews: reviewId, projects: own }[kind] ?? ''
      expect((await agent('DELETE', `/api/${kind}/${id}`)).status).toBe(403)
      expect((await outsider.call('DELETE', `/api/${kind}/${id}`)).status).toBe(404)
      expect((await person.call('DELETE', `/api/${kind}/${id}`)).status).toBe(204)
      expect((await person.call('DELETE', `/api/${kind}/${id}`)).status).toBe(404)
      expect(await blobsOf(server, done.revisionId)).toEqual([])
      expect((await fetch(done.embedUrl ?? '')).status).toBe(404)
      expect((await fetch(neighbor.embedUrl ?? '')).status).toBe(200)
      expect((await eventKindsOf(server, id)).at(-1)).toBe(`${kind.slice(0, -1)}.deleted`)
    },
  )
})

describe('the deletion of several artifacts', () => {
  const remove = (by: Call, reviewId: string, artifactIds: string[]) =>
    by('POST', `/api/reviews/${reviewId}/artifacts/delete`, { artifactIds })
  const idsIn = async (reviewId: string) =>
    (await agent<{ artifacts: Artifact[] }>('GET', `/v1/reviews/${reviewId}`)).body.artifacts.map(
      each => each.id,
    )

  it('several artifacts are deleted with their rows and files, and each deletion has an event', async () => {
    const reviewId = await newReview(agent, projectId)
    const [one, two, remaining] = [
      await upload(agent, reviewId, png),
      await upload(agent, reviewId, png),
      await upload(agent, reviewId, png),
    ]
    const ids = [one.artifactId, two.artifactId, one.artifactId]
    expect((await remove(agent, reviewId, ids)).status).toBe(403)
    expect((await remove(outsider.call, reviewId, ids)).status).toBe(404)
    expect((await remove(person.call, reviewId, ids)).status).toBe(204)
    expect(await idsIn(reviewId)).toEqual([remaining.artifactId])
    for (const { artifactId, revisionId } of [one, two]) {
      expect(await blobsOf(server, revisionId)).toEqual([])
      expect(
        (await eventKindsOf(server, artifactId)).filter(each => each === 'artifact.deleted'),
      ).toHaveLength(1)
    }
    expect((await fetch(remaining.embedUrl ?? '')).status).toBe(200)
  })

  it('several artifacts are not deleted when one of them is not in the review', async () => {
    const [reviewId, other] = [await newReview(agent, projectId), await newReview(agent, projectId)]
    const here = await upload(agent, reviewId, png)
    const elsewhere = await upload(agent, other, png)
    for (const id of [elsewhere.artifactId, 'art_01AAAAAAAAAAAAAAAAAAAAAAAA'])
      expect(await remove(person.call, reviewId, [here.artifactId, id])).toMatchObject({
        status: 404,
        body: { data: { field: 'artifactIds' } },
      })
    expect([await idsIn(reviewId), await idsIn(other)]).toEqual([[here.artifactId], [elsewhere.artifactId]])
    expect((await fetch(here.embedUrl ?? '')).status).toBe(200)
  })

  it(`1 to ${limits.artifactsAtOnce} artifacts can be deleted in one call`, async () => {
    const reviewId = await newReview(agent, projectId)
    const { artifactId } = await upload(agent, reviewId, png)
    const refused = { status: 422, body: { data: { field: 'artifactIds' } } }
    expect(await remove(person.call, reviewId, [])).toMatchObject(refused)
    const full = Array.from({ length: limits.artifactsAtOnce }, () => artifactId)
    expect(await remove(person.call, reviewId, [...full, artifactId])).toMatchObject(refused)
    expect((await remove(person.call, reviewId, full)).status).toBe(204)
  })
})
