import type { Input, Output } from '#shared/contract'
import { limits } from '#shared/contract/kit/limits'
import type { InboxGroup, ReviewSummary } from '#shared/contract/review-list'
import { DAY } from '#shared/time'
import type { HumanActor } from '~~/server/access/actor'
import { requirePermission } from '~~/server/access/authorize'
import { countDecided } from './count-decided'
import { listInbox, type InboxList } from './list-inbox'
import { countSnoozed } from './snooze-reviews'
import { summarizeReviews } from './summarize'

/** How long a verified review stays in the inbox without new activity, in milliseconds. */
const DECIDED_MS = 7 * DAY

/** Returns the inbox of a person. A review that belongs to several groups is only in the first of them. */
export async function readInbox(human: HumanActor, input: Input<'readInbox'>): Promise<Output<'readInbox'>> {
  const list = inboxList(human, input)
  const latest = await listInbox(human, list)
  const summaries = await summarizeReviews(human, latest.slice(0, limits.inboxReviews))
  const groups = Object.groupBy(summaries, groupOf)
  return {
    asked: groups.asked ?? [],
    addressed: groups.addressed ?? [],
    sinceVerdict: groups.sinceVerdict ?? [],
    fresh: groups.fresh ?? [],
    open: groups.open ?? [],
    waiting: groups.waiting ?? [],
    decided: groups.decided ?? [],
    hasMore: latest.length > limits.inboxReviews,
    decidedCount: await countDecided(human, list.workspaceIds, list.decidedSince),
    snoozed: await countSnoozed(human, list.workspaceIds, list.now),
  }
}

/** Returns which reviews the inbox of a person lists. Throws as {@link readInbox} does. */
export function inboxList(human: HumanActor, input: Input<'readInbox'>): InboxList {
  if (input.workspaceId) requirePermission(human, input.workspaceId, 'useDashboard', 'workspaceId')
  const now = Date.now()
  return {
    workspaceIds: input.workspaceId ? [input.workspaceId] : [...human.roles.keys()],
    // The limit is one review more than the inbox shows, to find out whether there are more reviews.
    limit: limits.inboxReviews + 1,
    decidedSince: now - DECIDED_MS,
    now,
  }
}

/**
 * Returns the inbox group of a review. The group depends on the person's own verdict, or on the status of the
 * review if it has a later verdict.
 */
function groupOf(summary: ReviewSummary): InboxGroup {
  const { ownVerdict: own, changedSinceVerdict } = summary
  // The times are compared as text, which is correct for ISO times.
  const isOwn = own !== null && own.decidedAt >= (summary.decidedAt ?? '')
  const status = isOwn ? own.status : summary.status
  if (status === 'verified') return changedSinceVerdict ? 'sinceVerdict' : 'decided'
  if (summary.verdictRequest) return 'asked'
  // If all comments are resolved, and the evidence, the commit or the pull request changed after the verdict,
  // the review waits for another verdict of the person, not for its author.
  const isAnswered = summary.isVerdictOutdated && summary.openThreadCount === 0
  if (summary.addressedThreadCount > 0) return 'addressed'
  if (status === 'changes_requested' && isOwn && !changedSinceVerdict && !isAnswered) return 'waiting'
  if (summary.unseenCount > 0) return 'fresh'
  if (status === 'open') return 'open'
  if (!isOwn) return 'waiting'
  // At this point, only comments may be new. If the person has seen all comments too, nothing is new.
  if (summary.unseenCommentCount > 0) return 'sinceVerdict'
  return isAnswered ? 'open' : 'waiting'
}
