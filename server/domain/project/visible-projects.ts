import { and, eq } from 'drizzle-orm'
import type { Caller } from '~~/server/access/actor'
import { db, type Db } from '~~/server/db'
import { byCreation } from '~~/server/db/by-creation'
import { prepared } from '~~/server/db/prepared'
import { project } from '~~/server/db/schema'
import type { Validators } from '~~/server/process/validators'

export type ProjectRow = typeof project.$inferSelect

const ofWorkspace = prepared({ workspaceId: project.workspaceId }, (executor, { workspaceId }) =>
  executor.select().from(project).where(eq(project.workspaceId, workspaceId)),
)

const oneOfWorkspace = prepared(
  { workspaceId: project.workspaceId, id: project.id },
  (executor, { workspaceId, id }) =>
    executor
      .select()
      .from(project)
      .where(and(eq(project.workspaceId, workspaceId), eq(project.id, id))),
)

/**
 * Returns the projects that a caller may see, oldest first. For a person, these are the projects of all their
 * workspaces, or of the given workspace. For an agent, these are the projects of its workspace, or the one
 * project to which its token is limited. Suspended workspaces are left out.
 */
export async function visibleProjects(
  caller: Caller,
  workspaceId?: string,
  executor: Db = db,
): Promise<ProjectRow[]> {
  if (caller.type === 'agent' && caller.projectId !== null)
    return oneOfWorkspace(executor, { workspaceId: caller.workspaceId, id: caller.projectId })
  const all = caller.type === 'agent' ? [caller.workspaceId] : [...caller.roles.keys()]
  const workspaces = workspaceId === undefined ? all : all.filter(each => each === workspaceId)
  const rows = await Promise.all(workspaces.map(each => ofWorkspace(executor, { workspaceId: each })))
  return rows.flat().toSorted(byCreation)
}

/** Returns the values that decide whether a list of projects and their reviews has changed. */
export function projectsValidators(rows: readonly ProjectRow[]): Validators {
  return rows.flatMap(each => [
    each.id,
    each.name,
    each.repository ?? '',
    each.reviewsVersion,
    Number(each.needsAllReviewers),
    each.baselines,
    Number(each.passesUnchanged),
  ])
}
