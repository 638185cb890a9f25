import { and, asc, eq } from 'drizzle-orm'
import { db } from '~~/server/db'
import { prepared } from '~~/server/db/prepared'
import { membership } from '~~/server/db/schema'

const firstOwner = prepared({ workspaceId: membership.workspaceId }, (executor, { workspaceId }) =>
  executor
    .select({ userId: membership.userId })
    .from(membership)
    .where(and(eq(membership.workspaceId, workspaceId), eq(membership.role, 'owner')))
    .orderBy(asc(membership.createdAt), asc(membership.userId))
    .limit(1),
)

/**
 * Returns the id of the account for which the media jobs of a workspace are counted: the person who has owned
 * the workspace for longest, or the workspace itself if it has no owner. So a person with many workspaces has
 * only one share of the media processes.
 */
export async function accountOf(workspaceId: string): Promise<string> {
  const [owner] = await firstOwner(db, { workspaceId })
  return owner?.userId ?? workspaceId
}
