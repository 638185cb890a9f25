import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import { db, lockNothing, writeUnguarded } from '~~/server/db'
import { artifact, comment, review, revision, thread } from '~~/server/db/schema'
import { listedThreads } from '~~/server/domain/thread/listed-threads'
import { threadJson } from '~~/server/domain/thread/thread-json'
import { placesOf, threadsInParts } from '~~/server/domain/export/threads-in-parts'
import { serializeThreads } from '~~/server/domain/thread/serialize'
import { seedDatabase, type SeededDatabase } from '../../support/data/seeded-database'
import { recordReads } from '../../support/data/recorded-reads'
import { countTurns } from '../../support/turns'

const THREADS = 80
/** A review whose threads are read in parts. */
const large = { id: 'rev_1', version: 1, markBytes: 8_000_000, commentBytes: 1_000 }
let seeded: SeededDatabase
beforeAll(async () => {
  seeded = await seedDatabase()
  const points = Array.from(
    { length: limits.freehandPointsMax },
    (_, n) => [((n * 7919) % 9973) / 9973, ((n * 4729) % 9973) / 9973] as [number, number],
  )
  const shape = { kind: 'freehand' as const, geometry: { points } }
  await writeUnguarded(async tx => {
    lockNothing()
    const at = { createdAt: 1, updatedAt: 1 }
    const of = { projectId: 'prj_1', workspaceId: 'ws_1', title: 't', status: 'open' as const }
    await tx.insert(review).values({ id: 'rev_1', ...of, ...at })
    const evidence = { id: 'art_1', reviewId: 'rev_1', kind: 'image', title: 't', status: 'ready' } as const
    await tx.insert(artifact).values({ ...evidence, nextIndex: 2, ...at })
    const file = { mime: 'image/png' as const, bytes: 1, width: 100, height: 80 }
    await tx.insert(revision).values({ id: 'rvs_1', artifactId: 'art_1', index: 1, ...file, ...at })
    for (let n = 0; n < THREADS; n++) {
      // The ids are in the reverse order of the creation times.
      const id = `thr_${String(THREADS - n).padStart(3, '0')}`
      await tx.insert(thread).values({
        ...{ id, reviewId: 'rev_1', artifactId: 'art_1', revisionId: 'rvs_1', number: n + 1 },
        ...{ kind: 'freehand', geometry: shape.geometry, createdAt: n, updatedAt: n },
        ...{ shapes: Array(limits.furtherShapes).fill(shape), status: n % 2 ? 'open' : 'resolved' },
      })
      await tx.insert(comment).values({
        ...{ id: `cmt_${n}`, threadId: id, body: `Remark ${n}`, createdAt: n },
        ...{ authorType: 'human', authorId: 'usr_1', authorName: 'Mel' },
      })
    }
  })
})
afterAll(() => seeded.remove())

it('a list of threads is the same for small, large and unknown sizes of its marks', async () => {
  for (const status of [undefined, 'open'] as const) {
    const read = async (markBytes: number | null) =>
      (await serializeThreads(db, { id: 'rev_1', markBytes }, status)).map(threadJson)
    const few = await read(0)
    expect(few).toHaveLength(status ? THREADS / 2 : THREADS)
    expect(await read(8_000_000)).toEqual(few)
    expect(await read(null)).toEqual(few)
  }
})

it('other requests are handled while many marks are read', async () => {
  const turns = await countTurns(async () => {
    expect(await listedThreads(large)).toHaveLength(THREADS)
  })
  expect(turns).toBeGreaterThan(0)
})

it('requests for the same list at the same time share it', async () => {
  const [first, ...others] = await Promise.all(
    Array.from({ length: 20 }, () => listedThreads({ ...large, version: 2 })),
  )
  expect(first).toHaveLength(THREADS)
  for (const each of others) expect(each).toBe(first)
})

it('lists of large reviews are read one after another, and those of a small review are not', async () => {
  const isDone = { large: false, other: false }
  const all = listedThreads({ ...large, version: 3 }).then(() => (isDone.large = true))
  const open = listedThreads({ ...large, version: 3 }, 'open').then(() => (isDone.other = true))
  const small = { id: 'rev_none', version: 1, markBytes: 0, commentBytes: 0 }
  expect(await listedThreads(small)).toEqual([])
  expect(isDone).toEqual({ large: false, other: false })
  await all
  expect(isDone.other).toBe(false)
  await open
})

it('an export reads the threads of a review in parts that are limited by their size', async () => {
  const places = await placesOf('rev_1')
  expect(places.map(each => each.id)).toEqual(
    (await serializeThreads(db, { id: 'rev_1', markBytes: null })).map(each => each.threadId),
  )
  const found: string[] = []
  const reads = await recordReads(async () => {
    for await (const each of threadsInParts(places)) found.push(each.threadId)
  })
  expect(found).toEqual(places.map(each => each.id))
  const parts = reads.filter(each => /from "thread" where "thread"."id" in/.test(each.text))
  const bytes = places.reduce((sum, each) => sum + each.bytes, 0)
  expect(parts.length).toBeGreaterThanOrEqual(bytes / 500_000)
})
