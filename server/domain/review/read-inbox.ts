import { and, eq, inArray } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import type { ReviewSummary } from '#shared/contract/review'
import { DAY } from '#shared/time'
import type { HumanActor } from '~~/server/access/actor'
import { requirePermission } from '~~/server/access/authorize'
import { db } from '~~/server/db'
import { archived } from '~~/server/db/schema'
import { listLatest, type LatestList, type ListedReview } from './list-latest'
import { summarizeReviews } from './summarize'

/** How long a verified review stays in the inbox, if nothing is added to it. */
const DECIDED_MS = 7 * DAY

/** Returns the inbox of a person: each review is in the first group that fits. */
export async function readInbox(human: HumanActor, input: Input<'readInbox'>): Promise<Output<'readInbox'>> {
  const latest = await listLatest(human, inboxList(human, input))
  const listed = latest.slice(0, limits.inboxReviews)
  const archivedIds = await archivedBy(human, listed)
  const rows = listed.filter(({ review }) => !archivedIds.has(review.id))
  const summaries = await summarizeReviews(human, rows)
  const groups = Object.groupBy(summaries, summary => groupOf(summary) ?? 'left out')
  return {
    addressed: groups.addressed ?? [],
    sinceVerdict: groups.sinceVerdict ?? [],
    fresh: groups.fresh ?? [],
    open: groups.open ?? [],
    decided: groups.decided ?? [],
    hasMore: latest.length > limits.inboxReviews,
  }
}

/** Whether a review was decided too long ago for the inbox. */
export const wasDecidedEarlier = (decidedAt: number): boolean => decidedAt < Date.now() - DECIDED_MS

/** Returns which reviews are in the inbox of a person. Throws as the operation does. */
export function inboxList(human: HumanActor, input: Input<'readInbox'>): LatestList {
  if (input.workspaceId) requirePermission(human, input.workspaceId, 'useDashboard', 'workspaceId')
  const workspaces = input.workspaceId ? [input.workspaceId] : [...human.roles.keys()]
  return {
    scopes: workspaces.map(workspaceId => ({ workspaceId })),
    // One more tells whether there are others.
    limit: limits.inboxReviews + 1,
    verifiedSince: Date.now() - DECIDED_MS,
  }
}

/** Returns the group of a review; null for one that was verified too long ago. */
function groupOf(summary: ReviewSummary): Exclude<keyof Output<'readInbox'>, 'hasMore'> | null {
  if (summary.status === 'verified') {
    if (summary.changedSinceVerdict) return 'sinceVerdict'
    return wasDecidedEarlier(Date.parse(summary.decidedAt ?? summary.updatedAt)) ? null : 'decided'
  }
  if (summary.addressedThreadCount > 0) return 'addressed'
  return summary.unseenCount > 0 ? 'fresh' : 'open'
}

/** Returns the ids of the reviews that a person has archived, and that have not changed since. */
async function archivedBy(human: HumanActor, listed: ListedReview[]): Promise<ReadonlySet<string>> {
  const reviews = listed.map(({ review }) => review)
  const rows = await db
    .select({ id: archived.reviewId, version: archived.version })
    .from(archived)
    .where(
      and(
        eq(archived.userId, human.id),
        inArray(
          archived.reviewId,
          reviews.map(each => each.id),
        ),
      ),
    )
  const versions = new Map(rows.map(row => [row.id, row.version]))
  return new Set(reviews.filter(each => versions.get(each.id) === each.version).map(each => each.id))
}
