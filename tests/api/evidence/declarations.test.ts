import { describe, expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import type { ReviewPayload } from '#shared/contract/review'
import type { Failure } from '../../support/server/client'
import { newReview } from '../../support/reviews/review'
import { declareUpload, upload } from '../../support/reviews/uploads'
import { fixtureOn, sharedFixture } from '../../support/server/fixture'
import { refused } from '../../support/server/refusals'

const MiB = 1024 * 1024
const { server, agent, projectId, png } = await sharedFixture()
const ownWorkspace = () => fixtureOn(server)
const reviewId = await newReview(agent, projectId)

const declare = async (more: Record<string, unknown> = {}) =>
  declareUpload(agent, reviewId, { bytes: png.length, ...more })

describe('the declaration of an upload', () => {
  it.each([
    ['no title', { title: undefined }, 'title'],
    ['a blank title', { title: '  ' }, 'title'],
    ['a title of 201 characters', { title: 'x'.repeat(201) }, 'title'],
    ['no bytes', { bytes: 0 }, 'bytes'],
    ['an image over 50 MiB', { bytes: 52_428_801 }, 'bytes'],
    ['a video over 500 MiB', { kind: 'video', mime: 'video/mp4', bytes: 524_288_001 }, 'bytes'],
    ['a type that is not accepted', { mime: 'image/svg+xml' }, 'mime'],
    ['a type of the other kind', { kind: 'video', mime: 'image/png' }, 'mime'],
    ['a poster on an image', { poster: { mime: 'image/png', bytes: 10 } }, 'poster'],
    ['a viewport without height', { viewport: { width: 10 } }, 'viewport.height'],
    ['a description of 2,001 characters', { description: 'x'.repeat(2001) }, 'description'],
    ['a round key of 101 characters', { roundKey: 'x'.repeat(101) }, 'roundKey'],
    ['a malformed review id', { reviewId: 'art_1' }, 'reviewId'],
  ])('declaring an upload with %s is refused, and the error names the field', async (_, more, field) => {
    const response = await declare(more)
    expect(response).toMatchObject(refused(422, 'invalid_request', field))
    expect((response.body as unknown as Failure).data.hint).toBeTruthy()
  })

  it('declaring an upload is refused if all declared ones would exceed 10 GiB in the workspace', async () => {
    const { agent: own, projectId: project } = await ownWorkspace()
    const review = await newReview(own, project)
    const large = { kind: 'video', mime: 'video/mp4', bytes: 500 * MiB }
    const declared = []
    for (let i = 0; i < 20; i++) declared.push(await declareUpload(own, review, large))
    const rest = limits.bytesInFlight - 20 * large.bytes
    expect((await declareUpload(own, review, { ...large, bytes: rest + 1 })).status).toBe(409)
    const posterBytes = 1 * MiB
    const withPoster = {
      ...large,
      bytes: rest - posterBytes,
      poster: { mime: 'image/png', bytes: posterBytes },
    }
    const last = await declareUpload(own, review, withPoster)
    expect([...declared.map(each => each.status), last.status]).toEqual(Array(21).fill(201))
    expect(await declareUpload(own, review, { bytes: 1 })).toMatchObject({
      status: 409,
      body: { data: { error: 'conflict', hint: expect.stringContaining('cancel') as string } },
    })
    const revision = await own('POST', `/v1/artifacts/${last.body.artifactId}/revisions`, {
      mime: 'video/mp4',
      bytes: 1,
    })
    expect(revision.status).toBe(409)
    // Declared uploads count only in their own workspace, and cancelled uploads no longer count.
    expect((await declare()).status).toBe(201)
    await own('DELETE', `/v1/revisions/${last.body.revisionId}`)
    expect((await declareUpload(own, review, { ...large, bytes: rest })).status).toBe(201)
  })

  it('the error for an upload of a type that is not accepted names a type to send instead', async () => {
    const { body } = await declare({ kind: 'video', mime: 'video/x-msvideo' })
    expect((body as unknown as Failure).data.message).toContain('not an AVI video: Export it as MP4 (H.264)')
  })

  it('declaring an upload is accepted if its texts and files have exactly the maximum size', async () => {
    const responses = await Promise.all([
      declare({
        title: 'x'.repeat(200),
        description: 'x'.repeat(2000),
        scenario: 'x'.repeat(200),
        route: `/${'x'.repeat(499)}`,
        commit: 'x'.repeat(100),
      }),
      declare({ bytes: 52_428_800 }),
      declare({ kind: 'video', mime: 'video/mp4', bytes: 524_288_000 }),
    ])
    expect(responses.map(each => each.status)).toEqual([201, 201, 201])
  })

  it('declaring an upload for an earlier round is rejected with 409', async () => {
    const own = await newReview(agent, projectId, 'Rounds')
    await declare({ reviewId: own, roundKey: 'one' })
    await upload(agent, own, png, { roundKey: 'two' })
    expect(await declare({ reviewId: own, roundKey: 'one' })).toMatchObject(
      refused(409, 'round_closed', 'roundKey'),
    )
    expect((await declare({ reviewId: own, roundKey: 'two' })).status).toBe(201)
  })

  it('uploads can be declared for a round until a file of a later round is completed', async () => {
    const own = await newReview(agent, projectId, 'Declared rounds')
    await upload(agent, own, png, { roundKey: 'one' })
    await declare({ reviewId: own, roundKey: 'two' })
    await upload(agent, own, png, { roundKey: 'one' })
    const { rounds } = (await agent<ReviewPayload>('GET', `/v1/reviews/${own}`)).body
    expect(rounds.map(each => each.number)).toEqual([1])
  })
})
