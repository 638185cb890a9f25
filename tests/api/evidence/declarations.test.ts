import { describe, expect, it } from 'vitest'
import type { ReviewPayload } from '#shared/contract/review'
import { declareUpload, newReview, upload, type Failure } from '../../support/server/client'
import { sharedFixture } from '../../support/server/fixture'

const { agent, projectId, png } = await sharedFixture()
const reviewId = await newReview(agent, projectId)

const declare = async (more: Record<string, unknown> = {}) =>
  declareUpload(agent, reviewId, { bytes: png.length, ...more })

const refused = (status: number, error: string, field?: string | null) => ({
  status,
  body: { statusCode: status, data: { error, ...(field !== undefined && { field }) } },
})

describe('a declaration', () => {
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
  ])('with %s is refused, and the field named', async (_, more, field) => {
    const response = await declare(more)
    expect(response).toMatchObject(refused(422, 'invalid_request', field))
    expect((response.body as unknown as Failure).data.hint).toBeTruthy()
  })

  it('at the exact limits is accepted', async () => {
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

  it('into an earlier round is rejected with 409', async () => {
    const own = await newReview(agent, projectId, 'Rounds')
    await declare({ reviewId: own, roundKey: 'one' })
    await upload(agent, own, png, { roundKey: 'two' })
    expect(await declare({ reviewId: own, roundKey: 'one' })).toMatchObject(
      refused(409, 'round_closed', 'roundKey'),
    )
    expect((await declare({ reviewId: own, roundKey: 'two' })).status).toBe(201)
  })

  it('into a round stays possible while a later one is only declared', async () => {
    const own = await newReview(agent, projectId, 'Declared rounds')
    await upload(agent, own, png, { roundKey: 'one' })
    await declare({ reviewId: own, roundKey: 'two' })
    await upload(agent, own, png, { roundKey: 'one' })
    const { rounds } = (await agent<ReviewPayload>('GET', `/v1/reviews/${own}`)).body
    expect(rounds.map(each => each.number)).toEqual([1])
  })
})
