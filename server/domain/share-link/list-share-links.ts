import { desc, eq } from 'drizzle-orm'
import type { Output } from '#shared/contract'
import { iso, isoOrNull } from '#shared/time'
import type { Caller } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { shareLink } from '~~/server/db/schema'

/** Lists the share links of a review, newest first, without their secrets. */
export async function listShareLinks(
  caller: Caller,
  input: { id: string },
): Promise<Output<'listShareLinks'>> {
  const { review } = await loadReview(caller, input.id, 'useDashboard')
  const rows = await db
    .select()
    .from(shareLink)
    .where(eq(shareLink.reviewId, review.id))
    .orderBy(desc(shareLink.createdAt), desc(shareLink.id))
  return {
    shareLinks: rows.map(each => ({
      id: each.id,
      createdAt: iso(each.createdAt),
      createdBy: each.createdBy,
      expiresAt: isoOrNull(each.expiresAt),
      revokedAt: isoOrNull(each.revokedAt),
    })),
  }
}
