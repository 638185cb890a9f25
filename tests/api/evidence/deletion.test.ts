import { describe, expect, it } from 'vitest'
import { newReview, signUp, upload } from '../../support/client'
import { eventKindsOf } from '../../support/database'
import { sharedFixture } from '../../support/fixture'
import { blobsOf } from '../../support/blobs-of'

const { server, person, agent, projectId, png } = await sharedFixture()
const stranger = await signUp(server, 'Stranger')

describe('deleting', () => {
  it.each(['artifacts', 'reviews', 'projects'])(
    'of one of the %s deletes its rows and its stored files, and nothing else',
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
      expect(await blobsOf(server, done.revisionId)).toHaveLength(3)
      const id = { artifacts: done.artifactId, reviews: reviewId, projects: own }[kind] ?? ''
      expect((await agent('DELETE', `/api/${kind}/${id}`)).status).toBe(403)
      expect((await stranger.call('DELETE', `/api/${kind}/${id}`)).status).toBe(404)
      expect((await person.call('DELETE', `/api/${kind}/${id}`)).status).toBe(204)
      expect((await person.call('DELETE', `/api/${kind}/${id}`)).status).toBe(404)
      expect(await blobsOf(server, done.revisionId)).toEqual([])
      expect((await fetch(done.embedUrl ?? '')).status).toBe(404)
      expect((await fetch(neighbour.embedUrl ?? '')).status).toBe(200)
      expect((await eventKindsOf(server, id)).at(-1)).toBe(`${kind.slice(0, -1)}.deleted`)
    },
  )
})
