import { and, desc, eq } from 'drizzle-orm'
import type { Output } from '#shared/contract'
import type { HumanActor } from '~~/server/access/actor'
import { db } from '~~/server/db'
import { accessRequest } from '~~/server/db/schema'
import { notExpired } from './open-requests'
import { toOwnAccessRequest } from './serialize'

/**
 * Lists the requests that a person made, latest first. Declined requests are included, so that the person
 * does not learn that a request was declined.
 */
export async function listOwnAccessRequests(human: HumanActor): Promise<Output<'listOwnAccessRequests'>> {
  const rows = await db
    .select()
    .from(accessRequest)
    .where(and(eq(accessRequest.userId, human.id), notExpired()))
    .orderBy(desc(accessRequest.createdAt), desc(accessRequest.id))
  return { accessRequests: rows.map(toOwnAccessRequest) }
}
