import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import { AppError } from '#shared/errors'
import type { HumanActor } from '~~/server/access/actor'
import { requirePermission } from '~~/server/access/authorize'
import { beginPermissionCheckAlone } from '~~/server/access/write-guard'
import { workspacesOf } from '~~/server/access/loaders'
import type { Db } from '~~/server/db'
import { accessRequest, membership, project, review, user, workspace } from '~~/server/db/schema'
import { whereActive } from '~~/server/db/where-active'

/** The condition that an access request has not expired. */
export const notExpired = (now = Date.now()) => gt(accessRequest.createdAt, now - limits.accessRequestMs)

/**
 * Selects access requests with the person and the requested review or project. The caller must add the
 * condition {@link isOpen}. Leaves out requests for a review or project that was deleted.
 */
export function selectOpenRequests(executor: Db) {
  return executor
    .select({
      request: accessRequest,
      person: user,
      title: sql<string>`coalesce(${review.title}, ${project.name})`,
      workspace: { id: workspace.id, name: workspace.name, plan: workspace.plan },
    })
    .from(accessRequest)
    .innerJoin(user, eq(user.id, accessRequest.userId))
    .innerJoin(workspace, eq(workspace.id, accessRequest.workspaceId))
    .leftJoin(review, eq(review.id, accessRequest.subjectId))
    .innerJoin(project, eq(project.id, sql`coalesce(${review.projectId}, ${accessRequest.subjectId})`))
    .leftJoin(
      membership,
      and(eq(membership.workspaceId, accessRequest.workspaceId), eq(membership.userId, accessRequest.userId)),
    )
    .$dynamic()
}

/**
 * The condition that an owner can decide a request of {@link selectOpenRequests}: the request was not
 * declined and has not expired, and the person is neither suspended nor already a member.
 */
export const isOpen = () =>
  and(isNull(accessRequest.declinedAt), notExpired(), isNull(membership.userId), whereActive(user))

/**
 * Returns a request that the owner can decide, inside the given transaction. Throws the same `not_found` for
 * a request that was decided, has expired, or is for another workspace.
 */
export async function loadOpenRequest(tx: Db, human: HumanActor, id: string) {
  await beginPermissionCheckAlone(tx, human)
  const [row] = await selectOpenRequests(tx).where(and(eq(accessRequest.id, id), isOpen()))
  if (!row || !workspacesOf(human).includes(row.workspace.id))
    throw new AppError('not_found', { message: 'Access request not found.' })
  requirePermission(human, row.workspace.id, 'manageWorkspace')
  return row
}
