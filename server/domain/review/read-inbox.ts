import { and, desc, eq, gte, inArray, ne, or } from 'drizzle-orm'
import type { Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import type { ReviewSummary } from '#shared/contract/review'
import { DAY } from '#shared/time'
import type { HumanActor } from '~~/server/access/actor'
import { requirePermission } from '~~/server/access/authorize'
import { db } from '~~/server/db'
import { project, review } from '~~/server/db/schema'
import { summarizeReviews } from './summarize'

/** How long a verified review stays in the inbox. */
const DECIDED_MS = 7 * DAY

/** Returns the inbox of a person: each review is in the first group that fits. */
export async function readInbox(
  human: HumanActor,
  input: { workspaceId?: string },
): Promise<Output<'readInbox'>> {
  if (input.workspaceId) requirePermission(human, input.workspaceId, 'useDashboard', 'workspaceId')
  const workspaces = input.workspaceId ? [input.workspaceId] : [...human.roles.keys()]
  const rows = await db
    .select({ review, project })
    .from(review)
    .innerJoin(project, eq(project.id, review.projectId))
    .where(
      and(
        inArray(project.workspaceId, workspaces),
        or(ne(review.status, 'verified'), gte(review.decidedAt, Date.now() - DECIDED_MS)),
      ),
    )
    .orderBy(desc(review.updatedAt), desc(review.id))
    .limit(2 * limits.pageSize)
  const summaries = await summarizeReviews(human, rows)
  const groups = Object.groupBy(summaries, groupOf)
  return {
    addressed: groups.addressed ?? [],
    fresh: groups.fresh ?? [],
    open: groups.open ?? [],
    decided: groups.decided ?? [],
  }
}

function groupOf(summary: ReviewSummary): 'addressed' | 'fresh' | 'open' | 'decided' {
  if (summary.status === 'verified') return 'decided'
  if (summary.addressedThreadCount > 0) return 'addressed'
  return summary.unseenCount > 0 ? 'fresh' : 'open'
}
