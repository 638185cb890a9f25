import { expect, it } from 'vitest'
import { threadStatuses } from '#shared/contract/review-status'
import { filterCounts, includesStatus, statusFilters } from '~/review-state/status-filter'

it('open comments are those that are not resolved; everything has all statuses', () => {
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

it('the count of a choice is the sum of the statuses that it lists', () => {
  expect(filterCounts({ open: 1, addressed: 2, resolved: 4 })).toEqual({
    open: 3,
    addressed: 2,
    resolved: 4,
    all: 7,
  })
})
