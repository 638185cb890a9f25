import { describe, expect, it } from 'vitest'
import type { Review } from '#shared/contract/review'
import type { Failure } from '../../support/server/client'
import { newReview } from '../../support/reviews/review'
import { declareUpload, put, upload } from '../../support/reviews/uploads'
import { sharedFixture } from '../../support/server/fixture'
import type { CompletionResult, DeclarationResult } from '#shared/contract/upload'

const { person, agent, projectId, png } = await sharedFixture()

describe('PATCH /v1/reviews/{id}', () => {
  it('PATCH /v1/reviews/{id} changes given fields, keeps omitted fields and clears null fields', async () => {
    const reviewId = await newReview(agent, projectId, 'First title')
    const change = async (body: object) =>
      (await agent<Review>('PATCH', `/v1/reviews/${reviewId}`, body)).body
    expect(await change({ branch: 'fix', commit: 'abc', prRef: '#7' })).toMatchObject({
      title: 'First title',
      branch: 'fix',
      commit: 'abc',
      prRef: '#7',
    })
    expect(await change({ title: 'Second title', branch: null })).toMatchObject({
      title: 'Second title',
      branch: null,
      commit: 'abc',
    })
    const { body } = await person.call<{ review: Review }>('GET', `/v1/reviews/${reviewId}`)
    expect(body.review).toMatchObject({ title: 'Second title', branch: null, commit: 'abc', prRef: '#7' })
  })

  it.each([{}, { title: '' }, { title: 'x'.repeat(201) }, { title: null }, { branch: 'x'.repeat(201) }])(
    'PATCH /v1/reviews/{id} refuses %o and changes nothing',
    async body => {
      const reviewId = await newReview(agent, projectId, 'Kept')
      const { status, body: failure } = await agent<Failure>('PATCH', `/v1/reviews/${reviewId}`, body)
      expect([status, failure.data.error]).toEqual([422, 'invalid_request'])
      const read = await agent<{ review: Review }>('GET', `/v1/reviews/${reviewId}`)
      expect(read.body.review.title).toBe('Kept')
    },
  )
})

it('completing an artifact without a revision id completes the uploaded revision', async () => {
  const reviewId = await newReview(agent, projectId)
  const { artifactId } = await upload(agent, reviewId, png)
  const declare = async () =>
    (
      await agent<DeclarationResult>('POST', `/v1/artifacts/${artifactId}/revisions`, {
        mime: 'image/png',
        bytes: png.length,
      })
    ).body
  const sent = await declare()
  await put(sent.uploadUrl, png)
  const abandoned = await declare()
  const complete = () => agent<CompletionResult & Failure>('POST', `/v1/artifacts/${artifactId}/complete`)
  expect((await complete()).body.revisionId).toBe(sent.revisionId)
  expect((await complete()).body.data.error).toBe('upload_missing')
  await put(abandoned.uploadUrl, png)
  expect((await complete()).body.revisionId).toBe(abandoned.revisionId)
  const first = await declareUpload(agent, reviewId, { bytes: png.length })
  expect((await agent<Failure>('POST', `/v1/artifacts/${first.body.artifactId}/complete`)).status).toBe(409)
})
