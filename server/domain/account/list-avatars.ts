import { eq, inArray, or } from 'drizzle-orm'
import type { Output } from '#shared/contract'
import type { HumanActor } from '~~/server/access/actor'
import { avatarAddress } from '~~/server/secrets/avatar-address'
import { db } from '~~/server/db'
import { avatar, membership } from '~~/server/db/schema'

/** Lists the pictures of the people who share a workspace with a person, and their own. */
export async function listAvatars(human: HumanActor): Promise<Output<'listAvatars'>> {
  const people = db
    .select({ id: membership.userId })
    .from(membership)
    .where(inArray(membership.workspaceId, [...human.roles.keys()]))
  const rows = await db
    .select()
    .from(avatar)
    .where(or(eq(avatar.userId, human.id), inArray(avatar.userId, people)))
  return { avatars: rows.map(({ userId, key }) => ({ userId, image: avatarAddress(userId, key) })) }
}
