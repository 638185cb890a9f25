import { eq } from 'drizzle-orm'
import type { Me } from '#shared/contract/workspace'
import type { HumanActor } from '~~/server/access/actor'
import { avatarAddress } from '~~/server/secrets/avatar-address'
import { db } from '~~/server/db'
import { avatar, user } from '~~/server/db/schema'
import { settings } from '~~/server/settings'
import { listWorkspaces } from './list-workspaces'

/**
 * Returns the signed-in person. The image is their uploaded picture or, without one, the picture from a
 * sign-in provider. `workspace` is the person's only workspace. If there are several, it is the last one that
 * the person used, or null.
 */
export async function readMe(human: HumanActor): Promise<Me> {
  const { workspaces } = await listWorkspaces(human)
  const [row] = await db
    .select({ last: user.lastWorkspaceId, avatar: avatar.key })
    .from(user)
    .leftJoin(avatar, eq(avatar.userId, user.id))
    .where(eq(user.id, human.id))
  const image = row?.avatar ? avatarAddress(human.id, row.avatar) : human.image
  const only = workspaces.length === 1 ? workspaces[0] : undefined
  return {
    user: { id: human.id, name: human.name, email: human.email, image },
    workspace: only ?? workspaces.find(each => each.id === row?.last) ?? null,
    workspaces,
    admin: human.admin,
    turnedOff: [...settings().turnedOff],
  }
}
