import { and, desc, eq } from 'drizzle-orm'
import type { Output } from '#shared/contract'
import type { HumanActor } from '~~/server/access/actor'
import { db } from '~~/server/db'
import { accessRequest } from '~~/server/db/schema'
import { notExpired } from './open-requests'
import { toOwnAccessRequest } from './serialize'

/** Lists what a person asked for, the latest first: declined requests too, since they are not told. */
export async function listOwnAccessRequests(human: HumanActor): Promise<Output<'listOwnAccessRequests'>> {
  const rows = await db
    .select()
    .from(accessRequest)
    .where(and(eq(accessRequest.userId, human.id), notExpired()))
    .orderBy(desc(accessRequest.createdAt), desc(accessRequest.id))
  return { accessRequests: rows.map(toOwnAccessRequest) }
}
