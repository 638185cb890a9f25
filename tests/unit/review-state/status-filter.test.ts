import { expect, it } from 'vitest'
import { threadStatuses } from '#shared/contract/review-status'
import { filterCounts, includesStatus, statusFilters } from '~/review-state/status-filter'

it('the comment filter “open” includes open and addressed threads, and “all” every status', () => {
  expect(
    Object.fromEntries(
      statusFilters.map(filter => [filter, threadStatuses.filter(status => includesStatus(filter, status))]),
    ),
  ).toEqual({
    open: ['open', 'addressed'],
    addressed: ['addressed'],
    resolved: ['resolved'],
    all: ['open', 'addressed', 'resolved'],
  })
})

it('the count of a comment filter is the sum of the counts of its statuses', () => {
  expect(filterCounts({ open: 1, addressed: 2, resolved: 4 })).toEqual({
    open: 3,
    addressed: 2,
    resolved: 4,
    all: 7,
  })
})
