import { and, count, desc, eq, gte, sql, type Column } from 'drizzle-orm'
import type { SQLiteSelect } from 'drizzle-orm/sqlite-core'
import { reviewStatuses, type ReviewStatus } from '#shared/contract/review-status'
import type { PlanId } from '#shared/plans'
import type { HumanActor } from '~~/server/access/actor'
import { db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { ofScopes } from '~~/server/db/review-scopes'
import { archived, project, review, seen, workspace } from '~~/server/db/schema'

/** What a list of reviews is of: one project, or all projects of a workspace. */
type Scope = { projectId: string } | { workspaceId: string }

/** The place of a review in a list: `updatedAt`, and the id among those of the same time. */
export interface Place {
  updatedAt: number
  id: string
}

/** Which reviews a list has. */
export interface LatestList {
  scopes: readonly Scope[]
  limit: number
  /** Only reviews of this status. */
  status?: ReviewStatus
  /** Only reviews after this one. */
  after?: Place
  /** Leaves out verified reviews that were last changed before this time. */
  verifiedSince?: number
}

/** What tells whether a review of a list is the same as before. */
export interface ListedVersion {
  review: Pick<typeof review.$inferSelect, 'id' | 'updatedAt' | 'version' | 'decidedAt'>
  project: { name: string }
  /** The plan of its workspace, on which it depends when media expires. */
  plan: PlanId
  /** How much of it the person has seen. */
  seenCount: number
  /** The version at which the person archived it; null if they did not. */
  archivedVersion: number | null
}

/** A review of a list, with its project. */
export interface ListedReview {
  review: typeof review.$inferSelect
  project: { id: string; name: string }
  /** The plan of its workspace. */
  plan: PlanId
}

interface Query<Row> {
  execute: (values: Record<string, unknown>) => PromiseLike<Row[]>
}

/** Selects of a query of reviews those of a scope and status, in the order of the list. */
function inList<Query extends SQLiteSelect>(query: Query, scope: Column) {
  const value = sql.placeholder
  return query
    .where(
      and(
        eq(scope, value('scope')),
        eq(review.status, value('status')),
        sql`(${review.updatedAt}, ${review.id}) < (${value('afterTime')}, ${value('afterId')})`,
        gte(review.updatedAt, value('since')),
      ),
    )
    .orderBy(desc(review.updatedAt), desc(review.id))
    .limit(value('limit'))
}

const ofProject = eq(project.id, review.projectId)
const ofWorkspace = eq(workspace.id, project.workspaceId)

const rowsOf = prepared(executor => {
  const columns = { review, project: { id: project.id, name: project.name }, plan: workspace.plan }
  const rows = () =>
    executor.select(columns).from(review).innerJoin(project, ofProject).innerJoin(workspace, ofWorkspace)
  return ofScopes(scope => inList(rows().$dynamic(), scope).prepare())
})

const versionsOf = prepared(executor => {
  const seenCount = executor
    .select({ count: count() })
    .from(seen)
    .where(and(eq(seen.userId, sql.placeholder('userId')), eq(seen.reviewId, review.id)))
  const { id, updatedAt, version, decidedAt } = review
  const columns = {
    review: { id, updatedAt, version, decidedAt },
    project: { name: project.name },
    plan: workspace.plan,
    seenCount: sql<number>`(${seenCount})`.mapWith(Number),
    archivedVersion: archived.version,
  }
  const byPerson = and(eq(archived.userId, sql.placeholder('userId')), eq(archived.reviewId, review.id))
  const rows = () => executor.select(columns).from(review).leftJoin(archived, byPerson)
  const joined = () => rows().innerJoin(project, ofProject).innerJoin(workspace, ofWorkspace)
  return ofScopes(scope => inList(joined().$dynamic(), scope).prepare())
})

/**
 * Lists reviews, the last change first. Reads from an index of each scope and status no more than the list
 * has, however many reviews there are.
 */
export function listLatest(human: HumanActor, list: LatestList): Promise<ListedReview[]> {
  return merged(human, list, rowsOf(db))
}

/** Returns what tells whether the list of {@link listLatest} is the same as before. */
export function listVersions(human: HumanActor, list: LatestList): Promise<ListedVersion[]> {
  return merged(human, list, versionsOf(db))
}

/** Reads the list of each scope and status, and merges them. */
async function merged<Row extends { review: Place }>(
  human: HumanActor,
  { scopes, limit, status, after, verifiedSince = 0 }: LatestList,
  queries: { project: Query<Row>; workspace: Query<Row> },
): Promise<Row[]> {
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
  const rows = (await Promise.all(parts)).flat()
  return rows.toSorted((a, b) => byLatest(a.review, b.review)).slice(0, limit)
}

const byLatest = (a: Place, b: Place) => b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1)
