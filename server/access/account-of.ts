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
 * Returns the account whose share of the media workers a workspace uses: the person who has owned the
 * workspace for longest, so that a person with many workspaces has only one share. Returns the workspace
 * itself if it has no owner.
 */
export async function accountOf(workspaceId: string): Promise<string> {
  const [owner] = await firstOwner(db, { workspaceId })
  return owner?.userId ?? workspaceId
}
