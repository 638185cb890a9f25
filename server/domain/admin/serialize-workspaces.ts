import { and, asc, count, countDistinct, eq, inArray, sql } from 'drizzle-orm'
import type { AdminWorkspace } from '#shared/contract/admin'
import { iso } from '#shared/time'
import { db } from '~~/server/db'
import {
  artifact,
  commentImage,
  membership,
  project,
  review,
  revision,
  user,
  workspace,
} from '~~/server/db/schema'
import { commentImageBytes, storedBytes } from '~~/server/domain/billing/stored-bytes'
import { stateOf } from './suspension-state'

/**
 * The time of the last event in the workspace of the outer query, in epoch milliseconds. Events about the
 * workspace itself, such as actions of administrators, do not count. The subquery makes one index lookup for
 * each row. If all events are older than `EVENTS_DAYS`, it is the time of the last change of a review.
 */
const lastActivity = sql<string | number | null>`coalesce(
  (select created_at from event
    where event.workspace_id = workspace.id and event.kind not like 'workspace.%'
    order by event.id desc limit 1),
  (select max(updated_at) from review where review.workspace_id = workspace.id))`

/** Selects workspaces with the columns for {@link serializeWorkspaces}; the caller adds `where`. */
export function selectWorkspaces() {
  return db.select({ workspace, lastActivity }).from(workspace)
}

type Row = Awaited<ReturnType<typeof selectWorkspaces>>[number]

/**
 * Returns workspaces as administrators see them. The number of queries does not grow with the number of
 * workspaces.
 */
export async function serializeWorkspaces(rows: Row[]): Promise<AdminWorkspace[]> {
  const ids = rows.map(row => row.workspace.id)
  const owners = await readOwners(ids)
  const [members, contents, evidence, images] = [
    await countMembers(ids),
    await countContents(ids),
    await sumEvidence(ids),
    await sumCommentImages(ids),
  ]
  return rows.map(({ workspace: row, lastActivity: active }) => {
    const stored = evidence.get(row.id)
    return {
      id: row.id,
      name: row.name,
      plan: row.plan,
      ...stateOf(row),
      deletesWith: row.deletesWith,
      createdAt: iso(row.createdAt),
      lastActivityAt: iso(Number(active ?? row.createdAt)),
      owner: owners.get(row.id) ?? null,
      memberCount: members.get(row.id)?.n ?? 0,
      projectCount: contents.get(row.id)?.projects ?? 0,
      reviewCount: contents.get(row.id)?.reviews ?? 0,
      evidenceCount: stored?.artifacts ?? 0,
      bytes:
        (stored ? stored.images + stored.videos + stored.derivatives : 0) + (images.get(row.id)?.bytes ?? 0),
      storageQuota: row.storageQuota,
      retentionDays: row.retentionDays,
    }
  })
}

const byWorkspace = <T extends { workspaceId: string }>(rows: T[]) =>
  new Map(rows.map(row => [row.workspaceId, row]))

/** Returns, for each workspace, the owner who joined first. */
async function readOwners(ids: string[]) {
  const rows = await db
    .select({ workspaceId: membership.workspaceId, id: user.id, name: user.name, email: user.email })
    .from(membership)
    .innerJoin(user, eq(user.id, membership.userId))
    .where(and(inArray(membership.workspaceId, ids), eq(membership.role, 'owner')))
    .orderBy(asc(membership.createdAt), asc(user.id))
  // A map keeps the last value of a key. The rows are reversed, so that the owner who joined first is kept.
  return new Map(rows.reverse().map(({ workspaceId, ...owner }) => [workspaceId, owner]))
}

async function countMembers(ids: string[]) {
  return byWorkspace(
    await db
      .select({ workspaceId: membership.workspaceId, n: count() })
      .from(membership)
      .where(inArray(membership.workspaceId, ids))
      .groupBy(membership.workspaceId),
  )
}

async function countContents(ids: string[]) {
  return byWorkspace(
    await db
      .select({
        workspaceId: project.workspaceId,
        projects: countDistinct(project.id),
        reviews: count(review.id),
      })
      .from(project)
      .leftJoin(review, eq(review.projectId, project.id))
      .where(inArray(project.workspaceId, ids))
      .groupBy(project.workspaceId),
  )
}

async function sumEvidence(ids: string[]) {
  return byWorkspace(
    await db
      .select({
        workspaceId: project.workspaceId,
        artifacts: countDistinct(artifact.id),
        ...storedBytes,
      })
      .from(project)
      .innerJoin(review, eq(review.projectId, project.id))
      .innerJoin(artifact, eq(artifact.reviewId, review.id))
      .leftJoin(revision, eq(revision.artifactId, artifact.id))
      .where(inArray(project.workspaceId, ids))
      .groupBy(project.workspaceId),
  )
}

async function sumCommentImages(ids: string[]) {
  return byWorkspace(
    await db
      .select({ workspaceId: review.workspaceId, bytes: commentImageBytes })
      .from(commentImage)
      .innerJoin(review, eq(review.id, commentImage.reviewId))
      .where(inArray(review.workspaceId, ids))
      .groupBy(review.workspaceId),
  )
}
