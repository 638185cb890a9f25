import type { ReviewSummary } from '#shared/contract/review-list'
import type { ThreadStatus } from '#shared/contract/review-status'

/**
 * The choices of which comments are listed, by their status. `open` lists all comments that are not resolved;
 * the addressed comments, which must be checked, come first.
 */
export const statusFilters = ['open', 'addressed', 'resolved', 'all'] as const
export type StatusFilter = (typeof statusFilters)[number]

/** Returns whether comments with a status are listed. */
export const includesStatus = (filter: StatusFilter, status: ThreadStatus): boolean =>
  filter === 'all' || filter === status || (filter === 'open' && status === 'addressed')

/** Returns the number of comments that each choice lists. */
export const filterCounts = ({
  open,
  addressed,
  resolved,
}: Readonly<Record<ThreadStatus, number>>): Record<StatusFilter, number> => ({
  open: open + addressed,
  addressed,
  resolved,
  all: open + addressed + resolved,
})

/** Returns the number of comments of a review that are not resolved, which the choice `open` lists. */
export const openCount = ({
  openThreadCount,
  addressedThreadCount,
}: Pick<ReviewSummary, 'openThreadCount' | 'addressedThreadCount'>): number =>
  openThreadCount + addressedThreadCount
