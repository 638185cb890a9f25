import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import type { ReviewPayload } from '#shared/contract/review'
import { blobsOf } from '../../support/data/blobs-of'
import { runSql } from '../../support/data/database'
import { joined, signUp } from '../../support/people/sign-up'
import { plainFrame, putPicture, uploadVideo } from '../../support/reviews/frames'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { sharedFixture } from '../../support/server/fixture'

const { server, person, agent, projectId, png } = await sharedFixture()
const blue = await plainFrame().webp().toBuffer()
const send = (revisionId: string, frame = blue, by = person) =>
  putPicture(server, by, `/api/revisions/${revisionId}/poster`, frame)
const newVideo = async (poster?: Buffer) => {
  const reviewId = await newReview(agent, projectId)
  return { reviewId, ...(await uploadVideo(agent, reviewId, 'Resize', poster)) }
}
const read = async (reviewId: string) => (await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).body

describe('PUT /api/revisions/{id}/poster', () => {
  it('a video without a poster gets the first frame, which the Markdown then shows', async () => {
    const { reviewId, revisionId } = await newVideo()
    expect((await read(reviewId)).markdown).not.toContain('![')
    expect((await send(revisionId)).status).toBe(204)
    const { artifacts, markdown } = await read(reviewId)
    const { posterUrl } = artifacts[0]?.currentRevision ?? {}
    expect(markdown).toContain(`[![▶ Resize](${posterUrl})]`)
    const poster = await fetch(posterUrl ?? '')
    const { data, info } = await sharp(Buffer.from(await poster.arrayBuffer()))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([320, 200])
    const [red = 255, green = 255, color = 0] = data
    expect([red < 5, green < 5, color > 250]).toEqual([true, true, true])
  })

  it('only one of several concurrent posters is stored, and later posters change nothing', async () => {
    const { reviewId, revisionId } = await newVideo()
    const red = await plainFrame(320, 200, '#ff0000').webp().toBuffer()
    const sent = await Promise.all([blue, red, blue, red].map(frame => send(revisionId, frame)))
    expect(sent.map(each => each.status)).toEqual([204, 204, 204, 204])
    const first = (await read(reviewId)).artifacts[0]?.currentRevision?.posterUrl
    const keys = (await blobsOf(server, revisionId)).filter(key => key.includes('/poster'))
    expect(keys).toHaveLength(2)
    await send(revisionId, red)
    expect((await read(reviewId)).artifacts[0]?.currentRevision?.posterUrl).toBe(first)
    expect((await blobsOf(server, revisionId)).filter(key => key.includes('/poster'))).toEqual(keys)
  })

  it('a poster that an agent sent for a video is not replaced by a later poster', async () => {
    const { revisionId } = await newVideo(png)
    const keys = await blobsOf(server, revisionId)
    expect((await send(revisionId)).status).toBe(204)
    expect(await blobsOf(server, revisionId)).toEqual(keys)
  })

  it('a poster is refused for an image, or if it is not a picture or exceeds the limits', async () => {
    const image = await upload(agent, await newReview(agent, projectId), png)
    expect((await send(image.revisionId)).status).toBe(409)
    const { revisionId } = await newVideo()
    const before = await blobsOf(server, revisionId)
    const wide = await plainFrame(limits.framePixels + 1, 10)
      .webp()
      .toBuffer()
    const large = Buffer.concat([blue, Buffer.alloc(limits.frameBytes + 1 - blue.length)])
    for (const [frame, status] of [
      [Buffer.from('no picture'), 422],
      [wide, 422],
      [large, 413],
    ] as const)
      expect((await send(revisionId, frame)).status).toBe(status)
    expect(await blobsOf(server, revisionId)).toEqual(before)
    const widest = await plainFrame(limits.framePixels, 10).webp().toBuffer()
    expect((await send(revisionId, widest)).status).toBe(204)
  })

  it('a poster can be attached only by people who may send evidence, and not to deleted media', async () => {
    const { revisionId } = await newVideo()
    const reviewer = await joined(server, person, 'Rita', 'reviewer')
    expect((await send(revisionId, blue, reviewer)).status).toBe(403)
    expect((await send(revisionId, blue, await signUp(server, 'Outsider'))).status).toBe(404)
    await runSql(server, 'UPDATE revision SET media_deleted_at = ? WHERE id = ?', [Date.now(), revisionId])
    expect((await send(revisionId)).status).toBe(404)
  })
})
