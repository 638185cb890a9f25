import { and, desc, eq, sql, type SQLWrapper } from 'drizzle-orm'
import type { SQLiteSelect } from 'drizzle-orm/sqlite-core'
import { reviewStatuses, type ReviewStatus } from '#shared/contract/review-status'
import type { RetainingWorkspace } from '#shared/plans'
import type { HumanActor } from '~~/server/access/actor'
import { db, type Db } from '~~/server/db'
import { prepared, type Placeholders, type Values } from '~~/server/db/prepared'
import { archived, project, review, seen, snoozed, workspace } from '~~/server/db/schema'
import { selectSeenVersion } from './seen-version'

/**
 * The position of a review in a list: the time of its last change, and the id, because several reviews may
 * have the same time.
 */
export interface ListPosition {
  updatedAt: number
  id: string
}

/** The conditions for the reviews in a list of a project. */
export interface LatestList {
  projectId: string
  limit: number
  /** If set, only reviews with this status are in the list. */
  status?: ReviewStatus
  /** If set, only reviews after this position are in the list. */
  after?: ListPosition
}

/** The values that decide whether a review in a list has changed. */
export interface ListedVersion {
  review: Pick<typeof review.$inferSelect, 'id' | 'updatedAt' | 'version'>
  project: { name: string }
  /** The fields that determine when media expires. */
  workspace: RetainingWorkspace
  /** A value that changes with the items of the review that the person has seen; null if they saw none. */
  seenVersion: string | null
  /** The version of the review at which the person archived it; null if they did not archive it. */
  archivedVersion: number | null
  /**
   * The time until which the person snoozed the review, which may be in the past; null if they did not snooze
   * it.
   */
  snoozedUntil: number | null
}

/** A review in a list, with its project. */
export interface ListedReview {
  review: typeof review.$inferSelect
  project: { id: string; name: string }
  /** The fields that determine when media of the review's workspace expires. */
  workspace: RetainingWorkspace
}

const listValues = {
  projectId: review.projectId,
  status: review.status,
  afterTime: review.updatedAt,
  afterId: review.id,
  limit: Number,
}

/**
 * Adds the conditions of a list (project, status and position), its order and its limit to a query of
 * reviews.
 */
const inList = <Query extends SQLiteSelect>(
  query: Query,
  { projectId, status, afterTime, afterId, limit }: Placeholders<typeof listValues>,
) =>
  query
    .where(
      and(
        eq(review.projectId, projectId),
        eq(review.status, status),
        sql`(${review.updatedAt}, ${review.id}) < (${afterTime}, ${afterId})`,
      ),
    )
    .orderBy(desc(review.updatedAt), desc(review.id))
    .limit(limit)

const ofProject = eq(project.id, review.projectId)
const ofWorkspace = eq(workspace.id, project.workspaceId)

const retention = { plan: workspace.plan, retentionDays: workspace.retentionDays }

/** Selects the columns of a {@link ListedReview}. */
export const selectListed = (executor: Db) =>
  executor
    .select({ review, project: { id: project.id, name: project.name }, workspace: retention })
    .from(review)
    .innerJoin(project, ofProject)
    .innerJoin(workspace, ofWorkspace)
    .$dynamic()

/**
 * Selects the columns of a {@link ListedVersion}. Only `seenVersion` depends on the person. Does not check
 * access.
 */
export function selectVersions(executor: Db, userId: string | SQLWrapper) {
  const columns = {
    review: { id: review.id, updatedAt: review.updatedAt, version: review.version },
    project: { name: project.name },
    workspace: retention,
    seenVersion: sql<string | null>`(${selectSeenVersion(executor, userId, review.id)})`,
    archivedVersion: archived.version,
    snoozedUntil: snoozed.until,
  }
  const byPerson = (table: typeof archived | typeof snoozed) =>
    and(eq(table.userId, userId), eq(table.reviewId, review.id))
  return executor
    .select(columns)
    .from(review)
    .leftJoin(archived, byPerson(archived))
    .leftJoin(snoozed, byPerson(snoozed))
    .innerJoin(project, ofProject)
    .innerJoin(workspace, ofWorkspace)
    .$dynamic()
}

const rowsOf = prepared(listValues, (executor, values) => inList(selectListed(executor), values))
const versionsOf = prepared({ ...listValues, userId: seen.userId }, (executor, { userId, ...values }) =>
  inList(selectVersions(executor, userId), values),
)

/**
 * Lists reviews, last change first. For each status, uses one index and reads at most `limit` rows,
 * regardless of the number of reviews.
 */
export function listLatest(list: LatestList): Promise<ListedReview[]> {
  return merged(list, values => rowsOf(db, values))
}

/** Returns the versions by which a client finds out whether the list of {@link listLatest} has changed. */
export function listVersions(human: HumanActor, list: LatestList): Promise<ListedVersion[]> {
  return merged(list, values => versionsOf(db, { ...values, userId: human.id }))
}

/** Reads a list for each status, and merges the lists. */
async function merged<Row extends { review: ListPosition }>(
  { projectId, limit, status, after }: LatestList,
  read: (values: Values<typeof listValues>) => Promise<Row[]>,
): Promise<Row[]> {
  const parts = (status ? [status] : reviewStatuses).map(each =>
    read({
      projectId,
      status: each,
      afterTime: after?.updatedAt ?? Number.MAX_SAFE_INTEGER,
      afterId: after?.id ?? '',
      limit,
    }),
  )
  return mergeLatest(await Promise.all(parts), limit)
}

/** Merges lists into one with at most `limit` rows, last change first. */
export const mergeLatest = <Row extends { review: ListPosition }>(lists: Row[][], limit: number): Row[] =>
  lists
    .flat()
    .toSorted((a, b) => byLatest(a.review, b.review))
    .slice(0, limit)

const byLatest = (a: ListPosition, b: ListPosition) => b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1)
