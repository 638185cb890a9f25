import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { db, write } from '~~/server/db'
import { selectReviews } from '~~/server/db/joins'
import { comment, review, thread } from '~~/server/db/schema'
import { handledVersion, progressOf, unrepliedAmong } from '~~/server/domain/thread/read-news'
import { seedDatabase, type SeededDatabase } from '../../support/data/seeded-database'

/** A step of SQLite's plan for a statement. */
interface Step {
  id: number
  parent: number
  detail: string
}

/** The plan of each statement that was prepared on any connection. */
const plans = new Map<string, Step[]>()
const { prototype } = Database
const prepare = prototype.prepare
let seeded: SeededDatabase

beforeAll(async () => {
  seeded = await seedDatabase()
  const times = { createdAt: 1, updatedAt: 1 }
  await write(async tx => {
    const row = { id: 'rev_1', projectId: 'prj_1', workspaceId: 'ws_1', title: 't' }
    await tx.insert(review).values({ ...row, status: 'open', ...times })
    const onReview = { reviewId: 'rev_1', kind: 'review', status: 'open', ...times } as const
    await tx.insert(thread).values({ id: 'thr_1', ...onReview })
    const author = { authorType: 'human', authorId: 'usr_1', authorName: 'Mel' } as const
    await tx.insert(comment).values({ id: 'cmt_1', threadId: 'thr_1', body: 'b', ...author, createdAt: 1 })
  })
  prototype.prepare = function (this: Database.Database, text: string) {
    if (text.startsWith('select')) {
      const values = Array.from(text.matchAll(/\?/g), () => 1)
      plans.set(text, prepare.call(this, `EXPLAIN QUERY PLAN ${text}`).all(values) as Step[])
    }
    return prepare.call(this, text)
  } as typeof prepare
})
afterAll(async () => {
  prototype.prepare = prepare
  await seeded.remove()
})

const isCorrelated = ({ detail }: Step) => detail.startsWith('CORRELATED')

/** Returns how many correlated subqueries contain each other at a step of a plan. */
function depthOf(plan: readonly Step[], step: Step): number {
  const parent = plan.find(each => each.id === step.parent)
  return (isCorrelated(step) ? 1 : 0) + (parent ? depthOf(plan, parent) : 0)
}
const depths = () => [...plans.values()].flatMap(plan => plan.map(step => depthOf(plan, step)))

it('the queries for unanswered comments do not read a thread again for each of its comments', async () => {
  await handledVersion(db, seeded.agent, { id: 'rev_1', version: 1 })
  expect(await unrepliedAmong(db, ['cmt_1'])).toEqual(new Set(['cmt_1']))
  expect(plans.size).toBeGreaterThanOrEqual(3)
  expect(Math.max(...depths())).toBe(0)
  const [loaded] = await selectReviews(db)
  if (!loaded) throw new Error('There is no review.')
  expect((await progressOf(db, loaded)).counts.open).toBe(1)
  // One subquery per thread is fine.
  expect(Math.max(...depths())).toBe(1)
})
