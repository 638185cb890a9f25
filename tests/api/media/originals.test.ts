import { describe, expect, it } from 'vitest'
import { newReview } from '../../support/reviews/review'
import { upload, revise } from '../../support/reviews/uploads'
import { sharedFixture } from '../../support/server/fixture'
import { pngImage } from '../../support/media/samples'

const { server, agent, projectId, png, person } = await sharedFixture()

describe('originals', () => {
  it('an original can be downloaded for each existing revision', async () => {
    const done = await upload(agent, await newReview(agent, projectId), png)
    const status = async (query: string) =>
      (await agent('GET', `/v1/artifacts/${done.artifactId}/download${query}`)).status
    expect([
      await status(''),
      await status('?revision=1'),
      await status('?revision=2'),
      await status('?revision=0'),
      await status('?revision=x'),
    ]).toEqual([200, 200, 404, 422, 422])
  })
})

describe('the download of an original', () => {
  it('the original of any revision is sent byte for byte', async () => {
    const reviewId = await newReview(agent, projectId)
    const first = await upload(agent, reviewId, png, { title: 'Dash/board: "ü"' })
    const other = await pngImage(64, 64)
    await revise(agent, first.artifactId, other)
    const get = async (query = '') => {
      const token = (
        await person.call<{ token: string }>('POST', '/api/tokens', {
          name: 'reader',
          workspaceId: person.workspaceId,
          capabilities: ['artifact:read'],
        })
      ).body.token
      return fetch(`${server.url}/v1/artifacts/${first.artifactId}/download${query}`, {
        headers: { authorization: `Bearer ${token}` },
      })
    }
    expect(Buffer.from(await (await get()).arrayBuffer()).equals(other)).toBe(true)
    const old = await get('?revision=1')
    expect(Buffer.from(await old.arrayBuffer()).equals(png)).toBe(true)
    expect(old.headers.get('content-type')).toBe('image/png')
    expect(old.headers.get('content-disposition')).toBe(
      'attachment; filename="Dash board u r1.png"; filename*=UTF-8\'\'Dash%20board%20%C3%BC%20r1.png',
    )
    expect((await get('?revision=3')).status).toBe(404)
  })
})
