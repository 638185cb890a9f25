import { and, eq } from 'drizzle-orm'
import type { Caller } from '~~/server/access/actor'
import { db, type Db } from '~~/server/db'
import { byCreation } from '~~/server/db/by-creation'
import { prepared } from '~~/server/db/prepared'
import { project } from '~~/server/db/schema'

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
 * Returns the projects that a caller may see, oldest first: the projects of a person's workspaces, or of one
 * of them; the projects of an agent token's workspace, or its one project. Leaves out suspended workspaces.
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

/** Returns the values that a list of projects and of their reviews depends on. */
export function projectsValidators(rows: readonly ProjectRow[]): (string | number)[] {
  return rows.flatMap(each => [
    each.id,
    each.name,
    each.repository ?? '',
    each.reviewsVersion,
    Number(each.needsAllReviewers),
  ])
}
