import { describe, expect, it } from 'vitest'
import { Artifact, Revision } from '#shared/contract/artifact'
import { Review, ReviewSummary } from '#shared/contract/review'
import { SharedReview } from '#shared/contract/share-link'
import { Comment, Thread } from '#shared/contract/thread'
import { listedFields } from '~~/server/domain/review/summarize'
import { pickFields } from '~~/server/domain/share-link/pick-fields'

const at = '2026-11-21T12:00:00.000Z'
const address = 'https://exhibit.example/e/x'

const review: Review = Review.parse({
  id: 'rev_0000000000000000000001',
  title: 'Login form',
  status: 'open',
  url: address,
  externalRef: null,
  prRef: null,
  branch: null,
  commit: null,
  createdAt: at,
  updatedAt: at,
  decidedAt: null,
  decidedBy: null,
})

const revision: Revision = Revision.parse({
  id: 'rvs_0000000000000000000001',
  index: 1,
  mime: 'image/png',
  bytes: 10,
  width: 10,
  height: 10,
  durationMs: null,
  embedUrl: address,
  posterUrl: null,
  downloadUrl: null,
  mediaState: 'active',
  mediaExpiresAt: null,
  mediaDeletesAt: null,
  roundId: null,
  completedAt: at,
})

const counts = { open: 1, addressed: 0, resolved: 0, total: 1 }

const artifact: Artifact = Artifact.parse({
  id: 'art_0000000000000000000001',
  kind: 'image',
  title: 'Login',
  description: null,
  variationGroup: null,
  preferred: false,
  route: null,
  viewport: { width: 800, height: 600 },
  commit: null,
  scenario: null,
  status: 'ready',
  url: address,
  markdown: '',
  currentRevision: revision,
  revisions: [revision],
  threadCounts: counts,
})

const comment: Comment = Comment.parse({
  id: 'cmt_0000000000000000000001',
  body: 'Too wide',
  author: { type: 'human', id: 'usr_1', name: 'Ada' },
  createdAt: at,
})

const thread: Thread = Thread.parse({
  threadId: 'thr_0000000000000000000001',
  artifactId: artifact.id,
  revision: 1,
  kind: 'point',
  geometry: { x: 0.5, y: 0.5 },
  timestampMs: null,
  comment: comment.body,
  status: 'open',
  artifact: { title: 'Login', kind: 'image', route: null, viewport: null, commit: null, scenario: null },
  reviewId: review.id,
  url: address,
  createdAt: at,
  updatedAt: at,
  comments: [comment],
})

const shared: SharedReview = {
  review,
  project: { id: 'prj_0000000000000000000001', name: 'Shop', workspaceId: 'ws_0000000000000000000001' },
  artifacts: [artifact],
  threadCounts: counts,
  markdown: '# Login form',
  rounds: [{ id: 'rnd_0000000000000000000001', number: 1, summary: '', createdAt: at }],
  threads: [thread],
}

/** Adds a field to every object of a value but a geometry, which is stored as the caller sent it. */
function withNewField<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withNewField) as T
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, each]) => [
    name,
    name === 'geometry' ? each : withNewField(each),
  ])
  return Object.fromEntries([...fields, ['newField', 'private']]) as T
}

describe('a new field', () => {
  it('of a review, an artifact, a thread or anything in them does not reach a share link', () => {
    expect(SharedReview.safeParse(shared).success).toBe(true)
    expect(SharedReview.safeParse(withNewField(shared)).success).toBe(false)
    expect(pickFields(SharedReview, withNewField(shared))).toEqual(shared)
  })

  it('of a review does not reach the rows of lists', () => {
    const row = listedFields(withNewField(review))
    expect(row).not.toHaveProperty('newField')
    expect(ReviewSummary.pick(mask(row)).parse(row)).toEqual(row)
  })
})

function mask(row: ReturnType<typeof listedFields>) {
  return Object.fromEntries(Object.keys(row).map(name => [name, true])) as Record<keyof typeof row, true>
}
