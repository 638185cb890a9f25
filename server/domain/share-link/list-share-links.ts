import { desc, eq } from 'drizzle-orm'
import type { Output } from '#shared/contract'
import { iso, isoOrNull } from '#shared/time'
import { requireHuman, type Actor } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/reach'
import { db } from '~~/server/db'
import { shareLink } from '~~/server/db/schema'

/** Lists the share links of a review, newest first, without their secrets. */
export async function listShareLinks(actor: Actor, input: { id: string }): Promise<Output<'listShareLinks'>> {
  const { review } = await loadReview(requireHuman(actor), input.id, 'look')
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
