import { and, desc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import type { Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import { may } from '#shared/permissions'
import type { HumanActor } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { shareLink } from '~~/server/db/schema'
import { serializeShareLink } from './serialize'

/**
 * Lists the share links of a review that are not revoked, and the latest revoked ones, newest first, without
 * their URLs.
 */
export async function listShareLinks(
  human: HumanActor,
  input: { id: string },
): Promise<Output<'listShareLinks'>> {
  const { review, workspace } = await loadReview(human, input.id, 'useDashboard')
  const mayReveal = may({ type: 'human', role: human.roles.get(workspace.id) ?? null }, 'openShareLinks')
  const ofReview = eq(shareLink.reviewId, review.id)
  const revoked = db
    .select({ id: shareLink.id })
    .from(shareLink)
    .where(and(ofReview, isNotNull(shareLink.revokedAt)))
    .orderBy(desc(shareLink.createdAt), desc(shareLink.id))
    .limit(limits.pageSize)
  const rows = await db
    .select()
    .from(shareLink)
    .where(and(ofReview, or(isNull(shareLink.revokedAt), inArray(shareLink.id, revoked))))
    .orderBy(desc(shareLink.createdAt), desc(shareLink.id))
  return { shareLinks: rows.map(each => serializeShareLink(each, mayReveal)) }
}
