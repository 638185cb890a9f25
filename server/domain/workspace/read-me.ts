import { eq } from 'drizzle-orm'
import type { Me } from '#shared/contract/workspace'
import type { HumanActor } from '~~/server/access/actor'
import { db } from '~~/server/db'
import { user } from '~~/server/db/schema'
import { listWorkspaces } from './list-workspaces'

/** Returns the signed-in person; `workspace` is their only one, else the one last used, else null. */
export async function readMe(human: HumanActor): Promise<Me> {
  const { workspaces } = await listWorkspaces(human)
  const [row] = await db.select({ last: user.lastWorkspaceId }).from(user).where(eq(user.id, human.id))
  const only = workspaces.length === 1 ? workspaces[0] : undefined
  return {
    user: { id: human.id, name: human.name, email: human.email, image: human.image },
    workspace: only ?? workspaces.find(each => each.id === row?.last) ?? null,
    workspaces,
    admin: human.admin,
  }
}
