import { describe, expect, it } from 'vitest'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { pngImage } from '../../support/media/samples'
import { sharedFixture } from '../../support/server/fixture'
import { blobsOf } from '../../support/data/blobs-of'

const { server, agent, projectId } = await sharedFixture()

describe('a missing derivative', () => {
  it('concurrent requests for a missing derivative create it only once from the original', async () => {
    const done = await upload(agent, await newReview(agent, projectId), await pngImage(50, 40))
    const embeds = async () =>
      (await blobsOf(server, done.revisionId)).filter(path => path.includes('/embed-'))
    // Deletes the derivative before any request, because a node caches small blobs of a bucket for a while.
    const [key = ''] = await embeds()
    const before = await server.blobs.read(key)
    await server.blobs.remove(key)
    expect(await embeds()).toEqual([])
    const responses = await Promise.all(Array.from({ length: 8 }, () => fetch(done.embedUrl ?? '')))
    expect(responses.map(each => each.status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(Buffer.from(await (responses[0] as Response).arrayBuffer()).equals(before)).toBe(true)
    expect(await embeds()).toHaveLength(1)
  })
})
