import { desc, eq } from 'drizzle-orm'
import type { Output } from '#shared/contract'
import { may } from '#shared/permissions'
import type { HumanActor } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { shareLink } from '~~/server/db/schema'
import { serializeShareLink } from './serialize'

/** Lists the share links of a review, newest first, without their URLs. */
export async function listShareLinks(
  human: HumanActor,
  input: { id: string },
): Promise<Output<'listShareLinks'>> {
  const { review, workspace } = await loadReview(human, input.id, 'useDashboard')
  const mayReveal = may({ type: 'human', role: human.roles.get(workspace.id) ?? null }, 'openShareLinks')
  const rows = await db
    .select()
    .from(shareLink)
    .where(eq(shareLink.reviewId, review.id))
    .orderBy(desc(shareLink.createdAt), desc(shareLink.id))
  return { shareLinks: rows.map(each => serializeShareLink(each, mayReveal)) }
}
