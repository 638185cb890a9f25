import { asc, eq } from 'drizzle-orm'
import type { Me, Workspace } from '#shared/contract/workspace'
import { requireHuman, type Actor } from '~~/server/access/actor'
import { requireRole } from '~~/server/access/reach'
import { db, write } from '~~/server/db'
import { membership, user, workspace } from '~~/server/db/schema'

/** The signed-in person; `workspace` is their only one, or the one last used, else null. */
export async function readMe(actor: Actor): Promise<Me> {
  const human = requireHuman(actor)
  const { workspaces } = await listWorkspaces(human)
  const [row] = await db.select({ last: user.lastWorkspaceId }).from(user).where(eq(user.id, human.id))
  const only = workspaces.length === 1 ? workspaces[0] : undefined
  return {
    user: { id: human.id, name: human.name, email: human.email, image: human.image },
    workspace: only ?? workspaces.find(each => each.id === row?.last) ?? null,
    workspaces,
  }
}

/** The workspaces a person belongs to, oldest first. */
export async function listWorkspaces(actor: Actor): Promise<{ workspaces: Workspace[] }> {
  const human = requireHuman(actor)
  const rows = await db
    .select({ id: workspace.id, name: workspace.name, plan: workspace.plan, role: membership.role })
    .from(membership)
    .innerJoin(workspace, eq(workspace.id, membership.workspaceId))
    .where(eq(membership.userId, human.id))
    .orderBy(asc(membership.createdAt), asc(workspace.id))
  return { workspaces: rows }
}

/** Remembers the workspace a person looks at, for the next visit and the next device. */
export async function chooseWorkspace(actor: Actor, input: { workspaceId: string }): Promise<Me> {
  const human = requireHuman(actor)
  await write(async tx => {
    requireRole(human, input.workspaceId, 'look', 'workspaceId')
    await tx.update(user).set({ lastWorkspaceId: input.workspaceId }).where(eq(user.id, human.id))
  })
  return readMe(human)
}
