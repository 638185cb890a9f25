import type { ApiResponse } from '#shared/client'
import type { ReviewSummary } from '#shared/contract/review-list'

/** The groups of the inbox, in order: those that ask most of the person come first. */
export const inboxGroupNames = ['asked', 'toCheck', 'fresh', 'open', 'waiting', 'decided'] as const
export type InboxGroupName = (typeof inboxGroupNames)[number]
export type InboxGroups = Record<InboxGroupName, ReviewSummary[]>

/** Newest change first. */
const byChange = (one: ReviewSummary, other: ReviewSummary) => other.updatedAt.localeCompare(one.updatedAt)

/**
 * Divides the reviews of an inbox into groups. Reviews for which the person is asked for a verdict form the
 * first group. `toCheck`: reviews with addressed comments. `fresh`: reviews that have something new.
 */
export function inboxGroups(inbox: ApiResponse<'GET /api/inbox'>): InboxGroups {
  const { addressed, sinceVerdict, fresh, open, waiting, decided } = inbox
  const isAsked = (review: ReviewSummary) => review.verdictRequest !== null
  const others = (reviews: ReviewSummary[]) => reviews.filter(each => !isAsked(each))
  return {
    asked: [addressed, sinceVerdict, fresh, open, waiting, decided].flat().filter(isAsked).sort(byChange),
    toCheck: others(addressed),
    fresh: others([...sinceVerdict, ...fresh]).sort(byChange),
    open: others(open),
    waiting: others(waiting),
    decided: others(decided),
  }
}

/** Returns the number of reviews that wait for the person. */
export const waitingCount = ({ asked, toCheck, fresh, open }: InboxGroups): number =>
  asked.length + toCheck.length + fresh.length + open.length
