import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Output } from '#shared/contract'
import type { Revision } from '#shared/contract/artifact'
import type { Comparison } from '#shared/contract/comparison'
import { limits } from '#shared/contract/kit/limits'
import type { Thread } from '#shared/contract/thread'
import type { SubmittedEvidence } from '#shared/contract/submitted-evidence'
import type { ReviewPayload } from '#shared/contract/review'
import { runSql } from '../../support/data/database'
import { sample } from '../../support/media/samples'
import { newShareLink, visitorOf } from '../../support/reviews/share'
import { signUp } from '../../support/people/sign-up'
import { newReview, threadsOf } from '../../support/reviews/review'
import type { DeclarationResult } from '#shared/contract/upload'
import { put, revise, upload } from '../../support/reviews/uploads'
import { fileOf, formOf } from '../../support/server/forms'
import { sharedFixture } from '../../support/server/fixture'

const { server, person, agent, projectId } = await sharedFixture()

type AcceptedList = Output<'listAccepted'>

let screens = 0
/** Returns a title that no other test uses. */
const newTitle = () => `Screen ${(screens += 1)}`

interface Drawn {
  left: number
  top: number
  width: number
  height: number
}

/** Returns a white PNG of 200 × 100 pixels with black boxes. `compressionLevel` changes its bytes only. */
const page = (boxes: Drawn[] = [], { height = 100, compressionLevel = 6 } = {}): Promise<Buffer> =>
  sharp({ create: { width: 200, height, channels: 3, background: '#fff' } })
    .composite(
      boxes.map(({ left, top, ...size }) => ({
        input: { create: { ...size, channels: 3 as const, background: '#000' } },
        left,
        top,
      })),
    )
    .png({ compressionLevel })
    .toBuffer()

const box: Drawn = { left: 20, top: 10, width: 40, height: 20 }
const isNew = { status: 'new', changedPercent: null, boxes: [], against: null }

const revisionsOf = async (reviewId: string): Promise<Revision[][]> =>
  (await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).body.artifacts.map(each => each.revisions)

const currentOf = async (reviewId: string) => (await revisionsOf(reviewId)).map(each => each.at(-1))

const verify = (reviewId: string, status = 'verified') =>
  person.call('POST', `/api/reviews/${reviewId}/status`, { status })

/**
 * Uploads evidence to a new review that a person verifies. Returns the ids of the review and its evidence.
 */
async function accepted(title: string, data: Buffer, more: object = {}) {
  const reviewId = await newReview(agent, projectId)
  const { artifactId, revisionId } = await upload(agent, reviewId, data, { title, ...more })
  await verify(reviewId)
  return { reviewId, artifactId, revisionId }
}

/** Uploads evidence to a new review, and returns its comparison with the accepted revision. */
async function baselineOf(title: string, data: Buffer, more: object = {}): Promise<Comparison | null> {
  const { artifact } = await upload(agent, await newReview(agent, projectId), data, { title, ...more })
  return artifact.currentRevision?.baseline ?? null
}

describe('the change since the previous revision', () => {
  it('a first revision compares as new, and one with the same pixels in other bytes as same', async () => {
    const id = await newReview(agent, projectId)
    const title = newTitle()
    const first = await upload(agent, id, await page([box]), { title })
    expect(first.artifact.currentRevision).toMatchObject({ change: isNew, baseline: isNew })
    const again = await revise(agent, first.artifactId, await page([box], { compressionLevel: 1 }))
    expect(again.artifact.currentRevision?.change).toEqual({
      status: 'same',
      changedPercent: 0,
      boxes: [],
      against: {
        revisionId: first.revisionId,
        reviewId: id,
        url: first.artifact.url,
        pictureUrl: null,
        width: 200,
        height: 100,
        durationMs: null,
      },
    })
    expect(again.warnings.map(each => each.code)).toEqual(['unchanged'])
  })

  it('a comparison returns changed regions in fractions, and the share of changed pixels', async () => {
    const first = await upload(agent, await newReview(agent, projectId), await page())
    const { artifact } = await revise(agent, first.artifactId, await page([box]))
    expect(artifact.currentRevision?.change).toMatchObject({
      status: 'changed',
      changedPercent: 4,
      boxes: [{ x: 0.1, y: 0.1, width: 0.2, height: 0.2 }],
      against: { revisionId: first.revisionId },
    })
  })

  it('a comparison pads pictures of different sizes, and omits regions outside of the revision', async () => {
    const first = await upload(agent, await newReview(agent, projectId), await page([], { height: 200 }))
    const { artifact } = await revise(agent, first.artifactId, await page([box]))
    expect(artifact.currentRevision?.change).toMatchObject({
      status: 'changed',
      changedPercent: 52,
      boxes: [{ x: 0.1, y: 0.1, width: 0.2, height: 0.2 }],
      against: { width: 200, height: 200 },
    })
  })

  it('a comparison returns only the 50 largest regions, but its changed share includes all', async () => {
    const boxes = Array.from({ length: 60 }, (_, at) => ({
      left: 4 + (at % 4) * 48,
      top: 4 + Math.floor(at / 4) * 48,
      width: at < 10 ? 1 : 2,
      height: 2,
    }))
    const first = await upload(agent, await newReview(agent, projectId), await page([], { height: 720 }))
    const { artifact } = await revise(agent, first.artifactId, await page(boxes, { height: 720 }))
    const { boxes: found = [], changedPercent } = artifact.currentRevision?.change ?? {}
    expect(found).toHaveLength(50)
    expect(found.every(each => each.width === 0.01)).toBe(true)
    expect(changedPercent).toBe(0.15)
  })

  it('videos are compared by their bytes, and their lengths are returned', async () => {
    const [plain, other] = [await readFile(sample('plain.mp4')), await readFile(sample('rotated.mp4'))]
    const asVideo = { kind: 'video', mime: 'video/mp4' }
    const first = await upload(agent, await newReview(agent, projectId), plain, asVideo)
    const again = await revise(agent, first.artifactId, plain, { mime: 'video/mp4' })
    expect(again.artifact.currentRevision?.change).toMatchObject({ status: 'same', changedPercent: 0 })
    const changed = await revise(agent, first.artifactId, other, { mime: 'video/mp4' })
    expect(changed.artifact.currentRevision?.change).toMatchObject({
      status: 'changed',
      changedPercent: null,
      boxes: [],
      against: { durationMs: first.artifact.currentRevision?.durationMs },
    })
  })

  it('the states before and after a change are compared if one call sends both', async () => {
    const [before, after] = [await page(), await page([box])]
    const { body } = await agent<SubmittedEvidence>(
      'POST',
      '/v1/evidence',
      formOf({ before: fileOf(before, 'cart.png'), after: fileOf(after, 'cart.png'), projectId }),
    )
    const [[one, two] = []] = await revisionsOf(body.review.id)
    expect(one).toMatchObject({ isBefore: true, change: isNew, baseline: null })
    expect(two?.change).toMatchObject({ status: 'changed', against: { revisionId: one?.id } })
    expect(two?.baseline).toEqual(isNew)
  })
})

describe('revisions that are completed at the same time', () => {
  it('each revision is compared with the last complete revision before it', async () => {
    const reviewId = await newReview(agent, projectId)
    const { artifactId } = await upload(agent, reviewId, await page())
    const declared: DeclarationResult[] = []
    for (let left = 0; left < 6; left++) {
      const data = await page([{ ...box, left: left * 20 }])
      const { body } = await agent<DeclarationResult>('POST', `/v1/artifacts/${artifactId}/revisions`, {
        mime: 'image/png',
        bytes: data.length,
      })
      await put(body.uploadUrl, data)
      declared.push(body)
    }
    const responses = await Promise.all(
      declared.map(({ revisionId }) => agent('POST', `/v1/artifacts/${artifactId}/complete`, { revisionId })),
    )
    expect(responses.map(each => each.status)).toEqual(declared.map(() => 200))
    const [revisions = []] = await revisionsOf(reviewId)
    const timeOf = ({ completedAt }: Revision) => Date.parse(completedAt ?? '')
    for (const each of revisions.slice(1)) {
      const before = revisions.find(({ id }) => id === each.change?.against?.revisionId)
      const missed = revisions.filter(
        other =>
          other.index < each.index && other.index > (before?.index ?? 0) && timeOf(other) < timeOf(each),
      )
      expect([each.index, before && before.index < each.index, missed]).toEqual([each.index, true, []])
    }
  })
})

describe('the marked area of a comment', () => {
  it('a comment states whether its marked area changed in a later revision', async () => {
    const { artifactId } = await upload(agent, await newReview(agent, projectId), await page())
    const commentAt = async (x: number) => {
      const geometry = { x, y: 0.1, width: 0.1, height: 0.1 }
      const body = { kind: 'rectangle', geometry, body: 'Add a box here.' }
      return (await person.call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, body)).body
    }
    const [changed, other] = [await commentAt(0.15), await commentAt(0.7)]
    expect(changed.markChanged).toBeNull()
    await revise(agent, artifactId, await page([box]))
    const states = (await threadsOf(agent, changed.reviewId)).map(each => [each.threadId, each.markChanged])
    expect(states).toEqual([
      [changed.threadId, true],
      [other.threadId, false],
    ])
  })
})

describe('the change since the revision that a person accepted', () => {
  it('evidence is compared with evidence of the same title in a verified review of the project', async () => {
    const title = newTitle()
    const before = await accepted(title, await page([box]))
    expect(await baselineOf(title, await page([box], { compressionLevel: 1 }))).toMatchObject({
      status: 'same',
      against: { revisionId: before.revisionId, reviewId: before.reviewId },
    })
    expect(await baselineOf(title, await page())).toMatchObject({
      status: 'changed',
      changedPercent: 4,
      boxes: [{ x: 0.1, y: 0.1, width: 0.2, height: 0.2 }],
    })
    expect(await baselineOf(newTitle(), await page([box]))).toEqual(isNew)
  })

  it('the picture that was accepted in another review can be read at its own URL', async () => {
    const title = newTitle()
    await accepted(title, await page([box]))
    const { pictureUrl } = (await baselineOf(title, await page()))?.against ?? {}
    const response = await fetch(pictureUrl ?? '')
    expect(response.status).toBe(200)
    const { data } = await sharp(await response.arrayBuffer())
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(data.includes(0)).toBe(true)
    const video = { kind: 'video', mime: 'video/mp4' }
    const [plain, other] = [await readFile(sample('plain.mp4')), await readFile(sample('rotated.mp4'))]
    await accepted(`${title} video`, plain, video)
    expect((await baselineOf(`${title} video`, other, video))?.against).toMatchObject({ pictureUrl: null })
  })

  it('evidence in a form is compared like uploaded evidence', async () => {
    const title = newTitle()
    const before = await accepted(title, await page([box]))
    const { body } = await agent<SubmittedEvidence>(
      'POST',
      '/v1/evidence',
      formOf({ files: fileOf(await page()), title, projectId }),
    )
    const [current] = await currentOf(body.review.id)
    expect(current?.baseline).toMatchObject({
      status: 'changed',
      changedPercent: 4,
      against: { revisionId: before.revisionId },
    })
  })

  it('evidence is not compared across viewport sizes, scenarios or variation groups', async () => {
    const title = newTitle()
    const named = { viewport: { width: 200, height: 100 }, scenario: 'empty', variationGroup: 'hero' }
    const data = await page()
    await accepted(title, data, named)
    const statusOf = async (more: object) => (await baselineOf(title, data, { ...named, ...more }))?.status
    expect(await statusOf({})).toBe('same')
    expect(await statusOf({ viewport: { width: 200, height: 100, deviceScaleFactor: 1 } })).toBe('same')
    expect(await statusOf({ viewport: { width: 200, height: 101 } })).toBe('new')
    expect(await statusOf({ scenario: 'full' })).toBe('new')
    expect(await statusOf({ variationGroup: null })).toBe('new')
  })

  it('only the verdict “verified” accepts revisions, namely the latest ones at that time', async () => {
    const title = newTitle()
    const first = await accepted(title, await page())
    const second = await accepted(title, await page([box]))
    const later = await revise(agent, second.artifactId, await page([{ ...box, left: 90 }]))
    const against = async () => (await baselineOf(title, await page([box])))?.against?.revisionId
    expect(await against()).toBe(second.revisionId)
    await verify(second.reviewId)
    expect(await against()).toBe(later.revisionId)
    await verify(second.reviewId, 'changes_requested')
    expect(await against()).toBe(first.revisionId)
    await verify(first.reviewId, 'open')
    expect(await against()).toBeUndefined()
  })

  it('withdrawing a verdict accepts again the revisions that the earlier verdict accepted', async () => {
    const title = newTitle()
    const before = await accepted(title, await page())
    await revise(agent, before.artifactId, await page([box]))
    const { body } = await person.call<{ decidedAt: string }>(
      'POST',
      `/api/reviews/${before.reviewId}/status`,
      { status: 'changes_requested' },
    )
    expect(await baselineOf(title, await page())).toEqual(isNew)
    const undone = await person.call('POST', `/api/reviews/${before.reviewId}/status/undo`, {
      decidedAt: body.decidedAt,
    })
    expect(undone.status).toBe(200)
    expect(await baselineOf(title, await page())).toMatchObject({
      status: 'same',
      against: { revisionId: before.revisionId },
    })
  })

  it('the state before a change is neither accepted nor compared', async () => {
    const title = newTitle()
    const reviewId = await newReview(agent, projectId)
    const { artifactId, revisionId } = await upload(agent, reviewId, await page(), { title })
    const before = await revise(agent, artifactId, await page([box]), { isBefore: true })
    expect(before.artifact.currentRevision?.baseline).toBeNull()
    await verify(reviewId)
    expect((await baselineOf(title, await page()))?.against?.revisionId).toBe(revisionId)
  })

  it('evidence that a person renames is compared under its new title, with its settings', async () => {
    const [title, renamed] = [newTitle(), newTitle()]
    const { artifactId, revisionId } = await accepted(title, await page())
    const settings = { threshold: null, ignored: [{ x: 20, y: 10, width: 40, height: 20 }] }
    await person.call('PUT', `/v1/artifacts/${artifactId}/comparison-settings`, settings)
    await person.call('PATCH', `/v1/artifacts/${artifactId}`, { title: renamed })
    expect(await baselineOf(title, await page())).toEqual(isNew)
    const found = await baselineOf(renamed, await page([box]))
    expect([found?.status, found?.against?.revisionId]).toEqual(['same', revisionId])
    await person.call('PATCH', `/v1/artifacts/${artifactId}`, { variationGroup: 'hero' })
    expect(await baselineOf(renamed, await page())).toEqual(isNew)
    expect((await baselineOf(renamed, await page(), { variationGroup: 'hero' }))?.status).toBe('same')
  })

  it('an agent that renames accepted evidence cannot pass it off as another accepted screen', async () => {
    const [title, other] = [newTitle(), newTitle()]
    const before = await accepted(title, await page())
    const { artifactId } = await accepted(other, await page([box]))
    await agent('PATCH', `/v1/artifacts/${artifactId}`, { title })
    expect(await baselineOf(title, await page([box]))).toMatchObject({
      status: 'changed',
      against: { revisionId: before.revisionId },
    })
    expect((await baselineOf(other, await page([box])))?.status).toBe('same')
  })

  it('visitors of a share link see a picture that was accepted in an earlier round', async () => {
    const title = newTitle()
    const { reviewId, artifactId, revisionId } = await accepted(title, await page())
    await revise(agent, artifactId, await page([box]))
    await revise(agent, artifactId, await page([{ ...box, left: 90 }]))
    const { token } = await newShareLink(agent, reviewId)
    const { body } = await visitorOf(server, token).read()
    for (const current of [(await currentOf(reviewId))[0], body.artifacts[0]?.currentRevision])
      expect(current?.baseline).toMatchObject({
        status: 'changed',
        against: { revisionId, reviewId, pictureUrl: null },
      })
  })

  it('the accepted revisions of a screen are listed, newest first', async () => {
    const title = newTitle()
    const first = await accepted(title, await page())
    const second = await accepted(title, await page([box]))
    const later = await revise(agent, second.artifactId, await page([{ ...box, left: 90 }]))
    await verify(second.reviewId)
    const { artifactId } = await upload(agent, await newReview(agent, projectId), await page(), { title })
    const list = async (call = agent) => call<AcceptedList>('GET', `/v1/artifacts/${artifactId}/accepted`)
    expect((await list()).body.accepted).toMatchObject([
      {
        reviewId: second.reviewId,
        reviewTitle: 'Totals wrap',
        url: later.artifact.url,
        acceptedAt: expect.any(String) as string,
        revision: { id: later.revisionId, index: 2, width: 200, embedUrl: later.embedUrl },
      },
      { reviewId: first.reviewId, revision: { id: first.revisionId } },
    ])
    const outsider = await signUp(server, 'Outsider')
    expect((await list(outsider.call)).status).toBe(404)
  })

  it('at most 50 accepted revisions of a screen are listed', async () => {
    const title = newTitle()
    const last = await accepted(title, await page())
    for (let count = 1; count <= limits.acceptedRevisions; count++)
      await runSql(
        server,
        `INSERT INTO revision (id, artifact_id, "index", mime, bytes, baseline_key, accepted_at, completed_at,
          created_at)
        SELECT id || '${count}', artifact_id, "index" + ${count}, mime, bytes, baseline_key,
          accepted_at + ${count}, completed_at, created_at
        FROM revision WHERE id = ?`,
        [last.revisionId],
      )
    const path = `/v1/artifacts/${last.artifactId}/accepted`
    const { body } = await agent<AcceptedList>('GET', path)
    expect(body.accepted).toHaveLength(limits.acceptedRevisions)
    expect(body.accepted.map(each => each.revision.id)).not.toContain(last.revisionId)
  })

  it('visitors of a share link see the changes since acceptance, but no other review', async () => {
    const title = newTitle()
    const { artifactId } = await accepted(title, await page())
    const reviewId = await newReview(agent, projectId)
    const { revisionId } = await upload(agent, reviewId, await page([box]), { title })
    const { token } = await newShareLink(agent, reviewId)
    const { body } = await visitorOf(server, token).read()
    const [shared] = body.artifacts.flatMap(each => each.revisions)
    expect(shared).toMatchObject({
      id: revisionId,
      baseline: { status: 'changed', changedPercent: 4, against: null },
    })
    expect(JSON.stringify(body)).not.toContain(artifactId)
  })

  it('evidence is not compared with evidence of another project or with deleted evidence', async () => {
    const title = newTitle()
    const { reviewId } = await accepted(title, await page())
    const other = await person.call<{ project: { id: string } }>('POST', '/api/projects', { name: 'Other' })
    const foreign = await newReview(person.call, other.body.project.id)
    const { artifact } = await upload(person.call, foreign, await page(), { title })
    expect(artifact.currentRevision?.baseline).toEqual(isNew)
    await person.call('DELETE', `/api/reviews/${reviewId}`)
    expect(await baselineOf(title, await page())).toEqual(isNew)
  })
})
