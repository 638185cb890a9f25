import type { ApiResponse } from '#shared/client'
import type { ReviewSummary } from '#shared/contract/review-list'

/** The groups of the inbox on the page, in order: the most urgent groups come first. */
export const shownGroups = ['asked', 'addressed', 'fresh', 'open', 'waiting', 'decided'] as const
export type ShownGroup = (typeof shownGroups)[number]
export type ShownGroups = Record<ShownGroup, ReviewSummary[]>

/** Newest change first. */
const byChange = (one: ReviewSummary, other: ReviewSummary) => other.updatedAt.localeCompare(one.updatedAt)

/**
 * Returns the groups on the page. Reviews that changed since a verdict and new reviews are one group on the
 * page.
 */
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

/** The number of rows of a group shown at first, so that a long group does not hide the groups below. */
const INITIAL_ROWS = 12
/**
 * If a group has at most this number of rows more than {@link INITIAL_ROWS}, all its rows are shown: a button
 * that shows the remaining rows would save hardly more space than it takes.
 */
const FEW_MORE = 3

/** Returns the reviews of a group that are shown at first. */
export const firstRows = <T>(reviews: readonly T[]): readonly T[] =>
  reviews.length <= INITIAL_ROWS + FEW_MORE ? reviews : reviews.slice(0, INITIAL_ROWS)
