import { and, desc, inArray } from 'drizzle-orm'
import type { Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import type { HumanActor } from '~~/server/access/actor'
import { workspacesWith } from '~~/server/access/authorize'
import { db } from '~~/server/db'
import { accessRequest } from '~~/server/db/schema'
import { isOpen, selectOpenRequests } from './open-requests'
import { toAccessRequest } from './serialize'

/** Lists the latest requests for access to the workspaces that a person owns, the newest first. */
export async function listAccessRequests(human: HumanActor): Promise<Output<'listAccessRequests'>> {
  const rows = await selectOpenRequests(db)
    .where(and(inArray(accessRequest.workspaceId, workspacesWith(human, 'manageWorkspace')), isOpen()))
    .orderBy(desc(accessRequest.createdAt), desc(accessRequest.id))
    .limit(limits.pageSize)
  return { accessRequests: rows.map(toAccessRequest) }
}
