import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { db, lockNothing, writeUnguarded } from '~~/server/db'
import { event } from '~~/server/db/schema'
import { changedThreads, changesSince, lastChangesSince, newsSince } from '~~/server/domain/thread/read-news'
import { seedDatabase, type SeededDatabase } from '../../support/data/seeded-database'

let seeded: SeededDatabase
beforeAll(async () => {
  seeded = await seedDatabase()
  await writeUnguarded(async tx => {
    lockNothing()
    const changes = [
      ['thread.resolved', 'thr_1', 'usr_1'],
      ['thread.open', 'thr_1', 'usr_1'],
      ['thread.resolved', 'thr_2', 'usr_1'],
      ['thread.addressed', 'thr_2', 'tok_1'],
    ] as const
    const rows = Array.from({ length: 200 }, (_, index) => {
      const [kind, subjectId, actorId] = changes[index % changes.length] ?? changes[0]
      const actor = { actorType: 'human' as const, actorId, actorName: 'Mel' }
      const of = { workspaceId: 'ws_1', reviewId: 'rev_1', reviewVersion: index + 1, createdAt: index }
      return { id: `evt_${String(index).padStart(3, '0')}`, kind, subjectId, ...actor, ...of }
    })
    await tx.insert(event).values(rows)
  })
})
afterAll(() => seeded.remove())

describe('the changes of a review since a version', () => {
  it('repeated changes are one change with the last version, at the place of the first one', async () => {
    expect(await changesSince(db, 'rev_1', 0)).toHaveLength(200)
    const changes = await lastChangesSince(db, 'rev_1', 0)
    expect(changes).toEqual([
      { kind: 'thread.resolved', subjectId: 'thr_1', actorId: 'usr_1', version: 197 },
      { kind: 'thread.open', subjectId: 'thr_1', actorId: 'usr_1', version: 198 },
      { kind: 'thread.resolved', subjectId: 'thr_2', actorId: 'usr_1', version: 199 },
      { kind: 'thread.addressed', subjectId: 'thr_2', actorId: 'tok_1', version: 200 },
    ])
    const versions = [
      ['thr_1', 198],
      ['thr_2', 200],
    ]
    expect([...(await changedThreads(db, changes))]).toEqual(versions)
    expect([...(await changedThreads(db, await changesSince(db, 'rev_1', 0)))]).toEqual(versions)
  })

  it('changes up to the version, and those of the caller, are left out', async () => {
    expect((await lastChangesSince(db, 'rev_1', 198)).map(each => each.version)).toEqual([199, 200])
    expect(await lastChangesSince(db, 'rev_1', 200)).toEqual([])
    const news = await newsSince(db, seeded.agent, 'rev_1', 0)
    expect(news?.changes.every(each => each.version !== 200)).toBe(true)
  })
})
