import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Workspace } from '#shared/contract/workspace'
import type { HumanActor } from '~~/server/access/actor'
import { db } from '~~/server/db'
import { membership, workspace } from '~~/server/db/schema'

/**
 * Lists the workspaces of a person, oldest membership first, without workspaces that are going to be deleted.
 */
export async function listWorkspaces(human: HumanActor): Promise<{ workspaces: Workspace[] }> {
  const rows = await db
    .select({ id: workspace.id, name: workspace.name, plan: workspace.plan, role: membership.role })
    .from(membership)
    .innerJoin(workspace, eq(workspace.id, membership.workspaceId))
    .where(and(eq(membership.userId, human.id), isNull(workspace.deletesAt)))
    .orderBy(asc(membership.createdAt), asc(workspace.id))
  return { workspaces: rows }
}
