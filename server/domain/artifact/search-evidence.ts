import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import type { HumanActor } from '~~/server/access/actor'
import { requirePermission } from '~~/server/access/authorize'
import { db } from '~~/server/db'
import { contains } from '~~/server/db/contains'
import { artifact, review } from '~~/server/db/schema'

/**
 * Finds evidence in a workspace by its title, newest first. Searches only the newest reviews, so that the
 * duration of a search does not grow with the number of reviews.
 */
export async function searchEvidence(
  human: HumanActor,
  { workspaceId, search }: Input<'searchEvidence'>,
): Promise<Output<'searchEvidence'>> {
  requirePermission(human, workspaceId, 'useDashboard', 'workspaceId')
  const newest = db
    .select({ id: review.id })
    .from(review)
    .where(eq(review.workspaceId, workspaceId))
    .orderBy(desc(review.id))
    .limit(limits.searchedReviews)
  const evidence = await db
    .select({
      id: artifact.id,
      kind: artifact.kind,
      title: artifact.title,
      viewport: artifact.viewport,
      scenario: artifact.scenario,
      variationGroup: artifact.variationGroup,
      route: artifact.route,
      reviewId: review.id,
      reviewTitle: review.title,
    })
    .from(artifact)
    .innerJoin(review, eq(review.id, artifact.reviewId))
    .where(
      and(inArray(artifact.reviewId, newest), eq(artifact.status, 'ready'), contains(artifact.title, search)),
    )
    .orderBy(desc(artifact.id))
    .limit(limits.foundEvidence)
  return { evidence }
}
