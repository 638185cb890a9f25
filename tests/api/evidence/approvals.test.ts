import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Artifact } from '#shared/contract/artifact'
import type { Review, ReviewPayload } from '#shared/contract/review'
import { eventKindsOf } from '../../support/data/database'
import { pngImage } from '../../support/media/samples'
import { joined, signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { newShareLink, visitorOf } from '../../support/reviews/share'
import { declareUpload, revise, upload } from '../../support/reviews/uploads'
import { fileOf, formOf } from '../../support/server/forms'
import { sharedFixture } from '../../support/server/fixture'

const { server, person, agent, projectId, png } = await sharedFixture()
const other = await pngImage(70, 50)

const approve = (artifactId: string, body: object = { approved: true }, by = person.call) =>
  by<Artifact>('POST', `/v1/artifacts/${artifactId}/approve`, body)
const decide = async (reviewId: string, status: string) =>
  (await person.call<Review>('POST', `/api/reviews/${reviewId}/status`, { status })).body
const artifactsOf = async (reviewId: string) =>
  (await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).body.artifacts
/** Uploads evidence to a new review. */
const newEvidence = async () => upload(agent, await newReview(agent, projectId), png)

describe('the approval of a piece of evidence', () => {
  it('people give and withdraw approvals, agents only read them; the audit log lists both', async () => {
    const { artifactId, revisionId, review } = await newEvidence()
    const approval = { by: 'Ann', at: expect.any(String), revisionId, carried: false }
    expect(await approve(artifactId)).toMatchObject({ status: 200, body: { approval, endedApproval: null } })
    expect(await artifactsOf(review.id)).toMatchObject([{ approval }])
    expect((await approve(artifactId, { approved: false }, agent)).status).toBe(403)
    expect(await approve(artifactId, { approved: false })).toMatchObject({
      body: { approval: null, endedApproval: null },
    })
    expect((await eventKindsOf(server, artifactId)).slice(1)).toEqual([
      'artifact.approved',
      'artifact.approval_withdrawn',
    ])
  })

  it('reviewers may approve evidence, but people outside of the workspace may not', async () => {
    const { artifactId } = await newEvidence()
    const reviewer = await joined(server, person, 'Rita', 'reviewer')
    expect(await approve(artifactId, { approved: true }, reviewer.call)).toMatchObject({
      status: 200,
      body: { approval: { by: 'Rita' } },
    })
    const outsider = await signUp(server, 'Outsider')
    expect((await approve(artifactId, { approved: true }, outsider.call)).status).toBe(404)
  })

  it('evidence without a complete revision cannot be approved', async () => {
    const declared = await declareUpload(agent, await newReview(agent, projectId), { bytes: 10 })
    expect(await approve(declared.body.artifactId)).toMatchObject({
      status: 409,
      body: { data: { error: 'conflict' } },
    })
  })

  it('a person cannot approve a revision that they have not seen', async () => {
    const { artifactId, revisionId, review } = await newEvidence()
    const later = await revise(agent, artifactId, other)
    expect(await approve(artifactId, { approved: true, revisionId })).toMatchObject({
      status: 409,
      body: { data: { error: 'conflict', field: 'revisionId' } },
    })
    expect(await artifactsOf(review.id)).toMatchObject([{ approval: null }])
    const seen = { approved: true, revisionId: later.revisionId }
    expect((await approve(artifactId, seen)).body.approval?.revisionId).toBe(later.revisionId)
  })

  it('a revision with the same pixels keeps the approval, and one with other pixels ends it', async () => {
    const { artifactId, revisionId } = await newEvidence()
    await approve(artifactId)
    const approval = { by: 'Ann', revisionId, carried: true }
    expect((await revise(agent, artifactId, png)).artifact).toMatchObject({ approval, endedApproval: null })
    const changed = await revise(agent, artifactId, other)
    expect(changed.artifact).toMatchObject({
      approval: null,
      endedApproval: { by: 'Ann', revisionId, carried: false },
    })
    const again = await approve(artifactId)
    expect(again.body).toMatchObject({
      approval: { revisionId: changed.revisionId, carried: false },
      endedApproval: null,
    })
  })

  it('an approval returns when a revision has the approved pixels again, even in a later pair', async () => {
    const { artifactId, revisionId, review } = await newEvidence()
    await approve(artifactId)
    expect((await revise(agent, artifactId, other)).artifact.approval).toBeNull()
    expect((await revise(agent, artifactId, png)).artifact.approval).toMatchObject({
      revisionId,
      carried: true,
    })
    const after = await sharp(png).png({ compressionLevel: 0 }).toBuffer()
    const pair = { before: fileOf(other), after: fileOf(after), title: 'Dashboard' }
    const { status } = await agent('POST', `/v1/reviews/${review.id}/rounds`, formOf(pair))
    expect(status).toBe(201)
    const [shown] = await artifactsOf(review.id)
    expect(shown?.revisions.map(each => each.isBefore)).toEqual([false, true, false, false])
    expect(shown?.approval).toMatchObject({ revisionId, carried: true })
  })

  it('visitors of a share link see which evidence is approved', async () => {
    const { artifactId, review } = await newEvidence()
    await approve(artifactId)
    const { token } = await newShareLink(agent, review.id)
    const { body } = await visitorOf(server, token).read()
    expect(body.artifacts).toMatchObject([{ approval: { by: 'Ann' } }])
  })
})

describe('the approval by a verdict', () => {
  it('a verified verdict approves evidence without an approval, and keeps earlier approvals', async () => {
    const reviewId = await newReview(agent, projectId)
    const first = await upload(agent, reviewId, png, { title: 'First' })
    await upload(agent, reviewId, other, { title: 'Second' })
    const reviewer = await joined(server, person, 'Rob', 'reviewer')
    await approve(first.artifactId, { approved: true }, reviewer.call)
    const { decidedAt } = await decide(reviewId, 'verified')
    expect((await artifactsOf(reviewId)).map(each => each.approval)).toMatchObject([
      { by: 'Rob' },
      { by: 'Ann', at: decidedAt },
    ])
  })

  it('withdrawing or replacing a verdict removes its approvals, but not approvals of people', async () => {
    for (const end of ['changes_requested', 'undo']) {
      const reviewId = await newReview(agent, projectId)
      const first = await upload(agent, reviewId, png, { title: 'First' })
      await upload(agent, reviewId, other, { title: 'Second' })
      await approve(first.artifactId)
      const { decidedAt } = await decide(reviewId, 'verified')
      await (end === 'undo'
        ? person.call('POST', `/api/reviews/${reviewId}/status/undo`, { decidedAt })
        : decide(reviewId, end))
      expect((await artifactsOf(reviewId)).map(each => each.approval?.by)).toEqual(['Ann', undefined])
    }
  })

  it('evidence whose approval ended is approved by the next verification', async () => {
    const { artifactId, review } = await newEvidence()
    await decide(review.id, 'verified')
    const { revisionId } = await revise(agent, artifactId, other)
    expect(await artifactsOf(review.id)).toMatchObject([{ approval: null, endedApproval: { by: 'Ann' } }])
    await decide(review.id, 'verified')
    expect(await artifactsOf(review.id)).toMatchObject([{ approval: { revisionId }, endedApproval: null }])
  })
})
