import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { preparedInsert } from '~~/server/db/prepared'
import { project, review, thread } from '~~/server/db/schema'
import { insert, type OpenedDatabase } from './opened-database'

/** Tests the inserts that are prepared. */
export function describePreparedInserts(opened: OpenedDatabase): void {
  it('a prepared insert stores null, times and JSON like any other insert', async () => {
    const created = { id: 'p', workspaceId: 'w', name: 'p', slug: 'p', createdAt: 5 }
    const reviewed = { projectId: 'p', title: 't', status: 'open' as const, createdAt: 1, updatedAt: 2 }
    const shape = { x: 0.25, y: 0.5 }
    const threadRow = (id: string, geometry: typeof shape | null): typeof thread.$inferSelect => ({
      id,
      reviewId: 'r',
      artifactId: null,
      revisionId: null,
      number: null,
      kind: 'review',
      geometry,
      timestampMs: null,
      endMs: null,
      frameMs: null,
      frameKey: null,
      frameBytes: null,
      claimedById: null,
      claimedByName: null,
      claimedUntil: null,
      frameById: null,
      frameByName: null,
      elements: null,
      events: null,
      shapes: null,
      status: 'open',
      label: null,
      createdAt: 3,
      updatedAt: 4,
    })
    const insertThread = preparedInsert(thread)
    await opened.database.write(async tx => {
      await insert(tx, 'w')
      await tx.insert(project).values(created)
      await tx.insert(review).values({ id: 'r', ...reviewed })
      await insertThread(tx, threadRow('a', shape))
      await insertThread(tx, threadRow('b', null))
    })
    const isNone = sql<number>`case when ${thread.geometry} is null then 1 else 0 end`
    const found = await opened.database.db.select({ thread, isNone }).from(thread).orderBy(thread.id)
    expect(found).toEqual([
      { thread: threadRow('a', shape), isNone: 0 },
      { thread: threadRow('b', null), isNone: 1 },
    ])
  })
}
