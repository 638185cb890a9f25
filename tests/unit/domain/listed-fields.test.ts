import { describe, expect, it } from 'vitest'
import { ReviewSummary } from '#shared/contract/review-list'
import { SharedReview } from '#shared/contract/shared-review'
import { listedFields } from '~~/server/domain/review/summarize'
import { fieldPicker } from '~~/server/domain/share-link/pick-fields'

const at = '2026-11-21T12:00:00.000Z'
const address = 'https://exhibit.example/e/x'

const captured = { route: null, viewport: { width: 800, height: 600 }, commit: null, scenario: null }

const revision = {
  id: 'rvs_1',
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
  isBefore: false,
  ...captured,
  description: null,
  completedAt: at,
  change: { status: 'new', changedPercent: null, boxes: [], against: null },
  baseline: null,
  differsFromItself: false,
  posterIsFrame: false,
}

const threadCounts = { open: 1, addressed: 0, resolved: 0, total: 1 }

const artifact = {
  id: 'art_1',
  kind: 'image',
  title: 'Login',
  description: null,
  variationGroup: null,
  preferred: false,
  ...captured,
  status: 'ready',
  url: address,
  markdown: '',
  currentRevision: revision,
  revisions: [revision],
  threadCounts,
  approval: null,
  endedApproval: null,
}

const thread = {
  threadId: 'thr_1',
  number: 1,
  artifactId: 'art_1',
  revision: 1,
  kind: 'point',
  geometry: { x: 0.5, y: 0.5 },
  shapes: [{ kind: 'arrow', geometry: { x1: 0, y1: 0, x2: 1, y2: 1 } }],
  timestampMs: null,
  endMs: null,
  frameMs: null,
  comment: 'Too wide',
  status: 'open',
  label: null,
  artifact: { title: 'Login', kind: 'image', ...captured },
  reviewId: 'rev_1',
  url: address,
  createdAt: at,
  updatedAt: at,
  comments: [
    {
      id: 'cmt_1',
      body: 'Too wide',
      author: { type: 'human', id: 'usr_1', name: 'Ada' },
      images: [],
      createdAt: at,
      editedAt: null,
    },
  ],
}

const shared = SharedReview.parse({
  review: {
    id: 'rev_1',
    title: 'Login form',
    status: 'open',
    url: address,
    externalRef: null,
    prRef: null,
    branch: null,
    commit: null,
    referencesChangedAt: null,
    createdAt: at,
    updatedAt: at,
    decidedAt: null,
    decidedBy: null,
    decisionComment: null,
  },
  project: { id: 'prj_1', name: 'Shop', workspaceId: 'ws_1' },
  artifacts: [artifact],
  threadCounts,
  markdown: '# Login form',
  rounds: [{ id: 'rnd_1', number: 1, summary: '', createdAt: at }],
  threads: [thread],
  allowComments: true,
  allowDownload: false,
  guestId: null,
})

/**
 * Adds a field to every object inside a value. A geometry gets no field, because it is stored as the caller
 * sent it.
 */
function withNewField<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withNewField) as T
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, each]) => [
    name,
    name === 'geometry' ? each : withNewField(each),
  ])
  return Object.fromEntries([...fields, ['newField', 'private']]) as T
}

describe('a field that is added to a schema', () => {
  it('a field added to a review, an artifact or a thread does not appear in a share link', () => {
    expect(SharedReview.safeParse(withNewField(shared)).success).toBe(false)
    expect(fieldPicker(SharedReview)(withNewField(shared))).toEqual(shared)
  })

  it('a field that is added to reviews does not appear in lists of reviews', () => {
    const row = listedFields(withNewField(shared.review))
    expect(row).toMatchObject({ id: 'rev_1', title: 'Login form' })
    expect(Object.keys(row).filter(name => !(name in ReviewSummary.shape))).toEqual([])
  })
})
