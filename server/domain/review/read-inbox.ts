import type { Input, Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import type { ReviewSummary } from '#shared/contract/review'
import { DAY } from '#shared/time'
import type { HumanActor } from '~~/server/access/actor'
import { requirePermission } from '~~/server/access/authorize'
import { listLatest, type LatestList } from './list-latest'
import { summarizeReviews } from './summarize'

/** How long a verified review stays in the inbox. */
const DECIDED_MS = 7 * DAY

/** Returns the inbox of a person: each review is in the first group that fits. */
export async function readInbox(human: HumanActor, input: Input<'readInbox'>): Promise<Output<'readInbox'>> {
  const rows = await listLatest(human, inboxList(human, input))
  const summaries = await summarizeReviews(human, rows)
  const groups = Object.groupBy(summaries, groupOf)
  return {
    addressed: groups.addressed ?? [],
    fresh: groups.fresh ?? [],
    open: groups.open ?? [],
    decided: groups.decided ?? [],
  }
}

/** Returns which reviews are in the inbox of a person. Throws as the operation does. */
export function inboxList(human: HumanActor, input: Input<'readInbox'>): LatestList {
  if (input.workspaceId) requirePermission(human, input.workspaceId, 'useDashboard', 'workspaceId')
  const workspaces = input.workspaceId ? [input.workspaceId] : [...human.roles.keys()]
  return {
    scopes: workspaces.map(workspaceId => ({ workspaceId })),
    limit: 2 * limits.pageSize,
    verifiedSince: Date.now() - DECIDED_MS,
  }
}

function groupOf(summary: ReviewSummary): 'addressed' | 'fresh' | 'open' | 'decided' {
  if (summary.status === 'verified') return 'decided'
  if (summary.addressedThreadCount > 0) return 'addressed'
  return summary.unseenCount > 0 ? 'fresh' : 'open'
}
