import { afterAll, beforeAll, expect, it } from 'vitest'
import { db, write } from '~~/server/db'
import { selectReviews } from '~~/server/db/joins'
import { comment, review, thread } from '~~/server/db/schema'
import { handledVersion, progressOf, unrepliedAmong } from '~~/server/domain/thread/read-news'
import { recordPlans, type PlanStep } from '../../support/data/recorded-plans'
import { seedDatabase, type SeededDatabase } from '../../support/data/seeded-database'

let recorded: ReturnType<typeof recordPlans>
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
  recorded = recordPlans()
})
afterAll(async () => {
  recorded.stop()
  await seeded.remove()
})

const isCorrelated = ({ detail }: PlanStep) => detail.startsWith('CORRELATED')

/** Returns how many correlated subqueries contain each other at a step of a plan. */
function depthOf(plan: readonly PlanStep[], step: PlanStep): number {
  const parent = plan.find(each => each.id === step.parent)
  return (isCorrelated(step) ? 1 : 0) + (parent ? depthOf(plan, parent) : 0)
}
const depths = () => [...recorded.plans.values()].flatMap(plan => plan.map(step => depthOf(plan, step)))

it('the queries for unanswered comments do not read a thread again for each of its comments', async () => {
  await handledVersion(db, seeded.agent, { id: 'rev_1', version: 1 })
  expect(await unrepliedAmong(db, ['cmt_1'])).toEqual(new Set(['cmt_1']))
  expect(recorded.plans.size).toBeGreaterThanOrEqual(3)
  expect(Math.max(...depths())).toBe(0)
  const [loaded] = await selectReviews(db)
  if (!loaded) throw new Error('There is no review.')
  expect((await progressOf(db, loaded)).counts.open).toBe(1)
  // One subquery for each thread is acceptable, but no subquery inside another one.
  expect(Math.max(...depths())).toBe(1)
})
