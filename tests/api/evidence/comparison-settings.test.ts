import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Output } from '#shared/contract'
import type { ComparisonSettings } from '#shared/contract/comparison'
import { limits } from '#shared/contract/kit/limits'
import type { ReviewPayload } from '#shared/contract/review'
import { runSql } from '../../support/data/database'
import { newReview } from '../../support/reviews/review'
import { declareUpload, revise, upload } from '../../support/reviews/uploads'
import { fileOf, formOf } from '../../support/server/forms'
import { sharedFixture } from '../../support/server/fixture'

const { server, person, agent, projectId } = await sharedFixture()

type Stored = Output<'readComparisonSettings'>

let screens = 0
/** Returns a title that no other test uses. */
const newTitle = () => `Clock ${(screens += 1)}`

/** Returns a white PNG of 200 × 100 pixels with a box of 40 × 20 pixels in a shade of gray. */
const page = (gray: number, left = 20): Promise<Buffer> =>
  sharp({ create: { width: 200, height: 100, channels: 3, background: '#fff' } })
    .composite([
      {
        input: { create: { width: 40, height: 20, channels: 3, background: { r: gray, g: gray, b: gray } } },
        left,
        top: 10,
      },
    ])
    .png()
    .toBuffer()

const box = { x: 20, y: 10, width: 40, height: 20 }
const settingsOf = (artifactId: string) => `/v1/artifacts/${artifactId}/comparison-settings`
const save = (artifactId: string, settings: object) =>
  person.call<Stored & { data?: { field?: string } }>('PUT', settingsOf(artifactId), settings)

async function currentOf(reviewId: string) {
  const { body } = await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)
  const [artifact] = body.artifacts
  if (!artifact?.currentRevision) throw new Error('nothing is complete')
  return { ...artifact.currentRevision, approval: artifact.approval }
}

/** Uploads a picture and a revision of it with another shade of gray. */
async function newChange(title = newTitle()) {
  const reviewId = await newReview(agent, projectId)
  const { artifactId, revisionId } = await upload(agent, reviewId, await page(0), { title })
  await person.call('POST', `/v1/artifacts/${artifactId}/approve`, { approved: true })
  const { artifact } = await revise(agent, artifactId, await page(40))
  expect(artifact.currentRevision?.change).toMatchObject({ status: 'changed', changedPercent: 4 })
  return { title, reviewId, artifactId, revisionId }
}

describe('the settings for the comparisons of a screen', () => {
  it('everyone in the workspace reads the comparison settings, and only people change them', async () => {
    const { artifactId } = await newChange()
    const defaults = { threshold: null, ignored: [], updatedBy: null, updatedAt: null }
    expect((await agent('GET', settingsOf(artifactId))).body).toEqual(defaults)
    const refused = await agent('PUT', settingsOf(artifactId), { threshold: 0, ignored: [] })
    expect(refused.status).toBe(403)
    const saved = await save(artifactId, { threshold: 0.1, ignored: [box] })
    expect(saved.body).toEqual({
      threshold: 0.1,
      ignored: [box],
      updatedBy: 'Ann',
      updatedAt: expect.any(String) as string,
    })
    expect((await agent('GET', settingsOf(artifactId))).body).toEqual(saved.body)
  })

  it('new comparison settings compare the revision again, and can restore or end its approval', async () => {
    const { reviewId, artifactId, revisionId } = await newChange()
    expect((await currentOf(reviewId)).approval).toBeNull()
    await save(artifactId, { threshold: null, ignored: [box] })
    expect(await currentOf(reviewId)).toMatchObject({
      change: { status: 'same', changedPercent: 0, boxes: [], against: { revisionId } },
      approval: { revisionId, carried: true },
    })
    await save(artifactId, { threshold: null, ignored: [{ ...box, width: 20 }] })
    expect(await currentOf(reviewId)).toMatchObject({
      change: { status: 'changed', changedPercent: 2, boxes: [{ x: 0.2, y: 0.1, width: 0.1, height: 0.2 }] },
      approval: null,
    })
  })

  it('colors whose difference is below the threshold of the comparison settings count as equal', async () => {
    const { reviewId, artifactId } = await newChange()
    await save(artifactId, { threshold: 0.2, ignored: [] })
    expect((await currentOf(reviewId)).change?.status).toBe('same')
    await save(artifactId, { threshold: 0.1, ignored: [] })
    expect((await currentOf(reviewId)).change?.status).toBe('changed')
  })

  it('comparison settings apply to later evidence of the same screen, and to no other evidence', async () => {
    const { title, reviewId, artifactId } = await newChange()
    await save(artifactId, { threshold: null, ignored: [box] })
    await person.call('POST', `/api/reviews/${reviewId}/status`, { status: 'verified' })
    const baselineOf = async (gray: number, named: string, left?: number) =>
      (await upload(agent, await newReview(agent, projectId), await page(gray, left), { title: named }))
        .artifact.currentRevision?.baseline?.status
    expect(await baselineOf(200, title)).toBe('same')
    expect(await baselineOf(200, title, 120)).toBe('changed')
    const other = await newChange()
    await person.call('POST', `/api/reviews/${other.reviewId}/status`, { status: 'verified' })
    expect(await baselineOf(200, other.title)).toBe('changed')
  })

  it('new comparison settings keep the accepted revision of a comparison, even after a verdict', async () => {
    const title = newTitle()
    const first = await newChange(title)
    await person.call('POST', `/api/reviews/${first.reviewId}/status`, { status: 'verified' })
    const before = await currentOf(first.reviewId)
    const reviewId = await newReview(agent, projectId)
    const { artifactId } = await upload(agent, reviewId, await page(80), { title })
    await person.call('POST', `/api/reviews/${reviewId}/status`, { status: 'verified' })
    await save(artifactId, { threshold: null, ignored: [box] })
    const { baseline, change } = await currentOf(reviewId)
    expect(baseline).toMatchObject({
      status: 'same',
      against: { revisionId: before.id, reviewId: first.reviewId },
    })
    expect(change?.status).toBe('new')
  })

  it('new comparison settings do not change a comparison with media that is no longer shown', async () => {
    const { reviewId, artifactId, revisionId } = await newChange()
    await runSql(server, 'UPDATE revision SET media_deleted_at = ? WHERE id = ?', [Date.now(), revisionId])
    expect((await save(artifactId, { threshold: null, ignored: [box] })).status).toBe(200)
    expect((await currentOf(reviewId)).change).toMatchObject({ status: 'changed', changedPercent: 4 })
  })

  it('comparison settings for evidence without a complete revision are stored for the next one', async () => {
    const { title, artifactId } = await newChange()
    await save(artifactId, { threshold: null, ignored: [box] })
    const { body } = await declareUpload(agent, await newReview(agent, projectId), { bytes: 100, title })
    expect((await agent<Stored>('GET', settingsOf(body.artifactId))).body.ignored).toEqual([box])
    expect((await save(body.artifactId, { threshold: 0.5, ignored: [] })).status).toBe(200)
    expect((await agent<Stored>('GET', settingsOf(artifactId))).body.threshold).toBe(0.5)
  })

  it('after concurrent changes, comparison settings and comparison belong to the same change', async () => {
    const { reviewId, artifactId } = await newChange()
    const bodies: ComparisonSettings[] = [10, 20, 30, 40].map(width => ({
      threshold: null,
      ignored: [{ ...box, width }],
    }))
    const saved = await Promise.all(bodies.map(each => save(artifactId, each)))
    expect(saved.map(each => each.status)).toEqual([200, 200, 200, 200])
    const { body } = await agent<Stored>('GET', settingsOf(artifactId))
    const left = 40 - (body.ignored[0]?.width ?? 0)
    expect((await currentOf(reviewId)).change?.changedPercent).toBe(left / 10)
  })
})

const shared = await newChange()

describe('changes of the settings by several people', () => {
  it('comparison settings that have changed since a person saw them are not replaced', async () => {
    const { artifactId } = await newChange()
    const first = await save(artifactId, { threshold: null, ignored: [box], replaces: null })
    expect(first.status).toBe(200)
    const late = await save(artifactId, { threshold: 0.1, ignored: [], replaces: null })
    expect([late.status, late.body.data?.field]).toEqual([409, 'replaces'])
    expect((await agent<Stored>('GET', settingsOf(artifactId))).body.ignored).toEqual([box])
    const again = { threshold: 0.1, ignored: [box], replaces: first.body.updatedAt }
    expect((await save(artifactId, again)).status).toBe(200)
    expect((await save(artifactId, again)).status).toBe(409)
  })

  it('a revision that is pushed while comparison settings change is compared with the new ones', async () => {
    for (let left = 20; left < 30; left++) {
      const { reviewId, artifactId, title } = await newChange()
      const sent = formOf({ files: fileOf(await page(200)), title, reviewId })
      await Promise.all([
        save(artifactId, { threshold: null, ignored: [box] }),
        left % 2 === 0 ? agent('POST', '/v1/evidence', sent) : revise(agent, artifactId, await page(200)),
      ])
      expect([left, (await currentOf(reviewId)).change?.status]).toEqual([left, 'same'])
    }
  })
})

describe('limits of the settings', () => {
  it.each([
    ['the largest threshold', { threshold: 1, ignored: [] }, 200, undefined],
    ['a larger threshold', { threshold: 1.01, ignored: [] }, 422, 'threshold'],
    ['the smallest threshold', { threshold: 0, ignored: [] }, 200, undefined],
    ['a smaller threshold', { threshold: -0.01, ignored: [] }, 422, 'threshold'],
    ['no regions', { threshold: null }, 422, 'ignored'],
    ['the most regions', { threshold: null, ignored: many(limits.ignoredRegions) }, 200, undefined],
    ['more regions', { threshold: null, ignored: many(limits.ignoredRegions + 1) }, 422, 'ignored'],
    ['a region of one pixel', regionOf({ width: 1, height: 1 }), 200, undefined],
    ['a region without a width', regionOf({ width: 0 }), 422, 'ignored.0.width'],
    ['a region in front of the picture', regionOf({ x: -1 }), 422, 'ignored.0.x'],
    ['a region of half a pixel', regionOf({ x: 0.5 }), 422, 'ignored.0.x'],
    ['a region outside of the picture', regionOf({ x: limits.pixels, y: limits.pixels }), 200, undefined],
    ['a region outside of every picture', regionOf({ x: limits.pixels + 1 }), 422, 'ignored.0.x'],
  ])('the limits of the comparison settings are checked: %s', async (_, settings, status, field) => {
    const saved = await save(shared.artifactId, settings)
    expect([saved.status, saved.body.data?.field]).toEqual([status, field])
  })
})

function many(count: number) {
  return Array.from({ length: count }, (_, x) => ({ x, y: 0, width: 1, height: 1 }))
}

function regionOf(more: object) {
  return { threshold: null, ignored: [{ ...box, ...more }] }
}
