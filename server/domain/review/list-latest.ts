import { and, count, desc, eq, gte, sql } from 'drizzle-orm'
import { reviewStatuses, type ReviewStatus } from '#shared/contract/review-status'
import type { HumanActor } from '~~/server/access/actor'
import { db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { project, review, seen } from '~~/server/db/schema'

/** What a list of reviews is of: one project, or all projects of a workspace. */
type Scope = { projectId: string } | { workspaceId: string }

/** The place of a review in a list: `updatedAt`, and the id among those of the same time. */
export interface Place {
  updatedAt: number
  id: string
}

interface Options {
  limit: number
  /** Only reviews of this status. */
  status?: ReviewStatus
  /** Only reviews after this one. */
  after?: Place
  /** Leaves out what was verified before this time. */
  verifiedSince?: number
}

/** A review of a list, with its project, and how much of it the person has seen. */
export interface ListedReview {
  review: typeof review.$inferSelect
  project: { id: string; name: string }
  seenCount: number
}

const queriesOf = prepared(executor => {
  const value = sql.placeholder
  const latest = (scope: typeof review.projectId | typeof review.workspaceId) => {
    const seenCount = executor
      .select({ count: count() })
      .from(seen)
      .where(and(eq(seen.userId, value('userId')), eq(seen.reviewId, review.id)))
    return executor
      .select({
        review,
        project: { id: project.id, name: project.name },
        seenCount: sql<number>`(${seenCount})`.mapWith(Number),
      })
      .from(review)
      .innerJoin(project, eq(project.id, review.projectId))
      .where(
        and(
          eq(scope, value('scope')),
          eq(review.status, value('status')),
          sql`(${review.updatedAt}, ${review.id}) < (${value('afterTime')}, ${value('afterId')})`,
          // A verdict changes the review: what was updated before this time was decided before it, too.
          gte(review.updatedAt, value('since')),
          sql`coalesce(${review.decidedAt}, ${review.updatedAt}) >= ${value('since')}`,
        ),
      )
      .orderBy(desc(review.updatedAt), desc(review.id))
      .limit(value('limit'))
      .prepare()
  }
  return { project: latest(review.projectId), workspace: latest(review.workspaceId) }
})

/**
 * Lists reviews, the last change first. Reads from an index of each scope and status no more than the list
 * has, however many reviews there are.
 */
export async function listLatest(
  human: HumanActor,
  scopes: readonly Scope[],
  { limit, status, after, verifiedSince = 0 }: Options,
): Promise<ListedReview[]> {
  const queries = queriesOf(db)
  const parts = scopes.flatMap(scope =>
    (status ? [status] : reviewStatuses).map(each => {
      const [query, id] =
        'projectId' in scope ? [queries.project, scope.projectId] : [queries.workspace, scope.workspaceId]
      return query.execute({
        userId: human.id,
        scope: id,
        status: each,
        afterTime: after?.updatedAt ?? Number.MAX_SAFE_INTEGER,
        afterId: after?.id ?? '',
        since: each === 'verified' ? verifiedSince : 0,
        limit,
      })
    }),
  )
  return (await Promise.all(parts)).flat().toSorted(byLatest).slice(0, limit)
}

function byLatest(a: ListedReview, b: ListedReview): number {
  return b.review.updatedAt - a.review.updatedAt || (a.review.id < b.review.id ? 1 : -1)
}
