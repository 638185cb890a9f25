import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { Role } from '#shared/contract/roles'
import { AppError } from '#shared/errors'
import { may, type Action } from '#shared/permissions'
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
import { markAuthorized } from './authorization'

/**
 * What a caller reaches. Every load goes through here: what is missing, belongs to another workspace or lies
 * outside a project-scoped token throws the same `not_found`. Inside its reach, a person whose role does not
 * allow the action gets `forbidden`. Agents were held to their capability before. Where the id came in a
 * query or body, a loader takes the name of its field, for the error to name.
 */
export function within(caller: Caller): SQL | undefined {
  if (caller.type === 'agent')
    return and(
      eq(project.workspaceId, caller.workspaceId),
      caller.projectId === null ? undefined : eq(project.id, caller.projectId),
    )
  return inArray(project.workspaceId, [...caller.roles.keys()])
}

/**
 * Throws `not_found` for a person outside the workspace, and `forbidden` when their role does not allow the
 * action. Inside a write the roles are those of its transaction: see authorization.ts.
 */
export function requireRole(caller: Caller, workspaceId: string, action: Action, field?: string): void {
  if (caller.type === 'human') {
    const role: Role | undefined = caller.roles.get(workspaceId)
    if (!role) throw new AppError('not_found', { field })
    if (!may(role, action))
      throw new AppError('forbidden', {
        message: `Your role in this workspace, ${role}, does not allow this.`,
        hint: 'Ask the workspace owner.',
      })
  }
  markAuthorized(caller)
}

/** What a scoped query found, held to the caller's role. */
function reached<T extends { workspace: { id: string } }>(
  caller: Caller,
  row: T | undefined,
  what: string,
  action: Action,
  field?: string,
): T {
  if (!row) throw new AppError('not_found', { message: `There is no such ${what}.`, field })
  requireRole(caller, row.workspace.id, action)
  return row
}

/** A workspace a person belongs to, with their role in it. */
export async function loadWorkspace(
  human: HumanActor,
  id: string,
  action: Action,
  q: Db = db,
  field?: string,
) {
  requireRole(human, id, action, field)
  const role = human.roles.get(id)
  const [row] = await q.select().from(workspace).where(eq(workspace.id, id))
  if (!row || !role) throw new AppError('not_found', { field })
  return { workspace: row, role }
}

export async function loadProject(caller: Caller, id: string, action: Action, q: Db = db, field?: string) {
  const [row] = await selectProjects(q).where(and(eq(project.id, id), within(caller)))
  return reached(caller, row, 'project', action, field)
}

export async function loadReview(caller: Caller, id: string, action: Action, q: Db = db, field?: string) {
  const [row] = await selectReviews(q).where(and(eq(review.id, id), within(caller)))
  return reached(caller, row, 'review', action, field)
}

export async function loadArtifact(caller: Caller, id: string, action: Action, q: Db = db, field?: string) {
  const [row] = await selectArtifacts(q).where(and(eq(artifact.id, id), within(caller)))
  return reached(caller, row, 'artifact', action, field)
}

export async function loadRevision(caller: Caller, id: string, action: Action, q: Db = db) {
  const [row] = await selectRevisions(q).where(and(eq(revision.id, id), within(caller)))
  return reached(caller, row, 'revision', action)
}

export async function loadThread(caller: Caller, id: string, action: Action, q: Db = db) {
  const [row] = await selectThreads(q).where(and(eq(thread.id, id), within(caller)))
  return reached(caller, row, 'thread', action)
}

export type LoadedReview = Awaited<ReturnType<typeof loadReview>>
export type LoadedArtifact = Awaited<ReturnType<typeof loadArtifact>>
