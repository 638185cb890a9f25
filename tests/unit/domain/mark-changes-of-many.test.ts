import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { db, write } from '~~/server/db'
import { artifact, comment, review, revision, thread } from '~~/server/db/schema'
import { findThreads, serializeThreads } from '~~/server/domain/thread/serialize'
import { setThreadStatuses } from '~~/server/domain/thread/set-thread-statuses'
import { threadsUpTo } from '~~/server/domain/thread/threads-up-to'
import { recordReads, type RecordedRead } from '../../support/data/recorded-reads'
import { seedDatabase, type SeededDatabase } from '../../support/data/seeded-database'
import { countTurns } from '../../support/turns'

const REVISIONS = 600
const THREADS = 200
/** The number of the revision that the first thread is on. Each thread is on another revision. */
const FIRST = 101
const times = { createdAt: 1, updatedAt: 1 }
const ids = Array.from({ length: THREADS }, (_, i) => `thr_${String(i).padStart(3, '0')}`)
let seeded: SeededDatabase

beforeAll(async () => {
  seeded = await seedDatabase()
  const box = { x: 0.9, y: 0.9, width: 0.01, height: 0.01 }
  await write(async tx => {
    const row = { id: 'rev_1', projectId: 'prj_1', workspaceId: 'ws_1', title: 't' }
    await tx.insert(review).values({ ...row, status: 'open', ...times })
    for (const [id, nextIndex] of [
      ['art_1', REVISIONS + 1],
      ['art_2', 2],
    ] as const)
      await tx
        .insert(artifact)
        .values({ id, reviewId: 'rev_1', kind: 'image', title: 't', status: 'ready', nextIndex, ...times })
    for (let index = 1; index <= REVISIONS; index++)
      await tx.insert(revision).values({
        ...{ id: `rvs_${index}`, artifactId: 'art_1', index, mime: 'image/png', bytes: 1 },
        change: { status: 'changed', changedPercent: 1, boxes: [box], against: null },
        ...{ createdAt: 1, completedAt: 1 },
      })
    for (const [i, id] of ids.entries()) {
      await tx.insert(thread).values({
        ...{ id, reviewId: 'rev_1', artifactId: 'art_1', revisionId: `rvs_${FIRST + i}`, number: i + 1 },
        ...{ kind: 'rectangle', geometry: { x: 0.1, y: 0.1, width: 0.1, height: 0.1 }, status: 'open' },
        ...times,
      })
      await tx.insert(comment).values({
        ...{ id: `cmt_${id}`, threadId: id, body: 'b', authorType: 'human', authorId: 'usr_1' },
        ...{ authorName: 'Mel', createdAt: 1 },
      })
    }
  })
})
afterAll(() => seeded.remove())
beforeEach(() => vi.restoreAllMocks())

const changesIn = (reads: RecordedRead[]) => reads.filter(each => /select.*"change"/.test(each.text))
const rowsOf = (reads: RecordedRead[]) => changesIn(reads).reduce((sum, each) => sum + each.rows, 0)

describe('the marked areas of many threads on an artifact with many revisions', () => {
  it.each([
    ['few', 0],
    ['an unknown number of', null],
  ])('a list of threads with %s marks reads each later revision once', async (_name, markBytes) => {
    const reads = await recordReads(() => serializeThreads(db, { id: 'rev_1', markBytes }))
    expect(rowsOf(reads)).toBe(REVISIONS - FIRST)
    expect(Math.max(...changesIn(reads).map(each => each.rows))).toBeLessThanOrEqual(256)
    const found = await findThreads(db, ids.slice(0, 1))
    expect(found.map(each => each.markChanged)).toEqual([false])
  })

  it('a write that changes the status of many threads reads each later revision once', async () => {
    const change = () =>
      setThreadStatuses(seeded.human, { id: 'rev_1', threadIds: ids, status: 'resolved' } as const)
    expect(rowsOf(await recordReads(change))).toBe(REVISIONS - FIRST)
  })

  it('a page of changed threads reads the later revisions only a few times', async () => {
    const changed = new Map(ids.map((id, i) => [id, i + 1]))
    const all = { size: 10_000_000, fields: 'all' } as const
    const reads = await recordReads(async () => {
      expect(
        (await threadsUpTo({ id: 'rev_1', markBytes: 0, commentBytes: 0 }, all, changed)).map(
          each => each?.threadId,
        ),
      ).toEqual(ids)
    })
    // The threads are read in parts that double in size: threads 1 to 16, 17 to 48, and so on.
    const parts = Math.ceil(Math.log2(THREADS / 16 + 1))
    expect(rowsOf(reads)).toBeLessThanOrEqual(parts * (REVISIONS - FIRST))
  })

  it('artifacts with few revisions are read together, and each has its own result', async () => {
    await write(async tx => {
      const row = { id: 'rev_2', projectId: 'prj_1', workspaceId: 'ws_1', title: 't' }
      await tx.insert(review).values({ ...row, status: 'open', ...times })
      for (let n = 0; n < 50; n++) {
        const artifactId = `art_few_${n}`
        await tx.insert(artifact).values({
          ...{ id: artifactId, reviewId: 'rev_2', kind: 'image', title: 't', status: 'ready', nextIndex: 4 },
          ...times,
        })
        for (const index of [1, 2, 3])
          await tx.insert(revision).values({
            ...{ id: `rvs_few_${n}_${index}`, artifactId, index, mime: 'image/png', bytes: 1 },
            // Every second artifact changed in its second revision, and none in its third one.
            change: {
              ...{ status: index === 2 && n % 2 === 0 ? 'changed' : 'same', changedPercent: 1 },
              ...{ boxes: [{ x: 0, y: 0, width: 1, height: 1 }], against: null },
            },
            ...{ createdAt: 1, completedAt: 1 },
          })
        // The threads on every third artifact are on its second revision, and all others on its first
        // revision.
        const revisionId = `rvs_few_${n}_${n % 3 === 0 ? 2 : 1}`
        await tx.insert(thread).values({
          ...{ id: `thr_few_${n}`, reviewId: 'rev_2', artifactId, revisionId, number: n + 1 },
          ...{ kind: 'artifact', status: 'open', createdAt: n, updatedAt: n },
        })
      }
    })
    const reads = await recordReads(async () => {
      const found = await serializeThreads(db, { id: 'rev_2', markBytes: null })
      expect(found.map(each => each.markChanged)).toEqual(found.map((_, n) => n % 2 === 0 && n % 3 !== 0))
    })
    expect(changesIn(reads)).toHaveLength(1)
  })

  it('for threads on the latest revision, no later revision is read', async () => {
    await write(async tx => {
      await tx.insert(revision).values({
        ...{ id: 'rvs_only', artifactId: 'art_2', index: 1, mime: 'image/png', bytes: 1 },
        ...{ createdAt: 1, completedAt: 1 },
      })
      await tx.insert(thread).values({
        ...{ id: 'thr_only', reviewId: 'rev_1', artifactId: 'art_2', revisionId: 'rvs_only', number: 999 },
        ...{ kind: 'artifact', status: 'open', ...times },
      })
    })
    const reads = await recordReads(() => findThreads(db, ['thr_only']))
    expect(changesIn(reads)).toEqual([])
  })

  it('other events are handled while a long list of threads is serialized', async () => {
    let now = 0
    // Each reading of the clock is a second later than the previous one, so the computation must yield each
    // time.
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 1000))
    const turns = await countTurns(() => serializeThreads(db, { id: 'rev_1', markBytes: 0 }))
    expect(turns).toBeGreaterThan(THREADS)
  })
})
