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
 * Returns the account that a workspace's share of a node is counted for: the person who has owned the
 * workspace for longest, so that one person with many workspaces has one share; the workspace itself if it
 * has no owner.
 */
export async function accountOf(workspaceId: string): Promise<string> {
  const [owner] = await firstOwner(db, { workspaceId })
  return owner?.userId ?? workspaceId
}
