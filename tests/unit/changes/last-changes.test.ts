import { and, eq, lte } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { db, lockNothing, writeUnguarded } from '~~/server/db'
import { comment, event, review, thread } from '~~/server/db/schema'
import { changesSince, handledVersion, newsSince, threadsSince } from '~~/server/domain/thread/read-news'
import { seedDatabase, type SeededDatabase } from '../../support/data/seeded-database'

const flips = [
  ['thread.resolved', 'thr_1', 'usr_1'],
  ['thread.open', 'thr_1', 'usr_1'],
  ['thread.resolved', 'thr_2', 'usr_1'],
  ['thread.addressed', 'thr_2', 'tok_1'],
] as const
const threads = ['thr_1', 'thr_2', 'thr_gone']

let seeded: SeededDatabase
beforeAll(async () => {
  seeded = await seedDatabase()
})
afterAll(() => seeded.remove())

/** Inserts a review with a comment, and two threads that are resolved and reopened many times. */
async function reviewWith(id: string, versions: number) {
  const named = (name: string) => `${name}_${id}`
  await writeUnguarded(async tx => {
    lockNothing()
    const times = { createdAt: 1, updatedAt: 1 }
    const of = { projectId: 'prj_1', workspaceId: 'ws_1', title: 't' }
    await tx.insert(review).values({ id, ...of, status: 'open', version: versions, ...times })
    for (const each of threads.slice(0, 2))
      await tx
        .insert(thread)
        .values({ id: named(each), reviewId: id, kind: 'review', status: 'open', ...times })
    await tx.insert(comment).values({
      ...{ id: named('cmt_1'), threadId: named('thr_1'), body: 'b', createdAt: 1 },
      ...{ authorType: 'human', authorId: 'usr_1', authorName: 'Mel' },
    })
  })
  await addEvents(id, 1, versions)
  return { id, version: versions }
}

async function addEvents(reviewId: string, from: number, upTo: number) {
  await writeUnguarded(async tx => {
    lockNothing()
    const rows = Array.from({ length: upTo - from + 1 }, (_, index) => {
      const version = from + index
      const [kind, subject, actorId] =
        version === 1
          ? (['comment.created', 'cmt_1', 'usr_1'] as const)
          : version === 2
            ? (['thread.deleted', 'thr_gone', 'usr_2'] as const)
            : (flips[(version - 1) % flips.length] ?? flips[0])
      const actor = { actorType: 'human' as const, actorId, actorName: 'Mel' }
      const of = { workspaceId: 'ws_1', reviewId, reviewVersion: version, createdAt: version }
      return { id: `evt_${reviewId}_${version}`, kind, subjectId: `${subject}_${reviewId}`, ...actor, ...of }
    })
    for (let start = 0; start < rows.length; start += 500)
      await tx.insert(event).values(rows.slice(start, start + 500))
  })
}

describe.each([
  ['few', 200],
  ['thousands of', 4400],
])('the changes of a review with %s events', (name, versions) => {
  const id = `rev_${versions}`
  const thread1 = `thr_1_${id}`
  const thread2 = `thr_2_${id}`
  let present: { id: string; version: number }
  beforeAll(async () => {
    present = await reviewWith(id, versions)
  })

  it('the list of changed threads contains each thread once, with its last change', async () => {
    expect(await changesSince(db, id, 0)).toHaveLength(versions)
    expect([...(await threadsSince(db, present, 0))]).toEqual([
      [thread1, versions - 2],
      [thread2, versions],
    ])
    expect([...(await threadsSince(db, present, versions - 2)).keys()]).toEqual([thread2])
    expect([...(await threadsSince(db, present, versions))]).toEqual([])
  })

  it('changes by the caller are not new activity for the caller', async () => {
    const news = await newsSince(db, seeded.agent, present, 0)
    expect(news?.threads.get(thread2)).toBe(versions - 1)
    expect(news?.hasVerdict).toBe(false)
    expect(await newsSince(db, seeded.agent, present, versions - 1)).toBeNull()
  })

  it('a comment without a reply is new activity for an agent that made later changes', async () => {
    expect(await handledVersion(db, seeded.agent, present)).toBe(0)
    expect(await handledVersion(db, seeded.human, present)).toBe(versions - 1)
    expect(await handledVersion(db, { ...seeded.human, id: 'usr_3' }, present, 7)).toBe(7)
  })
})

describe('the events of a review with thousands of events', () => {
  it('changes of a review are read from the database once, and later only the new ones', async () => {
    const reviewId = 'rev_once'
    const present = await reviewWith(reviewId, 2400)
    expect((await threadsSince(db, present, 0)).size).toBe(2)
    await writeUnguarded(async tx => {
      lockNothing()
      await tx.delete(event).where(and(eq(event.reviewId, reviewId), lte(event.reviewVersion, 2400)))
    })
    await addEvents(reviewId, 2401, 2401)
    expect([...(await threadsSince(db, { id: reviewId, version: 2401 }, 0))]).toEqual([
      [`thr_2_${reviewId}`, 2400],
      [`thr_1_${reviewId}`, 2401],
    ])
  })

  it('changes of a transaction that is rolled back are counted only within this transaction', async () => {
    const reviewId = 'rev_rolled'
    const present = await reviewWith(reviewId, 2400)
    expect(await handledVersion(db, seeded.human, present)).toBe(2399)
    const row = { kind: 'thread.open', subjectId: `thr_1_${reviewId}`, workspaceId: 'ws_1', createdAt: 1 }
    const actor = { actorType: 'human' as const, actorId: 'usr_1', actorName: 'Mel' }
    const later = { id: reviewId, version: 2401 }
    const failed = writeUnguarded(async tx => {
      lockNothing()
      await tx.insert(event).values({ id: 'evt_later', reviewId, reviewVersion: 2401, ...row, ...actor })
      throw new Error(`handled ${await handledVersion(tx, seeded.human, later)}`)
    })
    await expect(failed).rejects.toThrow('handled 2401')
    expect(await handledVersion(db, seeded.human, later)).toBe(2399)
  })
})
