import { desc, lt } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import type { AdminEvent } from '#shared/contract/admin'
import { limits } from '#shared/contract/kit/limits'
import { iso } from '#shared/time'
import type { Administrator } from '~~/server/access/actor'
import { db } from '~~/server/db'
import { pageOf } from '~~/server/db/page'
import { adminEvent } from '~~/server/db/schema'

/** Lists the actions of administrators, newest first, one page at a time. Only for administrators. */
export async function listAdminEvents(
  _admin: Administrator,
  { before }: Input<'listAdminEvents'>,
): Promise<Output<'listAdminEvents'>> {
  const rows = await db
    .select()
    .from(adminEvent)
    .where(before === undefined ? undefined : lt(adminEvent.id, before))
    .orderBy(desc(adminEvent.id))
    .limit(limits.pageSize + 1)
  const { page, next } = pageOf(rows, limits.pageSize, last => last.id)
  return {
    events: page.map((row): AdminEvent => ({
      id: row.id,
      kind: row.kind,
      actor: row.actorName === null ? null : { id: row.actorId, name: row.actorName },
      subject: { id: row.subjectId, name: row.subjectName },
      reason: row.reason,
      membership: membershipOf(row),
      createdAt: iso(row.createdAt),
    })),
    next,
  }
}

/** Returns the membership that an action gave a person; null for other actions. */
function membershipOf({
  workspaceId,
  workspaceName,
  role,
}: typeof adminEvent.$inferSelect): AdminEvent['membership'] {
  if (workspaceId === null || workspaceName === null || role === null) return null
  return { workspace: { id: workspaceId, name: workspaceName }, role }
}
