import { describe, expect, it } from 'vitest'
import type { CompletionResult, DeclarationResult } from '#shared/contract/upload'
import type { ReviewPayload } from '#shared/contract/review'
import { blobsOf } from '../../support/data/blobs-of'
import { signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { declareUpload, put, revise, upload } from '../../support/reviews/uploads'
import { eventKindsOf } from '../../support/data/database'
import { times } from '../../support/times'
import { sharedFixture } from '../../support/server/fixture'

const { server, person, agent, projectId, png } = await sharedFixture()
const reviewId = await newReview(agent, projectId)

const artifactsOf = async (id = reviewId) =>
  (await agent<ReviewPayload>('GET', `/v1/reviews/${id}`)).body.artifacts
const artifact = async (id: string) => (await artifactsOf()).find(each => each.id === id)
const declareRevision = async (artifactId: string) =>
  (
    await agent<DeclarationResult>('POST', `/v1/artifacts/${artifactId}/revisions`, {
      mime: 'image/png',
      bytes: png.length,
      title: 'Never shown',
    })
  ).body
const cancel = (revisionId: string) => agent('DELETE', `/v1/revisions/${revisionId}`)

describe('cancelling a declared revision', () => {
  it('cancelling the only revision of an artifact deletes the artifact and the uploaded bytes', async () => {
    const { body: declared } = await declareUpload(agent, reviewId, { bytes: png.length })
    await put(declared.uploadUrl, png)
    expect(await blobsOf(server, declared.revisionId)).not.toEqual([])
    expect((await cancel(declared.revisionId)).status).toBe(204)
    expect(await artifact(declared.artifactId)).toBeUndefined()
    expect(await blobsOf(server, declared.revisionId)).toEqual([])
    expect((await put(declared.uploadUrl, png)).status).toBe(404)
    expect(await eventKindsOf(server, declared.revisionId)).toContain('artifact.cancelled')
    expect((await cancel(declared.revisionId)).status).toBe(404)
  })

  it('the completion of a revision that is cancelled at the same time fails with 404 or 409', async () => {
    const id = await newReview(agent, projectId)
    const areas = [{ x: 0, y: 0, width: 0.5, height: 0.5 }]
    const outcomes = await times(120, async n => {
      const { body } = await declareUpload(agent, id, { bytes: png.length })
      const { artifactId, revisionId, uploadUrl } = body
      await put(uploadUrl, png)
      const input = { revisionId, ...(n % 2 === 0 && { redact: areas }) }
      const completing = agent('POST', `/v1/artifacts/${artifactId}/complete`, input)
      for (let earlier = 0; earlier < n % 5; earlier++) await agent('GET', '/v1')
      const cancelled = await cancel(revisionId)
      return `${(await completing).status} ${cancelled.status}`
    })
    const possible = ['200 409', '404 204', '409 204']
    expect(outcomes.filter(each => !possible.includes(each))).toEqual([])
  })

  it('cancelling a revision changes no completed revision, and its index is not used again', async () => {
    const done = await upload(agent, reviewId, png)
    const declared = await declareRevision(done.artifactId)
    expect(await artifact(done.artifactId)).toMatchObject({ status: 'processing' })
    expect((await cancel(declared.revisionId)).status).toBe(204)
    expect(await artifact(done.artifactId)).toMatchObject({
      status: 'ready',
      title: 'Dashboard',
      revisions: [{ id: done.revisionId }],
    })
    expect((await revise(agent, done.artifactId, png)).revisionIndex).toBe(3)
  })

  it('cancelling a revision does not delete an artifact that has another declared revision', async () => {
    const { body: first } = await declareUpload(agent, reviewId, { bytes: png.length })
    const second = await declareRevision(first.artifactId)
    await cancel(first.revisionId)
    expect(await artifact(first.artifactId)).toMatchObject({
      status: 'processing',
      revisions: [{ id: second.revisionId }],
    })
  })

  it('cancelling a completed revision is refused with 409', async () => {
    const done = await upload(agent, reviewId, png)
    const refused = await cancel(done.revisionId)
    expect(refused).toMatchObject({ status: 409, body: { data: { error: 'conflict' } } })
    expect(refused.body.data.message).toContain('complete')
    expect((await person.call('DELETE', `/v1/revisions/${done.revisionId}`)).status).toBe(409)
    expect((await fetch(done.embedUrl ?? '')).status).toBe(200)
  })

  it('only callers who may contribute to the workspace can cancel a revision', async () => {
    const { body: declared } = await declareUpload(agent, reviewId, { bytes: png.length })
    const reader = await person.agent({ capabilities: ['artifact:read', 'feedback:read'] })
    expect((await reader('DELETE', `/v1/revisions/${declared.revisionId}`)).status).toBe(403)
    const outsider = await (await signUp(server)).agent()
    expect((await outsider('DELETE', `/v1/revisions/${declared.revisionId}`)).status).toBe(404)
    expect(await artifact(declared.artifactId)).toBeDefined()
  })
})

describe('a declaration that is never uploaded', () => {
  it('a declared revision without an upload does not prevent the completion of a later one', async () => {
    const { body: abandoned } = await declareUpload(agent, reviewId, { bytes: png.length })
    const { artifactId } = abandoned
    const later = await declareRevision(artifactId)
    await put(later.uploadUrl, png)
    const completed = await agent<CompletionResult>('POST', `/v1/artifacts/${artifactId}/complete`)
    expect(completed).toMatchObject({ status: 200, body: { revisionId: later.revisionId } })
    expect(completed.body.artifact).toMatchObject({
      status: 'ready',
      currentRevision: { id: later.revisionId },
    })
    expect(completed.body.markdown).not.toBe('')
  })

  it('a pending revision does not hide the completed one when another revision is rejected', async () => {
    const done = await upload(agent, reviewId, png)
    await declareRevision(done.artifactId)
    const wrong = await declareRevision(done.artifactId)
    await put(wrong.uploadUrl, Buffer.alloc(png.length))
    expect((await agent('POST', `/v1/artifacts/${done.artifactId}/complete`)).status).toBe(422)
    expect(await artifact(done.artifactId)).toMatchObject({
      status: 'ready',
      currentRevision: { id: done.revisionId },
    })
  })
})
