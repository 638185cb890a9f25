import { and, count, desc, inArray } from 'drizzle-orm'
import type { Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import type { HumanActor } from '~~/server/access/actor'
import { workspacesWith } from '~~/server/access/authorize'
import { db } from '~~/server/db'
import { accessRequest } from '~~/server/db/schema'
import { isOpen, selectOpenRequests } from './open-requests'
import { toAccessRequest } from './serialize'

/** Lists the latest requests for access to the workspaces that a person owns, newest first. */
export async function listAccessRequests(human: HumanActor): Promise<Output<'listAccessRequests'>> {
  const rows = await selectOpenRequests(db)
    .where(canDecide(human))
    .orderBy(desc(accessRequest.createdAt), desc(accessRequest.id))
    .limit(limits.pageSize)
  return { accessRequests: rows.map(toAccessRequest) }
}

/** Counts the requests that {@link listAccessRequests} lists. */
export async function countAccessRequests(human: HumanActor): Promise<number> {
  if (workspacesWith(human, 'manageWorkspace').length === 0) return 0
  const requests = selectOpenRequests(db).where(canDecide(human)).limit(limits.pageSize).as('requests')
  const [row] = await db.select({ count: count() }).from(requests)
  return row?.count ?? 0
}

const canDecide = (human: HumanActor) =>
  and(inArray(accessRequest.workspaceId, workspacesWith(human, 'manageWorkspace')), isOpen())
