import { and, eq, sql } from 'drizzle-orm'
import type { Caller } from '~~/server/access/actor'
import { db, type Db } from '~~/server/db'
import { byCreation } from '~~/server/db/by-creation'
import { prepared } from '~~/server/db/prepared'
import { project } from '~~/server/db/schema'

export type ProjectRow = typeof project.$inferSelect

const queriesOf = prepared(executor => {
  const inWorkspace = eq(project.workspaceId, sql.placeholder('workspaceId'))
  return {
    workspace: executor.select().from(project).where(inWorkspace).prepare(),
    one: executor
      .select()
      .from(project)
      .where(and(inWorkspace, eq(project.id, sql.placeholder('id'))))
      .prepare(),
  }
})

/**
 * Returns the projects that a caller may see, the oldest first: those of a person's workspaces, or of one of
 * them; those of an agent token's workspace, or its one project. Leaves suspended workspaces out.
 */
export async function visibleProjects(
  caller: Caller,
  workspaceId?: string,
  executor: Db = db,
): Promise<ProjectRow[]> {
  const queries = queriesOf(executor)
  if (caller.type === 'agent' && caller.projectId !== null)
    return queries.one.execute({ workspaceId: caller.workspaceId, id: caller.projectId })
  const all = caller.type === 'agent' ? [caller.workspaceId] : [...caller.roles.keys()]
  const workspaces = workspaceId === undefined ? all : all.filter(each => each === workspaceId)
  const rows = await Promise.all(workspaces.map(each => queries.workspace.execute({ workspaceId: each })))
  return rows.flat().toSorted(byCreation)
}

/** Returns what a list of projects and of their reviews depends on. */
export function projectsValidators(rows: readonly ProjectRow[]): (string | number)[] {
  return rows.flatMap(each => [
    each.id,
    each.name,
    each.repository ?? '',
    each.reviewsVersion,
    Number(each.needsAllReviewers),
  ])
}
