import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { SQLiteSelect } from 'drizzle-orm/sqlite-core'
import { reviewStatuses, type ReviewStatus } from '#shared/contract/review-status'
import type { PlanId } from '#shared/plans'
import type { HumanActor } from '~~/server/access/actor'
import { db, type Db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { archived, project, review, seen, workspace } from '~~/server/db/schema'

/** The place of a review in a list: `updatedAt`, and the id among those of the same time. */
export interface Place {
  updatedAt: number
  id: string
}

/** Which reviews of a project a list has. */
export interface LatestList {
  projectId: string
  limit: number
  /** Only reviews of this status. */
  status?: ReviewStatus
  /** Only reviews after this one. */
  after?: Place
}

/** What tells whether a review of a list is the same as before. */
export interface ListedVersion {
  review: Pick<typeof review.$inferSelect, 'id' | 'updatedAt' | 'version'>
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

/** A prepared query. */
export interface Query<Row> {
  execute: (values: Record<string, unknown>) => PromiseLike<Row[]>
}

/** Selects of a query of reviews those of a project and status, in the order of the list. */
function inList<Query extends SQLiteSelect>(query: Query) {
  const value = sql.placeholder
  return query
    .where(
      and(
        eq(review.projectId, value('projectId')),
        eq(review.status, value('status')),
        sql`(${review.updatedAt}, ${review.id}) < (${value('afterTime')}, ${value('afterId')})`,
      ),
    )
    .orderBy(desc(review.updatedAt), desc(review.id))
    .limit(value('limit'))
}

const ofProject = eq(project.id, review.projectId)
const ofWorkspace = eq(workspace.id, project.workspaceId)

/** Selects {@link ListedReview}s. */
export const selectListed = (executor: Db) =>
  executor
    .select({ review, project: { id: project.id, name: project.name }, plan: workspace.plan })
    .from(review)
    .innerJoin(project, ofProject)
    .innerJoin(workspace, ofWorkspace)
    .$dynamic()

/** Selects {@link ListedVersion}s for the person of the placeholder `userId`. */
export function selectVersions(executor: Db) {
  const seenCount = executor
    .select({ count: count() })
    .from(seen)
    .where(and(eq(seen.userId, sql.placeholder('userId')), eq(seen.reviewId, review.id)))
  const columns = {
    review: { id: review.id, updatedAt: review.updatedAt, version: review.version },
    project: { name: project.name },
    plan: workspace.plan,
    seenCount: sql<number>`(${seenCount})`.mapWith(Number),
    archivedVersion: archived.version,
  }
  const byPerson = and(eq(archived.userId, sql.placeholder('userId')), eq(archived.reviewId, review.id))
  return executor
    .select(columns)
    .from(review)
    .leftJoin(archived, byPerson)
    .innerJoin(project, ofProject)
    .innerJoin(workspace, ofWorkspace)
    .$dynamic()
}

const rowsOf = prepared(executor => inList(selectListed(executor)).prepare())
const versionsOf = prepared(executor => inList(selectVersions(executor)).prepare())

/**
 * Lists reviews, the last change first. Reads from an index of each status no more than the list has, however
 * many reviews there are.
 */
export function listLatest(human: HumanActor, list: LatestList): Promise<ListedReview[]> {
  return merged(human, list, rowsOf(db))
}

/** Returns what tells whether the list of {@link listLatest} is the same as before. */
export function listVersions(human: HumanActor, list: LatestList): Promise<ListedVersion[]> {
  return merged(human, list, versionsOf(db))
}

/** Reads the list of each status, and merges them. */
async function merged<Row extends { review: Place }>(
  human: HumanActor,
  { projectId, limit, status, after }: LatestList,
  query: Query<Row>,
): Promise<Row[]> {
  const parts = (status ? [status] : reviewStatuses).map(each =>
    query.execute({
      userId: human.id,
      projectId,
      status: each,
      afterTime: after?.updatedAt ?? Number.MAX_SAFE_INTEGER,
      afterId: after?.id ?? '',
      limit,
    }),
  )
  return mergeLatest(await Promise.all(parts), limit)
}

/** Merges lists into one, the last change first, of no more than `limit` rows. */
export const mergeLatest = <Row extends { review: Place }>(lists: Row[][], limit: number): Row[] =>
  lists
    .flat()
    .toSorted((a, b) => byLatest(a.review, b.review))
    .slice(0, limit)

const byLatest = (a: Place, b: Place) => b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1)
