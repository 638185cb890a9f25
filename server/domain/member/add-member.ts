import { and, eq } from 'drizzle-orm'
import type { Role } from '#shared/contract/roles'
import type { Db } from '~~/server/db'
import { accessRequest, membership } from '~~/server/db/schema'
import { assertQuota, type WorkspacePlan } from '~~/server/domain/billing/quotas'
import { quotaOf } from './members'

/**
 * Adds a person to a workspace that they do not belong to, inside the given transaction. Deletes their access
 * requests for the workspace. Throws if the plan of the workspace allows no further member.
 */
export async function addMember(tx: Db, workspace: WorkspacePlan, userId: string, role: Role): Promise<void> {
  await assertQuota(tx, quotaOf(role), workspace)
  await tx.insert(membership).values({ workspaceId: workspace.id, userId, role, createdAt: Date.now() })
  await tx
    .delete(accessRequest)
    .where(and(eq(accessRequest.workspaceId, workspace.id), eq(accessRequest.userId, userId)))
}
