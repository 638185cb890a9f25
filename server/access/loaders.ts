import { eq, inArray } from 'drizzle-orm'
import { AppError } from '#shared/errors'
import type { Action } from '#shared/permissions'
import { db, lock, lockWorkspaceOf, type Db } from '~~/server/db'
import {
  selectArtifacts,
  selectComments,
  selectPendingComments,
  selectProjects,
  selectReviews,
  selectRevisions,
  selectThreads,
} from '~~/server/db/joins'
import { prepared } from '~~/server/db/prepared'
import {
  artifact,
  comment,
  pendingComment,
  project,
  review,
  revision,
  thread,
  webhook,
  workspace,
} from '~~/server/db/schema'
import type { Caller, HumanActor } from './actor'
import { requirePermission } from './authorize'
import { beginPermissionCheck, beginPermissionCheckInWorkspace } from './write-guard'

// All loaders of resources are in this file. They throw the same `not_found` for a resource that is missing,
// belongs to another workspace or is outside the project of the token. They throw `forbidden` if the caller
// may not do the action, and `suspended` if the workspace is suspended. If an id comes from a field of the
// query or body, the name of that field is passed to the loader, so that the error contains it.

/**
 * Returns the ids of all workspaces of a person, including suspended ones. Code that uses these ids must
 * check the permission itself.
 */
export const workspacesOf = ({ roles, suspendedIn }: HumanActor): string[] => [
  ...roles.keys(),
  ...suspendedIn.keys(),
]

/**
 * Returns whether a project is visible to a caller: it is in a workspace of the person, or in the workspace
 * of the agent token. If the token is limited to a project, only this project is visible. Includes projects
 * of suspended workspaces, for which {@link assertAccess} throws `suspended`.
 */
function isInScope(caller: Caller, { id, workspaceId }: { id: string; workspaceId: string }): boolean {
  if (caller.type === 'human') return caller.roles.has(workspaceId) || caller.suspendedIn.has(workspaceId)
  return workspaceId === caller.workspaceId && (caller.projectId === null || caller.projectId === id)
}

/**
 * Returns the row, if the caller may do the action. Throws `not_found` if the row is missing or outside the
 * caller's scope, and `suspended` if its workspace is suspended, both with the field. Throws `forbidden` if
 * the caller has no permission.
 */
function assertAccess<T extends { project: { id: string; workspaceId: string } }>(
  caller: Caller,
  row: T | undefined,
  resource: string,
  action: Action,
  field?: string,
): T {
  if (!row || !isInScope(caller, row.project))
    throw new AppError('not_found', { message: `${resource} not found.`, field })
  requirePermission(caller, row.project.workspaceId, action, field)
  return row
}

/**
 * Returns a workspace, with the role of the person in it. Throws `not_found` if the person is not a member,
 * `suspended` for a suspended workspace, and `forbidden` if the role does not allow the action.
 */
export async function loadWorkspace(
  human: HumanActor,
  id: string,
  action: Action,
  executor: Db = db,
  field?: string,
) {
  const [, [row]] = await Promise.all([
    beginPermissionCheckInWorkspace(executor, human, id),
    rowsOf.workspace(executor, { id }),
  ])
  requirePermission(human, id, action, field)
  const role = human.roles.get(id)
  if (!row || !role) throw new AppError('not_found', { field })
  return { workspace: row, role }
}

/**
 * The queries that select each resource by its id, together with its parent rows, such as the project and the
 * workspace.
 */
const rowsOf = {
  workspace: prepared({ id: workspace.id }, (executor, { id }) =>
    executor.select().from(workspace).where(eq(workspace.id, id)),
  ),
  project: prepared({ id: project.id }, (executor, { id }) =>
    selectProjects(executor).where(eq(project.id, id)),
  ),
  review: prepared({ id: review.id }, (executor, { id }) => selectReviews(executor).where(eq(review.id, id))),
  artifact: prepared({ id: artifact.id }, (executor, { id }) =>
    selectArtifacts(executor).where(eq(artifact.id, id)),
  ),
  revision: prepared({ id: revision.id }, (executor, { id }) =>
    selectRevisions(executor).where(eq(revision.id, id)),
  ),
  thread: prepared({ id: thread.id }, (executor, { id }) => selectThreads(executor).where(eq(thread.id, id))),
  comment: prepared({ id: comment.id }, (executor, { id }) =>
    selectComments(executor).where(eq(comment.id, id)),
  ),
  pendingComment: prepared({ id: pendingComment.id }, (executor, { id }) =>
    selectPendingComments(executor).where(eq(pendingComment.id, id)),
  ),
  webhook: prepared({ id: webhook.id }, (executor, { id }) =>
    executor.select().from(webhook).where(eq(webhook.id, id)),
  ),
}

type Loadable = Exclude<keyof typeof rowsOf, 'workspace' | 'webhook'>
/** A row of a resource, with its parent rows. */
type Loaded<R extends Loadable> = Awaited<ReturnType<(typeof rowsOf)[R]>>[number]

/**
 * Selects a resource by its id. In a database write, first locks the workspace of the resource and reads the
 * caller again; all statements are sent in one round trip.
 */
async function loadRow<R extends Loadable>(
  caller: Caller,
  resource: R,
  id: string,
  executor: Db,
): Promise<Loaded<R> | undefined> {
  const checked = beginPermissionCheck(executor, caller, tx => lockWorkspaceOf(tx, resource, id))
  const [[row]] = await Promise.all([rowsOf[resource](executor, { id }), checked])
  return row as Loaded<R> | undefined
}

/** Returns the loader of a resource. Errors contain `name`. */
const loader =
  <R extends Loadable>(resource: R, name: string) =>
  async (caller: Caller, id: string, action: Action, executor: Db = db, field?: string): Promise<Loaded<R>> =>
    assertAccess(caller, await loadRow(caller, resource, id, executor), name, action, field)

export const loadProject = loader('project', 'Project')
export const loadReview = loader('review', 'Review')
export const loadArtifact = loader('artifact', 'Artifact')
export const loadRevision = loader('revision', 'Revision')
export const loadThread = loader('thread', 'Thread')
export const loadComment = loader('comment', 'Comment')

/**
 * Returns the versions of several reviews by their ids, for a change of data that belongs to the person
 * alone, such as their inbox. The reviews may be in several workspaces. A write locks the person, not the
 * workspaces.
 */
export async function loadOwnReviews(
  human: HumanActor,
  ids: readonly string[],
  executor: Db,
): Promise<ReadonlyMap<string, number>> {
  await beginPermissionCheck(executor, human, () => lock(human.id))
  const rows = await executor
    .select({
      id: review.id,
      version: review.version,
      project: { id: project.id, workspaceId: project.workspaceId },
    })
    .from(review)
    .innerJoin(project, eq(project.id, review.projectId))
    .where(inArray(review.id, [...ids]))
  const byId = new Map(rows.map(row => [row.id, row]))
  return new Map(
    [...new Set(ids)].map(id => {
      const { version } = assertAccess(human, byId.get(id), 'Review', 'useDashboard', 'reviewIds')
      return [id, version]
    }),
  )
}

/** Returns a pending comment. Only its author can load it. */
export async function loadPendingComment(human: HumanActor, id: string, executor: Db = db) {
  const row = await loadRow(human, 'pendingComment', id, executor)
  const own = row?.pendingComment.authorId === human.id ? row : undefined
  return assertAccess(human, own, 'Pending comment', 'writePendingComments')
}

/** Returns a webhook. Only owners of its workspace can load it. */
export async function loadWebhook(human: HumanActor, id: string, executor: Db = db, resource = 'Webhook') {
  const [, [row]] = await Promise.all([
    beginPermissionCheck(executor, human, tx => lockWorkspaceOf(tx, 'webhook', id)),
    rowsOf.webhook(executor, { id }),
  ])
  if (!row || !workspacesOf(human).includes(row.workspaceId))
    throw new AppError('not_found', { message: `${resource} not found.` })
  requirePermission(human, row.workspaceId, 'manageWebhooks')
  return row
}

export type LoadedProject = Awaited<ReturnType<typeof loadProject>>
export type LoadedReview = Awaited<ReturnType<typeof loadReview>>
/** The rows of the review, the project and the workspace to which a resource in a review belongs. */
export type InReview = Pick<LoadedArtifact, 'review' | 'project' | 'workspace'>
export type LoadedThread = Awaited<ReturnType<typeof loadThread>>
export type LoadedArtifact = Awaited<ReturnType<typeof loadArtifact>>
