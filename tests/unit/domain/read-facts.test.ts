import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { ComparisonStatus } from '#shared/contract/comparison'
import type { ReviewStatus, ThreadStatus } from '#shared/contract/review-status'
import { commentedReview, commitStatusOf, factsOf } from '#shared/forge/review-comment'
import { db, write } from '~~/server/db'
import { selectReviews } from '~~/server/db/joins'
import { artifact, project, review, revision, round, thread } from '~~/server/db/schema'
import { readCommitStatus } from '~~/server/domain/forge/read-commit-status'
import { readFacts } from '~~/server/domain/forge/read-facts'
import { serializeParts } from '~~/server/domain/review/serialize'
import { recordReads, type RecordedRead } from '../../support/data/recorded-reads'
import { seedDatabase, type SeededDatabase } from '../../support/data/seeded-database'
import { countTurns } from '../../support/turns'

const times = { createdAt: 1, updatedAt: 1 }
const compared = (status: ComparisonStatus) => ({
  status,
  changedPercent: status === 'changed' ? 1 : 0,
  boxes: [],
  against: null,
})
let seeded: SeededDatabase
let created = 0
const newId = (prefix: string) => `${prefix}_${(created += 1)}`

interface Shown {
  baseline?: ComparisonStatus
  change?: ComparisonStatus
  completedAt?: number | null
  roundId?: string
  isBefore?: boolean
}
interface Described {
  status?: ReviewStatus
  commit?: string
  artifacts?: Shown[][]
  threads?: ThreadStatus[]
}

/** Stores a review. `artifacts` describes the revisions of each artifact. Returns the id of the review. */
async function store({ status = 'open', commit, artifacts = [], threads = [] }: Described): Promise<string> {
  const id = newId('rev')
  await write(async tx => {
    const references = { commit, prRef: '#1', decidedAt: status === 'open' ? null : 10 }
    const row = { id, projectId: 'prj_1', workspaceId: 'ws_1', title: id, status, ...references, ...times }
    await tx.insert(review).values(row)
    await tx.insert(round).values({ id: `rnd_${id}`, reviewId: id, number: 1, createdAt: 1 })
    for (const revisions of artifacts) {
      const artifactId = newId('art')
      const isReady = revisions.at(-1)?.completedAt !== null
      await tx.insert(artifact).values({
        ...{ id: artifactId, reviewId: id, kind: 'image', title: artifactId },
        ...{ status: isReady ? 'ready' : 'processing', nextIndex: revisions.length + 1, ...times },
      })
      for (const [i, { baseline, change, completedAt = 5, isBefore, roundId }] of revisions.entries())
        await tx.insert(revision).values({
          ...{ id: newId('rvs'), artifactId, index: i + 1, mime: 'image/png', bytes: 1, createdAt: 1 },
          ...{ completedAt, isBefore, roundId: roundId && `rnd_${id}` },
          baseline: baseline && compared(baseline),
          change: change && compared(change),
        })
    }
    for (const each of threads)
      await tx
        .insert(thread)
        .values({ id: newId('thr'), reviewId: id, kind: 'review', status: each, ...times })
  })
  return id
}

async function load(id: string) {
  const [found] = await selectReviews(db).where(eq(review.id, id))
  if (!found) throw new Error(`There is no review ${id}.`)
  return found
}

beforeAll(async () => {
  seeded = await seedDatabase()
  await write(tx => tx.update(project).set({ passesUnchanged: true }).where(eq(project.id, 'prj_1')))
})
afterAll(() => seeded.remove())
beforeEach(() => vi.restoreAllMocks())

const again = { roundId: 'same', baseline: 'same' } as const
const examples: [string, Described][] = [
  ['without evidence', {}],
  ['with evidence of each kind', { artifacts: [[{ baseline: 'new' }], [{ baseline: 'changed' }], [{}]] }],
  ['with expired evidence', { artifacts: [[{ baseline: 'expired' }], [{ baseline: 'same' }]] }],
  ['without a change', { artifacts: [[{ baseline: 'same' }], [{ baseline: 'same' }]] }],
  ['with an old change', { artifacts: [[{ baseline: 'changed' }, { baseline: 'same' }]] }],
  ['with an incomplete revision', { artifacts: [[{ baseline: 'same' }, { completedAt: null }]] }],
  ['with an incomplete artifact', { artifacts: [[{ baseline: 'same' }], [{ completedAt: null }]] }],
  ['that differs from itself', { artifacts: [[again, { ...again, change: 'changed' }, again]] }],
  [
    'that differs before',
    {
      artifacts: [
        [
          { ...again, isBefore: true },
          { ...again, change: 'changed' },
        ],
      ],
    },
  ],
  ['with an open comment', { artifacts: [[{ baseline: 'same' }]], threads: ['open', 'resolved'] }],
  ['with an addressed comment', { artifacts: [[{ baseline: 'same' }]], threads: ['addressed'] }],
  ['that was verified', { status: 'verified', artifacts: [[{ baseline: 'same' }]] }],
  ['that is outdated', { status: 'verified', artifacts: [[{ completedAt: 20 }], [{}]] }],
  ['with requested changes', { status: 'changes_requested', artifacts: [[{}]] }],
]

it.each(examples)('the facts of a review %s are those in its forge comment', async (_name, described) => {
  const loaded = await load(await store(described))
  const commented = commentedReview(await serializeParts(db, loaded), loaded.project)
  const facts = await readFacts(db, loaded)
  const { evidence: _evidence, ...expected } = commented
  expect(facts).toEqual(expected)
  expect([commitStatusOf(facts), factsOf(facts)]).toEqual([commitStatusOf(commented), factsOf(commented)])
})

it('a review without a change passes, unless pictures of one round and commit look different', async () => {
  const passes = async (described: Described) =>
    (await readFacts(db, await load(await store(described)))).passes
  const described = Object.fromEntries(examples)
  const passing = await Promise.all(
    Object.entries(described).map(async ([name, each]) => ((await passes(each)) ? [name] : [])),
  )
  expect(passing.flat()).toEqual(['without a change', 'with an old change', 'that differs before'])
})

it('the status of a commit with many reviews is read without blocking other events', async () => {
  const artifacts = Array.from({ length: 30 }, () => [{ baseline: 'same' }, { baseline: 'changed' }] as const)
  const described = { commit: 'abcdef1234', artifacts: artifacts.map(each => [...each]) }
  const id = await store(described)
  for (let others = 0; others < 20; others++) await store(described)
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000))
  let reads: RecordedRead[] = []
  const turns = await countTurns(async () => {
    reads = await recordReads(() => readCommitStatus(seeded.human, { id }))
  })
  expect(turns).toBeGreaterThanOrEqual(20)
  expect(Math.max(...reads.map(each => each.rows))).toBeLessThanOrEqual(21)
})
