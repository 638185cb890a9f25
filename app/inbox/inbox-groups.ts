import type { ApiResponse } from '#shared/client'
import type { ReviewSummary } from '#shared/contract/review-list'

/** The groups of the inbox on the page, in order: those that ask most of the person come first. */
export const shownGroups = ['asked', 'addressed', 'fresh', 'open', 'waiting', 'decided'] as const
export type ShownGroup = (typeof shownGroups)[number]
export type ShownGroups = Record<ShownGroup, ReviewSummary[]>

/** Newest change first. */
const byChange = (one: ReviewSummary, other: ReviewSummary) => other.updatedAt.localeCompare(one.updatedAt)

/** Returns the groups on the page. News since a verdict and new reviews are one group there. */
export const toShownGroups = (inbox: ApiResponse<'GET /api/inbox'>): ShownGroups => ({
  asked: inbox.asked,
  addressed: inbox.addressed,
  fresh: [...inbox.sinceVerdict, ...inbox.fresh].sort(byChange),
  open: inbox.open,
  waiting: inbox.waiting,
  decided: inbox.decided,
})

/** Returns the number of reviews that wait for the person. */
export const waitingCount = ({ asked, addressed, fresh, open }: ShownGroups): number =>
  asked.length + addressed.length + fresh.length + open.length
