import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ReviewSummary } from '#shared/contract/review-list'
import { lockNothing, writeUnguarded } from '~~/server/db'
import { artifact, review, revision } from '~~/server/db/schema'
import { listReviews } from '~~/server/domain/review/list-reviews'
import { seedDatabase, type SeededDatabase } from '../../support/data/seeded-database'

let seeded: SeededDatabase
beforeAll(async () => {
  seeded = await seedDatabase()
})
afterAll(() => seeded.remove())

interface Evidence {
  kind: 'image' | 'video'
  updatedAt: number
  /** The revisions: when each was completed, and whether it has a poster. */
  revisions: { completedAt: number | null; poster?: boolean }[]
}

/** Inserts a review with a verdict that was given at the time 50. */
async function addReview(id: string, version: number, evidence: Evidence[]) {
  await writeUnguarded(async tx => {
    lockNothing()
    const of = { projectId: 'prj_1', workspaceId: 'ws_1', title: id }
    const decision = { status: 'changes_requested' as const, decidedAt: 50, decidedBy: 'Mel' }
    await tx.insert(review).values({ id, ...of, ...decision, version, createdAt: 1, updatedAt: 100 })
    for (const [at, { kind, updatedAt, revisions }] of evidence.entries()) {
      const artifactId = `art_${id}_${at}`
      const row = { id: artifactId, reviewId: id, kind, title: 't', status: 'ready' as const, nextIndex: 9 }
      await tx.insert(artifact).values({ ...row, createdAt: at, updatedAt })
      for (const [number, { completedAt, poster }] of revisions.entries())
        await tx.insert(revision).values({
          ...{ id: `rvs_${id}_${at}_${number}`, artifactId, index: number + 1, bytes: 1, createdAt: 1 },
          ...{ mime: 'image/png', completedAt, posterKey: poster ? 'k' : null },
        })
    }
  })
}

const summaries = async () => {
  const { reviews } = await listReviews(seeded.human, { id: 'prj_1', sort: 'updated' })
  return (id: string) => reviews.find(each => each.id === id) as ReviewSummary
}

it('a list of reviews shows their latest completed revisions, however many changes they had', async () => {
  const image = (updatedAt: number, ...revisions: Evidence['revisions']) =>
    ({ kind: 'image', updatedAt, revisions }) as const
  await addReview('rev_1', 9000, [
    image(40, { completedAt: 30 }, { completedAt: 40 }, { completedAt: null }),
    image(40, { completedAt: null }),
  ])
  await addReview('rev_2', 9000, [
    { kind: 'video', updatedAt: 40, revisions: [{ completedAt: 20, poster: true }, { completedAt: 40 }] },
    { kind: 'video', updatedAt: 40, revisions: [{ completedAt: 20 }] },
  ])
  // The first revision was completed after the second one, and after the verdict.
  await addReview('rev_3', 9000, [image(60, { completedAt: 60 }, { completedAt: 40 })])
  await addReview('rev_4', 1, [])
  const of = await summaries()
  expect(of('rev_1')).toMatchObject({ imageCount: 1, videoCount: 0, artifactCount: 1, unseenCount: 1 })
  expect(of('rev_2')).toMatchObject({ imageCount: 0, videoCount: 2, artifactCount: 2, unseenCount: 2 })
  expect(of('rev_2').thumbnailUrl).not.toBeNull()
  expect(of('rev_4')).toMatchObject({ artifactCount: 0, thumbnailUrl: null })
  const outdated = ['rev_1', 'rev_2', 'rev_3', 'rev_4'].filter(id => of(id).isVerdictOutdated)
  expect(outdated).toEqual(['rev_3'])
})
