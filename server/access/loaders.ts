import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { AppError } from '#shared/errors'
import type { Action } from '#shared/permissions'
import { db, type Db } from '~~/server/db'
import {
  selectArtifacts,
  selectProjects,
  selectReviews,
  selectRevisions,
  selectThreads,
} from '~~/server/db/joins'
import { artifact, project, review, revision, thread, workspace } from '~~/server/db/schema'
import type { Caller, HumanActor } from './actor'
import { requirePermission } from './authorize'

// Every resource is loaded here. One that is missing, belongs to another workspace or is outside the project
// of a token throws the same `not_found`; one that the caller may not act on throws `forbidden`, and one in a
// suspended workspace of theirs `suspended`. A loader whose id comes from a query or body takes the name of
// that field for its error.

/**
 * Limits a list to the projects that a caller may see: those of a person's workspaces, those of an agent
 * token's workspace, or its one project. Leaves suspended workspaces out.
 */
export function scopeFilter(caller: Caller): SQL | undefined {
  return scopeOfCaller(caller, caller.type === 'human' ? [...caller.roles.keys()] : [])
}

/**
 * Like {@link scopeFilter}, with suspended workspaces: {@link assertAccess} responds `suspended` to these.
 */
const loaderFilter = (caller: Caller) =>
  scopeOfCaller(caller, caller.type === 'human' ? workspacesOf(caller) : [])

/** Returns every workspace that a person belongs to, suspended ones too: check permission in it next. */
export const workspacesOf = ({ roles, suspendedIn }: HumanActor): string[] => [
  ...roles.keys(),
  ...suspendedIn,
]

function scopeOfCaller(caller: Caller, workspaces: string[]): SQL | undefined {
  if (caller.type === 'agent')
    return and(
      eq(project.workspaceId, caller.workspaceId),
      caller.projectId === null ? undefined : eq(project.id, caller.projectId),
    )
  return inArray(project.workspaceId, workspaces)
}

/** Returns the row of a scoped query. Throws `not_found` without one, and `forbidden` without permission. */
function assertAccess<T extends { workspace: { id: string } }>(
  caller: Caller,
  row: T | undefined,
  resource: string,
  action: Action,
  field?: string,
): T {
  if (!row) throw new AppError('not_found', { message: `${resource} not found.`, field })
  requirePermission(caller, row.workspace.id, action)
  return row
}

/**
 * Returns a workspace that a person belongs to, with their role in it. Throws `not_found` and `forbidden`.
 */
export async function loadWorkspace(
  human: HumanActor,
  id: string,
  action: Action,
  executor: Db = db,
  field?: string,
) {
  requirePermission(human, id, action, field)
  const role = human.roles.get(id)
  const [row] = await executor.select().from(workspace).where(eq(workspace.id, id))
  if (!row || !role) throw new AppError('not_found', { field })
  return { workspace: row, role }
}

export async function loadProject(
  caller: Caller,
  id: string,
  action: Action,
  executor: Db = db,
  field?: string,
) {
  const [row] = await selectProjects(executor).where(and(eq(project.id, id), loaderFilter(caller)))
  return assertAccess(caller, row, 'Project', action, field)
}

export async function loadReview(
  caller: Caller,
  id: string,
  action: Action,
  executor: Db = db,
  field?: string,
) {
  const [row] = await selectReviews(executor).where(and(eq(review.id, id), loaderFilter(caller)))
  return assertAccess(caller, row, 'Review', action, field)
}

export async function loadArtifact(
  caller: Caller,
  id: string,
  action: Action,
  executor: Db = db,
  field?: string,
) {
  const [row] = await selectArtifacts(executor).where(and(eq(artifact.id, id), loaderFilter(caller)))
  return assertAccess(caller, row, 'Artifact', action, field)
}

export async function loadRevision(caller: Caller, id: string, action: Action, executor: Db = db) {
  const [row] = await selectRevisions(executor).where(and(eq(revision.id, id), loaderFilter(caller)))
  return assertAccess(caller, row, 'Revision', action)
}

export async function loadThread(caller: Caller, id: string, action: Action, executor: Db = db) {
  const [row] = await selectThreads(executor).where(and(eq(thread.id, id), loaderFilter(caller)))
  return assertAccess(caller, row, 'Thread', action)
}

export type LoadedReview = Awaited<ReturnType<typeof loadReview>>
export type LoadedArtifact = Awaited<ReturnType<typeof loadArtifact>>
